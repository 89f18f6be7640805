import MoonwireValues

/// Reports why a rule matches no known slot.
///
/// The properties of an owner are collected once for all rules that name it.
struct UnmatchedInjectionRuleCheck {
    /// The injectable slots of an owner, or of all owners.
    private final class Slots {
        let slots: [SlotDescription]
        let names: KnownNames
        private let types: KnownNames
        private let protocols: KnownNames
        private let typeNames: Set<String>
        private let protocolNames: Set<String>

        init(_ slots: [SlotDescription]) {
            self.slots = slots
            names = KnownNames { slots.map(\.name) }
            types = KnownNames { slots.filter { !$0.typeNames.isEmpty }.map(\.type) }
            protocols = KnownNames { slots.filter { !$0.protocolNames.isEmpty }.map(\.type) }
            typeNames = Set(slots.flatMap(\.typeNames))
            protocolNames = Set(slots.flatMap(\.protocolNames))
        }

        func nearest(to name: String, isProtocol: Bool) -> [String] {
            (isProtocol ? protocols : types).nearest(to: name)
        }

        /// Whether a slot is declared with a protocol of that name, or else with a type.
        func declares(_ name: String, isProtocol: Bool) -> Bool {
            (isProtocol ? protocolNames : typeNames).contains(name)
        }
    }

    private let matches: InjectionRuleMatches
    private let owners: KnownNames
    private var known: [String?: Slots] = [:]

    init(_ matches: InjectionRuleMatches) {
        self.matches = matches
        owners = KnownNames { [owners = matches.owners] in owners.map(\.name) }
    }

    /// Why a rule matches no slot; nil for a resource, whose implementation is checked as a whole.
    mutating func remark(on rule: InjectionRule, at index: Int) -> Diagnostic? {
        if let slot = matches.passedOver[rule.selection] { return .passedOver(rule, by: slot.description, slot.title) }
        if matches.conditional.contains(index) { return .noSlotMeetsCondition(rule) }
        if let owner = rule.owner, matches.owner(named: owner.value) == nil {
            return .unknownOwner(owner.value, rule, field: owner.field, near: owners.nearest(to: owner.value))
        }
        if rule.options.contains(.withoutSubclasses), let owner = rule.owner, !matches.knows(owner.value) {
            return .onlySubclasses(of: owner.value, rule, field: owner.field)
        }
        switch rule.target {
        case .slot(let owner, let name):
            if let slot = matches.owner(named: owner)?.slots.first(where: { $0.name == name }) {
                return .uninjectableSlot(slot, of: owner, rule)
            }
            return .unknownSlot(name, of: owner, rule, near: slots(of: owner).names.nearest(to: name))
        case .type(let name, let owner): return undeclared(name, isProtocol: false, of: owner, rule)
        case .protocol(let name, let owner): return undeclared(name, isProtocol: true, of: owner, rule)
        case .owner(let owner): return .noSlots(of: owner, rule)
        case .resource: return nil
        case .all: return .noKnownSlots(rule)
        }
    }

    /// No slot is declared with the type, or with the protocol: one may be with the other.
    private mutating func undeclared(
        _ name: String, isProtocol: Bool, of owner: String?, _ rule: InjectionRule
    ) -> Diagnostic {
        let slots = slots(of: owner)
        if !isProtocol, name.hasPrefix("any "), slots.declares(String(name.dropFirst(4)), isProtocol: true) {
            let remark = Diagnostic.noSlot(declaredAs: name, isProtocol: false, of: owner, rule, near: [])
            return remark.suggesting(key: "protocol", for: String(name.dropFirst(4)))
        }
        let isOther = slots.declares(name, isProtocol: !isProtocol)
        let near = isOther ? [] : slots.nearest(to: name, isProtocol: isProtocol)
        let remark = Diagnostic.noSlot(declaredAs: name, isProtocol: isProtocol, of: owner, rule, near: near)
        return isOther ? remark.suggesting(key: isProtocol ? "type" : "protocol", for: name) : remark
    }

    private mutating func slots(of owner: String?) -> Slots {
        if let slots = known[owner] { return slots }
        let all = owner.map { matches.owner(named: $0)?.slots ?? [] } ?? matches.owners.flatMap(\.slots)
        let slots = Slots(all.filter(\.isInjectable))
        known[owner] = slots
        return slots
    }
}

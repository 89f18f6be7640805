import MoonwireValues

/// The slots of all owners that are known before anything is built, with the rules that match them.
struct InjectionRuleMatches {
    struct Slot {
        let owner: SlotOwner
        let description: SlotDescription
        /// The rules that compete for the slot, the one that applies first, without those that they replace.
        let rules: [Int]
        /// The rule that applies if the slot states its own value, which depends on an instance unless the exposure states it.
        let overruling: Int?
        /// The rules that do not apply because the slot states its own value.
        let passedOver: [Int]

        var title: String { "\(owner.name).\(description.name)" }
    }

    let owners: [SlotOwner]
    let slots: [Slot]
    /// The rules with a condition that match a slot, apart from their conditions.
    let conditional: Set<Int>
    /// Those whose conditions failed.
    let failed: Set<Int>
    /// The slots of rules that do not apply to them because of their declarations, with the first such slot.
    let passedOver: [InjectionRule.Selection: Slot]
    /// The positions of owners by their own names, and by those of their base classes.
    private var byName: [String: Int] = [:]
    private var byBaseName: [String: Int] = [:]

    init(_ graph: DefinitionGraph) {
        owners = graph.rules.rules.isEmpty ? [] : SlotOwner.known(in: graph) ?? []
        var ofSlots: [Slot] = []
        var passedOver: [InjectionRule.Selection: Slot] = [:]
        for owner in owners {
            for description in owner.slots where description.isInjectable {
                let rules = SlotRules(graph.rules, description, of: owner)
                let slot = Slot(
                    owner: owner, description: description, rules: rules.applicable, overruling: rules.overruling,
                    passedOver: rules.passedOver)
                ofSlots.append(slot)
                for rule in rules.passedOver where passedOver[graph.rules.rules[rule].selection] == nil {
                    passedOver[graph.rules.rules[rule].selection] = slot
                }
            }
        }
        self.passedOver = passedOver
        (conditional, failed) = Self.conditional(ofSlots, graph.rules)
        for (position, owner) in owners.enumerated() {
            for name in owner.names[0] where byName[name] == nil { byName[name] = position }
            for name in owner.names.joined() where byBaseName[name] == nil { byBaseName[name] = position }
        }
        slots = ofSlots + Self.resources(of: graph.rules, owners, byName)
    }

    /// The slots for which implementations give values.
    private static func resources(
        of rules: InjectionRuleIndex, _ owners: [SlotOwner], _ byName: [String: Int]
    ) -> [Slot] {
        rules.rules.indices.compactMap { index in
            guard case .resource(let name, let implementation, let resource) = rules.rules[index].target,
                let owner = byName[name].map({ owners[$0] }),
                let slot = owner.slots.first(where: { $0.kind == .resource && $0.name == resource }),
                rules.resource(resource, in: implementation, of: owner.names) == index
            else { return nil }
            return Slot(owner: owner, description: slot, rules: [index], overruling: index, passedOver: [])
        }
    }

    private static func conditional(
        _ slots: [Slot], _ index: InjectionRuleIndex
    ) -> (reaching: Set<Int>, failed: Set<Int>) {
        var (reaching, failed): (Set<Int>, Set<Int>) = ([], [])
        for slot in slots {
            let subject = InjectionRuleIndex.Subject(slot.description, of: slot.owner)
            for rule in index.conditional(for: subject) {
                reaching.insert(rule)
                if index.failure(ofConditionAt: rule, for: subject) != nil { failed.insert(rule) }
            }
        }
        return (reaching, failed)
    }

    /// By the rules that apply to none of the slots that they match, because of their declarations: the first such slot.
    var passedOverAlone: [Int: Slot] {
        var found: [Int: Slot] = [:]
        for slot in slots { for rule in slot.passedOver where found[rule] == nil { found[rule] = slot } }
        if found.isEmpty { return found }
        for slot in slots { for rule in slot.rules { found[rule] = nil } }
        return found
    }

    /// Whether a class with that name is known itself, and not only through its subclasses.
    func knows(_ name: String) -> Bool { byName[name] != nil }

    func owner(named name: String) -> SlotOwner? {
        (byName[name] ?? byBaseName[name]).map { owners[$0] }
    }
}

extension SlotDescription {
    /// When a rule that is not forced, and not for this very slot, does not apply; nil if that is known.
    var exception: String? {
        if saysItself != nil { return nil }
        return kind == .lazy ? "the slot has an initial value" : "the slot names an id"
    }
}

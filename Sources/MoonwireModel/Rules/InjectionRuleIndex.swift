/// Finds the rule that applies to a slot: the most specific one, and of equal ones the last that was written.
package struct InjectionRuleIndex: Sendable {
    /// The properties of a slot that rules match.
    package struct Subject {
        /// The names of the owner and of its base classes, nearest first.
        let ownerNames: [[String]]
        let name: String
        let typeNames: [String]
        let protocolNames: [String]

        package init(ownerNames: [[String]], name: String, typeNames: [String], protocolNames: [String]) {
            self.ownerNames = ownerNames
            self.name = name
            self.typeNames = typeNames
            self.protocolNames = protocolNames
        }
    }

    /// The specificity of a rule for a slot; smaller is more specific.
    struct Rank: Comparable {
        enum Kind: Int {
            case slot, typeOfOwner, compositionOfOwner, protocolOfOwner, inheritedProtocolOfOwner, owner, type,
                composition
            case `protocol`, inheritedProtocol
        }

        let kind: Kind
        /// The number of classes between the owner and the class that the rule names.
        let distance: Int

        static func < (one: Rank, other: Rank) -> Bool {
            (one.kind.rawValue, one.distance) < (other.kind.rawValue, other.distance)
        }
    }

    /// The last of the rules that name the same slots: only these can apply.
    private struct Last {
        private(set) var any: Int?
        private(set) var forced: Int?

        mutating func note(_ index: Int, _ rule: InjectionRule) {
            any = index
            if rule.isForced { forced = index }
        }
    }

    /// The rules that name the same slots.
    private struct Equals {
        private(set) var own = Last()
        /// Those that also apply to subclasses.
        private(set) var inherited = Last()

        mutating func append(_ index: Int, _ rule: InjectionRule) {
            own.note(index, rule)
            if !rule.options.contains(.withoutSubclasses) { inherited.note(index, rule) }
        }
    }

    /// The rules that match slots in one way: those without an owner, and the others by the name of their owner.
    private struct Group {
        var general = Equals()
        var byOwner: [String: Equals] = [:]

        mutating func append(_ index: Int, _ rule: InjectionRule, owner: String?) {
            if let owner {
                byOwner[owner, default: Equals()].append(index, rule)
            } else {
                general.append(index, rule)
            }
        }
    }

    /// In the order in which they were written.
    package let rules: [InjectionRule]
    private let layers: [Int]
    private var bySlot: [String: Group] = [:]
    private var byType: [String: Group] = [:]
    private var byProtocol: [String: Group] = [:]
    /// Those for compositions, by one of the protocols, and then by all of them.
    private var byComposition: [String: [[String]: Group]] = [:]
    /// Those for resources, by the name of the implementation and that of the resource.
    private var byResource: [String: Group] = [:]
    private let refinements: ProtocolRefinements
    private var ofOwners = Group()

    /// Creates an index of rules; `layers` are the numbers of their layers.
    init(_ rules: [InjectionRule], layers: [Int], _ refinements: ProtocolRefinements = ProtocolRefinements([])) {
        self.rules = rules
        self.layers = layers
        self.refinements = refinements
        for (index, rule) in rules.enumerated() {
            switch rule.target {
            case .slot(let owner, let name): bySlot[name, default: Group()].append(index, rule, owner: owner)
            case .type(let name, let owner):
                byType[RuleTypeName.type(name), default: Group()].append(index, rule, owner: owner)
            case .protocol(let name, let owner): append(index, rule, RuleTypeName.protocols(name), owner)
            case .owner(let owner): ofOwners.append(index, rule, owner: owner)
            case .resource(let owner, let implementation, let name):
                byResource["\(implementation).\(name)", default: Group()].append(index, rule, owner: owner)
            }
        }
    }

    private mutating func append(_ index: Int, _ rule: InjectionRule, _ protocols: [String], _ owner: String?) {
        let protocols = protocols.sorted()
        guard let first = protocols.first else { return }
        if protocols.count == 1 {
            byProtocol[first, default: Group()].append(index, rule, owner: owner)
        } else {
            byComposition[first, default: [:]][protocols, default: Group()].append(index, rule, owner: owner)
        }
    }

    /// Whether the rules with these indices are of the same layer.
    func areOfSameLayer(_ one: Int, _ other: Int) -> Bool { layers[one] == layers[other] }

    /// The index of the rule that applies; nil if there is none.
    ///
    /// `saysItself` states whether the slot names an id or has an initial value, which only a rule for this very slot,
    /// or a forced one, overrides.
    package func decisive(for subject: Subject, saysItself: Bool) -> Int? {
        guard !rules.isEmpty else { return nil }
        var best: (rank: Rank, index: Int)?
        visit(subject) { candidates, rank in
            let last = saysItself && rank.kind != .slot ? candidates.forced : candidates.any
            guard let last else { return }
            if let known = best, (known.rank, -known.index) < (rank, -last) { return }
            best = (rank, last)
        }
        return best?.index
    }

    /// The rules that match the slot, the one that applies first.
    ///
    /// Of those for the same slots, only the last can apply, and the last that is forced; the others are omitted,
    /// because there may be any number.
    func competing(for subject: Subject) -> [Int] {
        var found: [(index: Int, rank: Rank)] = []
        visit(subject) { candidates, rank in
            for index in Set([candidates.any, candidates.forced].compactMap(\.self)) { found.append((index, rank)) }
        }
        return found.sorted { ($0.rank, -$0.index) < ($1.rank, -$1.index) }.map(\.index)
    }

    /// The index of the rule that gives a resource of an implementation, that of the nearest class; nil if none does.
    package func resource(_ name: String, in implementation: String, of ownerNames: [[String]]) -> Int? {
        guard let group = byResource["\(implementation).\(name)"] else { return nil }
        for names in ownerNames {
            for name in names { if let index = group.byOwner[name]?.own.any { return index } }
        }
        return nil
    }

    private func visit(_ subject: Subject, _ body: (Last, Rank) -> Void) {
        if let group = bySlot[subject.name] { visit(group, subject, .slot, ofOwner: .slot, body) }
        visit(ofOwners, subject, .owner, ofOwner: .owner, body)
        for name in subject.typeNames {
            if let group = byType[name] { visit(group, subject, .type, ofOwner: .typeOfOwner, body) }
        }
        visitProtocols(subject, body)
    }

    private func visitProtocols(_ subject: Subject, _ body: (Last, Rank) -> Void) {
        let inherited = refinements.inherited(by: subject.protocolNames)
        for name in subject.protocolNames {
            if let group = byProtocol[name] { visit(group, subject, .protocol, ofOwner: .protocolOfOwner, body) }
        }
        for name in inherited {
            if let group = byProtocol[name] {
                visit(group, subject, .inheritedProtocol, ofOwner: .inheritedProtocolOfOwner, body)
            }
        }
        if byComposition.isEmpty { return }
        let all = Set(subject.protocolNames + inherited)
        for name in all {
            for (protocols, group) in byComposition[name] ?? [:] where all.isSuperset(of: protocols) {
                visit(group, subject, .composition, ofOwner: .compositionOfOwner, body)
            }
        }
    }

    private func visit(
        _ group: Group, _ subject: Subject, _ general: Rank.Kind, ofOwner narrowed: Rank.Kind,
        _ body: (Last, Rank) -> Void
    ) {
        if group.general.own.any != nil { body(group.general.own, Rank(kind: general, distance: 0)) }
        if group.byOwner.isEmpty { return }
        let owners = subject.ownerNames
        for (distance, names) in owners.enumerated() {
            for name in names {
                // A name that several classes have refers to the nearest one.
                guard let equals = group.byOwner[name], !owners[..<distance].contains(where: { $0.contains(name) })
                else { continue }
                body(distance == 0 ? equals.own : equals.inherited, Rank(kind: narrowed, distance: distance))
            }
        }
    }
}

extension InjectionRuleIndex.Subject {
    init(_ slot: SlotDescription, of owner: SlotOwner) {
        self.init(
            ownerNames: owner.names, name: slot.name, typeNames: slot.typeNames, protocolNames: slot.protocolNames)
    }
}

/// Finds the rule that applies to a slot: the most specific one, and of equal ones the last that was written.
package struct InjectionRuleIndex: Sendable {
    /// The properties of a slot that rules match.
    package struct Subject {
        /// The names of the owner and of its base classes, nearest first.
        let ownerNames: [[String]]
        let name: String
        let typeNames: [String]
        let protocolNames: [String]
        /// What conditions receive; nil for a slot that belongs to no object, to which no rule with a condition applies.
        let properties: SlotProperties?

        package init(
            ownerNames: [[String]], name: String, typeNames: [String], protocolNames: [String],
            properties: SlotProperties?
        ) {
            self.ownerNames = ownerNames
            self.name = name
            self.typeNames = typeNames
            self.protocolNames = protocolNames
            self.properties = properties
        }
    }

    private typealias Rank = InjectionRuleRank

    /// A rule that matches a slot, apart from its condition.
    private struct Candidate: Comparable {
        let rank: Rank
        let index: Int

        static func < (one: Candidate, other: Candidate) -> Bool {
            (one.rank, -one.index) < (other.rank, -other.index)
        }
    }

    /// In the order in which they were written.
    package let rules: [InjectionRule]
    private let layers: [Int]
    private let hasConditions: Bool
    private var bySlot: [String: InjectionRuleGroup] = [:]
    private var declared: DeclaredTypeRules
    private var ofOwners = InjectionRuleGroup()
    private var ofAll = InjectionRuleGroup()
    /// Those for resources, by the name of the implementation and that of the resource.
    private var byResource: [String: InjectionRuleGroup] = [:]

    /// Creates an index of rules; `layers` are the numbers of their layers.
    init(_ rules: [InjectionRule], layers: [Int], _ refinements: ProtocolRefinements = ProtocolRefinements([])) {
        self.rules = rules
        self.layers = layers
        hasConditions = rules.contains { $0.condition != nil }
        declared = DeclaredTypeRules(refinements)
        for (index, rule) in rules.enumerated() {
            switch rule.target {
            case .slot(let owner, let name):
                bySlot[name, default: InjectionRuleGroup()].append(index, rule, owner: owner)
            case .type(let name, let owner): declared.append(index, rule, type: name, owner: owner)
            case .protocol(let name, let owner): declared.append(index, rule, protocol: name, owner: owner)
            case .owner(let owner): ofOwners.append(index, rule, owner: owner)
            case .all: ofAll.append(index, rule, owner: nil)
            case .resource(let owner, let implementation, let name):
                byResource["\(implementation).\(name)", default: InjectionRuleGroup()].append(index, rule, owner: owner)
            }
        }
    }

    /// Whether the rules with these indices are of the same layer.
    func areOfSameLayer(_ one: Int, _ other: Int) -> Bool { layers[one] == layers[other] }

    /// The index of the rule that applies; nil if there is none.
    ///
    /// `saysItself` states whether the slot names an id or has an initial value, which only a rule for this very slot,
    /// or a forced one, overrides. A condition that fails counts as false: its error is a fault of the load.
    package func decisive(for subject: Subject, saysItself: Bool) -> Int? {
        guard hasConditions else { return first(for: subject, saysItself) }
        return candidates(for: subject, saysItself).first { holds($0.index, for: subject) }?.index
    }

    /// The same; throws the error of a condition.
    package func decisiveOrThrow(for subject: Subject, saysItself: Bool) throws -> Int? {
        guard hasConditions else { return first(for: subject, saysItself) }
        return try candidates(for: subject, saysItself).first { candidate in
            guard let condition = rules[candidate.index].condition else { return true }
            guard let properties = subject.properties else { return false }
            do { return try condition.holds(for: properties) } catch {
                throw ContainerError(
                    .conditionFailed(rules[candidate.index], properties.title, error), underlying: error)
            }
        }?.index
    }

    /// The rules that match the slot, the one that applies first.
    ///
    /// Of those for the same slots, only the last can apply, and the last that is forced; the others are omitted,
    /// because there may be any number. Those with a condition are complete.
    func competing(for subject: Subject) -> [Int] {
        var found: [Candidate] = []
        visit(subject) { candidates, rank in
            for index in Set([candidates.last, candidates.lastForced].compactMap(\.self)) {
                found.append(Candidate(rank: rank(false), index: index))
            }
            for index in candidates.conditional where holds(index, for: subject) {
                found.append(Candidate(rank: rank(true), index: index))
            }
        }
        return found.sorted().map(\.index)
    }

    /// The index of the rule that gives a resource of an implementation, that of the nearest class; nil if none does.
    package func resource(_ name: String, in implementation: String, of ownerNames: [[String]]) -> Int? {
        guard let group = byResource["\(implementation).\(name)"] else { return nil }
        for names in ownerNames {
            for name in names { if let index = group.byOwner[name]?.own.last { return index } }
        }
        return nil
    }

    /// The rules with a condition that match the slot if the condition is true.
    func conditional(for subject: Subject) -> [Int] {
        guard hasConditions else { return [] }
        var found: [Int] = []
        visit(subject) { candidates, _ in found += candidates.conditional }
        return found.sorted()
    }

    /// The result of a rule's condition for a slot; nil if it has none.
    func answer(ofConditionAt index: Int, for subject: Subject) -> Result<SlotConditionAnswer, any Error>? {
        guard let condition = rules[index].condition, let properties = subject.properties else { return nil }
        return Result { try condition.answer(for: properties) }
    }

    /// The error of a rule's condition for a slot; nil if it has a result.
    func failure(ofConditionAt index: Int, for subject: Subject) -> (any Error)? {
        if case .failure(let error)? = answer(ofConditionAt: index, for: subject) { error } else { nil }
    }

    private func holds(_ index: Int, for subject: Subject) -> Bool {
        guard let condition = rules[index].condition else { return true }
        return subject.properties.map { (try? condition.holds(for: $0)) == true } ?? false
    }

    /// The rule that applies, if no rule has a condition.
    private func first(for subject: Subject, _ saysItself: Bool) -> Int? {
        guard !rules.isEmpty else { return nil }
        var best: Candidate?
        visit(subject) { candidates, rank in
            let rank = rank(false)
            let last = saysItself && rank.kind != .slot ? candidates.lastForced : candidates.last
            guard let candidate = last.map({ Candidate(rank: rank, index: $0) }) else { return }
            best = best.map { min($0, candidate) } ?? candidate
        }
        return best?.index
    }

    /// The rules that can apply, the most specific first, apart from their conditions.
    private func candidates(for subject: Subject, _ saysItself: Bool) -> [Candidate] {
        var found: [Candidate] = []
        visit(subject) { candidates, rank in
            let needsForce = saysItself && rank(false).kind != .slot
            if let last = needsForce ? candidates.lastForced : candidates.last {
                found.append(Candidate(rank: rank(false), index: last))
            }
            for index in candidates.conditional where !needsForce || rules[index].isForced {
                found.append(Candidate(rank: rank(true), index: index))
            }
        }
        return found.sorted()
    }

    private typealias Body = (InjectionRuleCandidates, (_ isConditional: Bool) -> Rank) -> Void

    private func visit(_ subject: Subject, _ body: Body) {
        if let group = bySlot[subject.name] {
            visit(DeclaredTypeRules.Match(group: group, general: .slot, ofOwner: .slot), subject, body)
        }
        visit(DeclaredTypeRules.Match(group: ofOwners, general: .owner, ofOwner: .owner), subject, body)
        visit(DeclaredTypeRules.Match(group: ofAll, general: .all, ofOwner: .all), subject, body)
        declared.visit(
            types: subject.typeNames, protocols: subject.protocolNames, ownerNames: subject.ownerNames
        ) { visit($0, subject, body) }
    }

    private func visit(_ match: DeclaredTypeRules.Match, _ subject: Subject, _ body: Body) {
        func rank(_ kind: Rank.Kind, _ distance: Int) -> (Bool) -> Rank {
            {
                Rank(
                    kind: kind, distance: distance, inheritances: match.inheritances, protocols: match.protocols,
                    isConditional: $0)
            }
        }
        if !match.group.general.own.isEmpty { body(match.group.general.own, rank(match.general, 0)) }
        if match.group.byOwner.isEmpty { return }
        let owners = subject.ownerNames
        for (distance, names) in owners.enumerated() {
            for name in names {
                // A name that several classes have refers to the nearest one.
                guard let reach = match.group.byOwner[name],
                    !owners[..<distance].contains(where: { $0.contains(name) })
                else { continue }
                body(distance == 0 ? reach.own : reach.inherited, rank(match.ofOwner, distance))
            }
        }
    }
}

extension InjectionRuleIndex.Subject {
    init(_ slot: SlotDescription, of owner: SlotOwner) {
        self.init(
            ownerNames: owner.names, name: slot.name, typeNames: slot.typeNames, protocolNames: slot.protocolNames,
            properties: SlotProperties(slot, of: owner))
    }
}

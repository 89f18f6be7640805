/// A rule that another one replaces, that never decides about anything, or that describes no slot is worth a remark.
enum RuleRemarks {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let rules = graph.rules.rules
        guard !rules.isEmpty else { return [] }
        let replaced = replacements(graph)
        let matches = RuleMatches(graph)
        var remarks = replaced.map { old, new in
            Diagnostic.replacedRule(
                rules[new], rules[old], isSameLayer: graph.layerOfRule[new] == graph.layerOfRule[old])
        }
        guard graph.types != nil else { return remarks.inScriptOrder }
        var unmatched = Set(rules.indices)
        var shadows: [Int: Int] = [:]
        for slot in matches.slots {
            for index in slot.rules {
                unmatched.remove(index)
                if shadows[index] == nil, let first = slot.rules.first { shadows[index] = first }
            }
        }
        // Whoever decides about one slot at least is not in vain.
        for slot in matches.slots { if let first = slot.rules.first { shadows[first] = nil } }
        remarks += shadows.compactMap { index, winner in
            guard index != winner, replaced[index] == nil, !isForcedPast(rules[winner], rules[index]) else {
                return nil
            }
            let isSameLayer = graph.layerOfRule[index] == graph.layerOfRule[winner]
            return .shadowedRule(rules[index], by: rules[winner], isSameLayer: isSameLayer)
        }
        remarks += unmatched.map { remark(onUnmatched: rules[$0], matches) }
        return remarks.inScriptOrder
    }

    /// What keeps a rule from describing any slot that is known.
    private static func remark(onUnmatched rule: Rule, _ matches: RuleMatches) -> Diagnostic {
        func slots(of owner: String?) -> [SlotDescription] {
            (owner.map { matches.owner(named: $0)?.slots ?? [] } ?? matches.owners.flatMap(\.slots))
                .filter(\.isInjectable)
        }
        if let owner = rule.owner, matches.owner(named: owner.value) == nil {
            return .unknownOwner(owner.value, rule, field: owner.field, known: matches.owners.map(\.name))
        }
        switch rule.target {
        case .slot(let owner, let name):
            if let slot = matches.owner(named: owner)?.slots.first(where: { $0.name == name }) {
                return .uninjectableSlot(slot, of: owner, rule)
            }
            return .unknownSlot(name, of: owner, rule, known: slots(of: owner).map(\.name))
        case .type(let name, let owner):
            return undeclared(name, of: owner, rule, slots(of: owner), \.typeNames, other: \.protocolNames)
        case .protocol(let name, let owner):
            return undeclared(name, of: owner, rule, slots(of: owner), \.protocolNames, other: \.typeNames)
        case .owner(let owner): return .noSlots(of: owner, rule)
        }
    }

    /// No slot is declared with the type, or with the protocol: perhaps one is with the other.
    private static func undeclared(
        _ name: String, of owner: String?, _ rule: Rule, _ slots: [SlotDescription],
        _ names: KeyPath<SlotDescription, [String]>, other: KeyPath<SlotDescription, [String]>
    ) -> Diagnostic {
        let known = slots.filter { !$0[keyPath: names].isEmpty }.map(\.type)
        let isProtocol = names == \.protocolNames
        let remark = Diagnostic.noSlot(declaredAs: name, isProtocol: isProtocol, of: owner, rule, known: known)
        let isOther = slots.contains { $0[keyPath: other].contains(name) }
        return isOther ? remark.suggesting(key: isProtocol ? "type" : "protocol", for: name) : remark
    }

    /// For each rule that is given again for the same slots, the next one that says so.
    private static func replacements(_ graph: DefinitionGraph) -> [Int: Int] {
        var last: [Rule.Target: Int] = [:]
        var replaced: [Int: Int] = [:]
        for (index, rule) in graph.rules.rules.enumerated() {
            if let former = last[rule.target], !isForcedPast(rule, graph.rules.rules[former]) {
                replaced[former] = index
            }
            last[rule.target] = index
        }
        return replaced
    }

    /// Whether a rule still counts for slots that say themselves what goes in, where the closer one does not.
    private static func isForcedPast(_ closer: Rule, _ rule: Rule) -> Bool {
        if case .slot = closer.target { return false }
        return rule.isForced && !closer.isForced
    }
}

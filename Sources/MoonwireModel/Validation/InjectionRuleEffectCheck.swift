/// A rule that another one replaces, that never applies, or that matches no slot is reported.
enum InjectionRuleEffectCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let rules = graph.rules.rules
        guard !rules.isEmpty else { return [] }
        let replaced = replacements(graph)
        let matches = InjectionRuleMatches(graph)
        var remarks = replaced.map { old, new in
            Diagnostic.replacedRule(
                rules[new], rules[old], isSameLayer: graph.rules.areOfSameLayer(new, old))
        }
        guard graph.types != nil else { return remarks.inScriptOrder }
        let winners = winners(matches, rules)
        // A rule that applies to at least one slot has an effect.
        let deciding = Set(matches.slots.compactMap(\.rules.first))
        var search = UnmatchedInjectionRuleCheck(matches)
        for (index, rule) in rules.enumerated() {
            guard let winner = winners[rule.target] else {
                remarks.append(search.remark(on: rule))
                continue
            }
            if deciding.contains(index) || replaced[index] != nil || isForcedPast(rules[winner], rule) { continue }
            let isSameLayer = graph.rules.areOfSameLayer(index, winner)
            remarks.append(.shadowedRule(rule, by: rules[winner], isSameLayer: isSameLayer))
        }
        return remarks.inScriptOrder
    }

    /// By the target of rules: the rule that applies to the first such slot.
    private static func winners(_ matches: InjectionRuleMatches, _ rules: [InjectionRule]) -> [InjectionRule.Target:
        Int]
    {
        var winners: [InjectionRule.Target: Int] = [:]
        for slot in matches.slots {
            for index in slot.rules where winners[rules[index].target] == nil {
                winners[rules[index].target] = slot.rules.first
            }
        }
        return winners
    }

    /// For each duplicated rule, the next one for the same slots.
    private static func replacements(_ graph: DefinitionGraph) -> [Int: Int] {
        var last: [InjectionRule.Target: Int] = [:]
        var replaced: [Int: Int] = [:]
        for (index, rule) in graph.rules.rules.enumerated() {
            if let former = last[rule.target], !isForcedPast(rule, graph.rules.rules[former]) {
                replaced[former] = index
            }
            last[rule.target] = index
        }
        return replaced
    }

    /// Whether a rule still applies to slots that state their own value, where the more specific one does not.
    private static func isForcedPast(_ closer: InjectionRule, _ rule: InjectionRule) -> Bool {
        if case .slot = closer.target { return false }
        return rule.isForced && !closer.isForced
    }
}

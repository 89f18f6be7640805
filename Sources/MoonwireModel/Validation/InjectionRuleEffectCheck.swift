/// A rule that another one replaces, that never applies, or that matches no slot is reported.
enum InjectionRuleEffectCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let rules = graph.rules.rules
        guard !rules.isEmpty else { return [] }
        let replaced = replacements(graph)
        let matches = InjectionRuleMatches(graph)
        var remarks = replaced.filter { !rules[$0].isSilent && !rules[$1].isSilent }.map { old, new in
            Diagnostic.replacedRule(
                rules[new], rules[old], isSameLayer: graph.rules.areOfSameLayer(new, old))
        }
        guard graph.types != nil else { return remarks.inScriptOrder }
        let winners = winners(matches, rules)
        // A rule that applies to at least one slot has an effect.
        let deciding = Set(matches.slots.compactMap(\.rules.first))
        let passedOver = matches.passedOverAlone
        var search = UnmatchedInjectionRuleCheck(matches)
        for (index, rule) in rules.enumerated() where !rule.isSilent {
            guard let winner = winners[rule.selection] else {
                // The rule that replaces it is reported.
                if replaced[index] != nil, matches.passedOver[rule.selection] != nil { continue }
                // A condition that failed is a fault already.
                if !matches.failed.contains(index), let remark = search.remark(on: rule, at: index) {
                    remarks.append(remark)
                }
                continue
            }
            if deciding.contains(index) || replaced[index] != nil || reaches(rule, past: rules[winner]) { continue }
            if let slot = passedOver[index] {
                remarks.append(.passedOver(rule, by: slot.description, slot.title))
                continue
            }
            let isSameLayer = graph.rules.areOfSameLayer(index, winner)
            remarks.append(.shadowedRule(rule, by: rules[winner], isSameLayer: isSameLayer))
        }
        return remarks.inScriptOrder
    }

    /// By the slots that rules select: the rule that applies to the first such slot.
    private static func winners(
        _ matches: InjectionRuleMatches, _ rules: [InjectionRule]
    ) -> [InjectionRule.Selection: Int] {
        var winners: [InjectionRule.Selection: Int] = [:]
        for slot in matches.slots {
            for index in slot.rules where winners[rules[index].selection] == nil {
                winners[rules[index].selection] = slot.rules.first
            }
        }
        return winners
    }

    /// For each duplicated rule, the next one for the same slots.
    private static func replacements(_ graph: DefinitionGraph) -> [Int: Int] {
        var last: [InjectionRule.Selection: Int] = [:]
        var replaced: [Int: Int] = [:]
        for (index, rule) in graph.rules.rules.enumerated() {
            if let former = last[rule.selection], !reaches(graph.rules.rules[former], past: rule) {
                replaced[former] = index
            }
            last[rule.selection] = index
        }
        return replaced
    }

    /// Whether a rule still applies where the one that takes precedence does not: to slots that state their own value, or to
    /// those of subclasses.
    private static func reaches(_ rule: InjectionRule, past closer: InjectionRule) -> Bool {
        if closer.options.contains(.withoutSubclasses), !rule.options.contains(.withoutSubclasses) { return true }
        if case .slot = closer.target { return false }
        return rule.isForced && !closer.isForced
    }
}

extension InjectionRule {
    fileprivate var isSilent: Bool { options.contains(.silent) }
}

import MoonwireValues

/// Calls the conditions of rules for all known slots, before other checks use their results.
///
/// Together they may use the time of the functions of one load.
enum InjectionConditionCheck {
    /// For each condition that fails, or that returns another value than a Boolean, a diagnostic about the first such slot.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.rules.rules.contains(where: { $0.condition != nil }) else { return [] }
        let time = graph.layers.functionTime
        var failed: Set<Int> = []
        var remarked: Set<Int> = []
        var found: [Diagnostic] = []
        for owner in SlotOwner.known(in: graph) ?? [] {
            for slot in owner.slots where slot.isInjectable {
                let subject = InjectionRuleIndex.Subject(slot, of: owner)
                for index in graph.rules.conditional(for: subject) {
                    if let overrun = overrun(time, graph.rules.rules[index]) { return found + end(overrun, graph) }
                    let (rule, title) = (graph.rules.rules[index], "\(owner.name).\(slot.name)")
                    switch time.measure({ graph.rules.answer(ofConditionAt: index, for: subject) }) {
                    case .failure(let error):
                        if failed.insert(index).inserted { found.append(.conditionFailed(rule, title, error)) }
                    case .success(let answer):
                        guard let value = answer.unexpected, remarked.insert(index).inserted else { continue }
                        found.append(.conditionIsNotBoolean(rule, title, value))
                    case nil: break
                    }
                }
            }
        }
        return found
    }

    private static func overrun(_ time: CPUTimeLimit, _ rule: InjectionRule) -> Diagnostic? {
        time.diagnostic { .functionsTookTooLong(rule.phrase, limit: $0, at: rule.location(of: "where")) }
    }

    private static func end(_ overrun: Diagnostic, _ graph: DefinitionGraph) -> [Diagnostic] {
        for rule in graph.rules.rules { rule.condition?.end(with: ContainerError(overrun)) }
        return [overrun]
    }
}

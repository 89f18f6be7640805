import MoonwireValues

/// Calls the conditions of rules for all known slots, before other checks use their results.
///
/// Together they may use the time of the functions of one load.
enum InjectionConditionCheck {
    /// For each condition that fails, the fault of the first such slot.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.rules.rules.contains(where: { $0.condition != nil }) else { return [] }
        let time = graph.layers.functionTime
        var failed: Set<Int> = []
        var faults: [Diagnostic] = []
        for owner in SlotOwner.known(in: graph) ?? [] {
            for slot in owner.slots where slot.isInjectable {
                let subject = InjectionRuleIndex.Subject(slot, of: owner)
                for index in graph.rules.conditional(for: subject) {
                    if let overrun = overrun(time, graph.rules.rules[index]) { return faults + end(overrun, graph) }
                    let error = time.measure { graph.rules.failure(ofConditionAt: index, for: subject) }
                    guard let error, failed.insert(index).inserted else { continue }
                    faults.append(.conditionFailed(graph.rules.rules[index], "\(owner.name).\(slot.name)", error))
                }
            }
        }
        return faults
    }

    private static func overrun(_ time: CPUTimeLimit, _ rule: InjectionRule) -> Diagnostic? {
        time.diagnostic { .functionsTookTooLong(rule.phrase, limit: $0, at: rule.location(of: "where")) }
    }

    private static func end(_ overrun: Diagnostic, _ graph: DefinitionGraph) -> [Diagnostic] {
        for rule in graph.rules.rules { rule.condition?.end(with: ContainerError(overrun)) }
        return [overrun]
    }
}

import MoonwireValues

extension GenerationDiff {
    /// Whether the setters and calls of the service at an old and a new position can run again, so that nothing of the former ones
    /// remains.
    ///
    /// A function of a script must not: what it leaves in the instance would outlive the script.
    func canRepeatSteps(_ position: Int, _ next: Int) -> Bool {
        let (service, after) = (old.wholePlan.services[position], graph.definitions[next])
        let before = service.definition
        guard before.scope == .shared, after.scope == .shared else { return false }
        // A hook may have changed the instance, or replaced it.
        guard service.hooks?.created.isEmpty ?? true else { return false }
        return hasAllSteps(of: before, after)
            && !hasFunctions(before, old.parameters.evaluator) && !hasFunctions(after, graph.evaluator)
            && !AsynchronousServices.areStepsAsynchronous(ofServiceAt: next, in: graph)
    }

    /// A setter or a call that no longer exists cannot be undone.
    private func hasAllSteps(of before: Definition, _ after: Definition) -> Bool {
        let names = Set(after.setters.map(\.name))
        guard before.setters.allSatisfy({ names.contains($0.name) }) else { return false }
        var left = after.calls.map(\.method)[...]
        return before.calls.allSatisfy { call in
            guard let place = left.firstIndex(of: call.method) else { return false }
            left = left[(place + 1)...]
            return true
        }
    }

    private func hasFunctions(_ definition: Definition, _ evaluator: ParameterEvaluator) -> Bool {
        var comparison = DefinitionComparison(from: evaluator, to: evaluator, tracesAreEqual: true)
        return comparison.stepsHaveFunctions(definition)
    }
}

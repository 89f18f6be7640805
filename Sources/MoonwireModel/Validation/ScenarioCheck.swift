import MoonwireValues

/// Scenarios must have different names, and their services and parameters must exist; replacements are checked on their own.
///
/// Whether a replacement fits the services that use it is checked when the scenario is used, with the whole wiring, and by `moonwire check`.
package enum ScenarioCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let scenarios = graph.layers.scenarios
        if scenarios.isEmpty { return [] }
        var first: [String: Scenario] = [:]
        var faults: [Diagnostic] = []
        for scenario in scenarios {
            if let former = first[scenario.name] { faults.append(.scenarioTwice(scenario, former)) }
            first[scenario.name] = first[scenario.name] ?? scenario
            var found = mentions(scenario, graph) + parameters(scenario, graph)
            for index in found.indices { found[index].called(from: scenario.origin.caller) }
            faults += found + scenario.replacements.flatMap { replacement($0, graph) }
        }
        return faults
    }

    /// The faults of each scenario together with a wiring that has none of its own.
    ///
    /// Each scenario takes as long as the check of the wiring, so after the limit no further one is checked, which is a fault.
    package static func faults(of graph: DefinitionGraph, within limit: Duration) -> [Diagnostic] {
        let scenarios = graph.layers.scenarios
        let time = CPUTimeLimit(limit: limit)
        var faults: [Diagnostic] = []
        for (number, scenario) in scenarios.enumerated() {
            if time.isUsedUp {
                return faults + [.scenariosNotChecked(after: number, of: scenarios.count, limit: limit)]
            }
            faults += time.measure { self.faults(of: scenario, in: graph) }
        }
        return faults
    }

    private static func faults(of scenario: Scenario, in graph: DefinitionGraph) -> [Diagnostic] {
        let whole = DefinitionGraph(
            layers: graph.layers.all + [Layer(of: scenario)], types: graph.types, variables: graph.variables)
        return Validation.check(whole).faults.map { $0.inScenario(scenario) }
    }

    private static func mentions(_ scenario: Scenario, _ graph: DefinitionGraph) -> [Diagnostic] {
        let replaced = Set(scenario.replacements.map(\.id))
        let contradictions = (scenario.limit?.live ?? []).filter { replaced.contains($0.id) }
        return scenario.mentions.compactMap { fault(of: $0, scenario, graph) }
            + contradictions.map { .replacedAndLive(scenario, $0) }
    }

    private static func fault(of mention: Scenario.Mention, _ scenario: Scenario, _ graph: DefinitionGraph)
        -> Diagnostic?
    {
        guard let position = graph.table.index[mention.id] else {
            let isAbstract = graph.table.abstracts[mention.id] != nil
            let near = isAbstract ? [] : graph.names.services.nearest(to: mention.id)
            return .unknownInScenario(scenario, mention, isAbstract: isAbstract, near: near)
        }
        guard case .alias = graph.definitions[position].construction else { return nil }
        let target = graph.table.target(ofDefinitionAt: position).map { graph.definitions[$0].outermostID }
        return .aliasInScenario(scenario, mention, target: target)
    }

    private static func parameters(_ scenario: Scenario, _ graph: DefinitionGraph) -> [Diagnostic] {
        scenario.parameters.leaves.compactMap { name, leaf in
            if graph.parameters[name] != nil { return nil }
            let near = graph.names.parameters.nearest(to: name)
            return .unknownParameterInScenario(scenario, name, near: near, at: leaf.location)
        }
    }

    private static func replacement(_ definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        // What was not read cannot be checked.
        if definition.isFaulty { return [] }
        return UnknownReferenceCheck.check(definition, graph) + ParameterCheck.check(definition, graph)
            + PreferenceReferenceCheck.check(definition, graph)
            + TypeCheck.check(definition, graph)
    }
}

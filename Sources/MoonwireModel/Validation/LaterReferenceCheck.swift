/// `later` belongs to setters and calls, and the services of a cycle must be such that they can be built together.
enum LaterReferenceCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        misplacedInRules(graph) + misplaced(graph) + graph.facts.cycles.all.compactMap { fault(of: $0, graph) }
    }

    /// References that nothing needs to be later.
    static func remarks(_ graph: DefinitionGraph) -> [Diagnostic] {
        visitEdges(graph) { position, definition, edge in
            guard edge.canBeLater, let target = edge.target else { return nil }
            if let cycle = graph.facts.cycles[position], cycle === graph.facts.cycles[target] { return nil }
            return .needlessLater(
                edge.reference, definition, edge.valuePath.phrase, at: graph.location(of: edge, from: definition))
        }
    }

    private static func misplaced(_ graph: DefinitionGraph) -> [Diagnostic] {
        visitEdges(graph) { _, definition, edge in
            edge.canBeLater
                ? nil
                : .misplacedLater(
                    edge.reference, "\(definition.phrase): \(edge.valuePath.phrase)",
                    at: graph.location(of: edge, from: definition))
        }
    }

    private static func misplacedInRules(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.rules.rules.flatMap { rule in
            var found: [Diagnostic] = []
            rule.value?.visitReferences(at: rule.source) { reference, location in
                guard reference.kind == .later else { return }
                var fault = Diagnostic.misplacedLater(reference, "inject", at: location())
                fault.called(from: rule.origin.caller)
                found.append(fault)
            }
            return found
        }
    }

    private static func visitEdges(
        _ graph: DefinitionGraph, _ visit: (Int, Definition, Dependencies.Edge) -> Diagnostic?
    ) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for (position, needs) in graph.facts.dependencies.enumerated() where needs.hasLater {
            let definition = graph.definitions[position]
            for edge in needs.edges where edge.reference.kind == .later {
                guard var diagnostic = visit(position, definition, edge) else { continue }
                diagnostic.called(from: definition.origin.caller)
                found.append(diagnostic)
            }
        }
        return found
    }

    /// Why the services of a cycle cannot be built together.
    private static func fault(of cycle: ServiceCycle, _ graph: DefinitionGraph) -> Diagnostic? {
        let definitions = cycle.members.map { graph.definitions[$0] }
        if definitions.contains(where: \.isFaulty) { return nil }
        for (position, definition) in zip(cycle.members, definitions) {
            guard let reason = reason(against: definition, at: position, cycle, graph) else { continue }
            let path = BuiltFirst(graph, withLater: true)
                .shortestCycle(from: position, within: Set(cycle.members + aliases(of: cycle, graph)))
            return .impossibleCycle(
                definition, reason, path.map { graph.definitions[$0].id },
                at: definition.location(of: [reason.key]))
        }
        return nil
    }

    private static func aliases(of cycle: ServiceCycle, _ graph: DefinitionGraph) -> [Int] {
        graph.definitions.indices.filter { graph.definitions[$0].isAlias && graph.facts.cycles[$0] === cycle }
    }

    private static func reason(
        against definition: Definition, at position: Int, _ cycle: ServiceCycle, _ graph: DefinitionGraph
    ) -> CycleObstacle? {
        let isScopeKnown = !graph.layers.lacksTypeDefaults || definition.written.contains(.scope)
        switch definition.scope {
        case .transient where isScopeKnown, .weak where isScopeKnown, .cached where isScopeKnown:
            return .scope(definition.scope)
        case .shared, .graph, .named, .transient, .weak, .cached: break
        }
        if isScopeKnown, definition.scope != cycle.scope {
            return .otherScope(definition.scope, than: cycle.scope, of: graph.definitions[cycle.leader].id)
        }
        if graph.facts.asynchronous?.contains(position) == true { return .asynchronous }
        switch definition.reload {
        case .reapply: return .reload(definition.reload)
        case .keep:
            return cycle.members.allSatisfy { graph.definitions[$0].reload == .keep } ? nil : .reload(.keep)
        case .auto, .rebuild, .drain, .pinned: return nil
        }
    }
}

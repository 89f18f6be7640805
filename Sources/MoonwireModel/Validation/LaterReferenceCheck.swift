import MoonwireValues

/// `later` belongs to setters and calls, and the services of a cycle must be such that they can be built together.
enum LaterReferenceCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        misplacedInRules(graph) + misplacedInParameters(graph) + misplaced(graph) + impossible(graph)
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

    /// An inherited value is a fault of the first definition that has it.
    private static func misplaced(_ graph: DefinitionGraph) -> [Diagnostic] {
        var known: Set<Written> = []
        return visitEdges(graph) { _, definition, edge in
            guard !edge.canBeLater, !edge.isThroughParameter,
                known.insert(Written(edge, definition.source(of: edge.valuePath.fieldPath))).inserted
            else { return nil }
            return .misplacedLater(
                edge.reference, "\(definition.phrase): \(edge.valuePath.phrase)",
                at: graph.location(of: edge, from: definition))
        }
    }

    /// The place where a reference is written.
    private struct Written: Hashable {
        private let id: String
        private let subject: String
        private let path: [String]
        private let location: ScriptLocation?

        init(_ edge: Dependencies.Edge, _ source: FieldSource) {
            (id, subject, path, location) = (edge.reference.id, source.subject, source.path, source.location)
        }
    }

    private static func misplacedInParameters(_ graph: DefinitionGraph) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for (name, leaf) in graph.parameters.leaves {
            let source = FieldSource(origin: leaf.origin, subject: "parameters", path: leaf.path)
            leaf.value.visitReferences(at: source) { reference, location in
                guard reference.kind == .later else { return }
                found.append(.laterInParameter(reference, name, at: location()))
            }
        }
        return found
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

    /// Cycles whose services cannot be built together, each with the first service that prevents it.
    private static func impossible(_ graph: DefinitionGraph) -> [Diagnostic] {
        let found = graph.facts.cycles.all.compactMap { cycle in
            obstacle(in: cycle, graph).map { (cycle: cycle, position: $0.position, obstacle: $0.obstacle) }
        }
        if found.isEmpty { return [] }
        let needs = BuiltFirst(graph, withLater: true)
        return found.map { cycle, position, obstacle in
            let definition = graph.definitions[position]
            let path = needs.shortestCycle(from: position, within: Set(cycle.all)).map { graph.definitions[$0].id }
            var fault = Diagnostic.impossibleCycle(
                definition, obstacle, path, at: definition.location(of: [obstacle.key]))
            fault.called(from: definition.origin.caller)
            return fault
        }
    }

    private static func obstacle(
        in cycle: ServiceCycle, _ graph: DefinitionGraph
    ) -> (position: Int, obstacle: CycleObstacle)? {
        if cycle.members.contains(where: { graph.definitions[$0].isFaulty }) { return nil }
        for position in cycle.members {
            if let obstacle = obstacle(at: position, in: cycle, graph) { return (position, obstacle) }
        }
        guard let services = graph.facts.asynchronous else { return nil }
        let cause = cycle.members.first { services.cause(ofServiceAt: $0) != nil }
        return (cause ?? cycle.members.first(where: services.contains)).map { ($0, .asynchronous) }
    }

    private static func obstacle(
        at position: Int, in cycle: ServiceCycle, _ graph: DefinitionGraph
    ) -> CycleObstacle? {
        let definition = graph.definitions[position]
        if !graph.layers.lacksTypeDefaults || definition.written.contains(.scope) {
            switch definition.scope {
            case .transient, .weak, .cached: return .scope(definition.scope)
            case .shared, .graph, .named: break
            }
            if definition.scope != cycle.scope {
                return .otherScope(definition.scope, than: cycle.scope, of: graph.definitions[cycle.leader].id)
            }
        }
        switch definition.reload {
        case .reapply: return .reload(definition.reload)
        case .keep:
            return cycle.members.allSatisfy { graph.definitions[$0].reload == .keep } ? nil : .reload(.keep)
        case .auto, .rebuild, .drain, .pinned: return nil
        }
    }
}

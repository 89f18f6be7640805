import MoonwireValues

/// `after` names services that the container starts, and no service starts after itself.
enum StartOrderCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let ordered = graph.definitions.indices.filter { !graph.definitions[$0].lifecycle.after.isEmpty }
        if ordered.isEmpty { return [] }
        let found = ordered.flatMap { position -> [Diagnostic] in
            let definition = graph.definitions[position]
            return faults(of: definition, graph).map { fault in
                var fault = fault
                fault.called(from: definition.origin.caller)
                return fault
            }
        }
        return found + cycles(graph)
    }

    private static func faults(of definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        // A key that could not be read may be the one that makes it take part.
        if !definition.lifecycle.takesPartInStart, !definition.isFaulty {
            return [.afterWithoutStart(definition, at: definition.location(of: ["after"]))]
        }
        return definition.lifecycle.after.enumerated().compactMap { index, reference in
            let valuePath = ValuePath(.after(index))
            let location = reference.location ?? definition.location(of: valuePath)
            if let abstract = graph.table.abstracts[reference.id] {
                return .abstractService(abstract, in: definition, valuePath, at: location)
            }
            guard let target = graph.table.target(of: reference.id) else {
                if reference.isOptional { return nil }
                return .unknownService(
                    reference, in: definition, valuePath, at: location,
                    suggestions: graph.names.services.nearest(to: reference.id), path: [])
            }
            let mayStart = graph.isStarted(target) || graph.definitions[target].isFaulty
            return mayStart ? nil : .afterUnstarted(reference.id, definition, at: location)
        }
    }

    /// Cycles that references alone do not form.
    private static func cycles(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard StronglyConnectedComponents(BuiltFirst(graph)).all.isEmpty else { return [] }
        let needs = BuiltFirst(graph, withStarts: true)
        return StronglyConnectedComponents(needs).all.compactMap { members in
            guard let first = members.first else { return nil }
            let cycle = needs.shortestCycle(from: first, within: Set(members)).map { graph.definitions[$0] }
            let start = cycle.first { !$0.lifecycle.after.isEmpty } ?? graph.definitions[first]
            return .startCycle(cycle.map(\.id), at: start.location(of: ["after"]))
        }
    }
}

extension DefinitionGraph {
    /// Whether the start of a container builds or starts the service at a position, or one of those that it wraps.
    package func isStarted(_ position: Int) -> Bool {
        let original = table.original(ofServiceAt: position)
        return ([original] + table.decorators(ofServiceAt: original)).contains {
            definitions[$0].lifecycle.takesPartInStart
        }
    }
}

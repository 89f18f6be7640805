/// A reference to a service that may have been built must refer to one whose instances are kept, and must be a value.
enum BuiltReferenceCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        for position in graph.definitions.indices {
            let edges = graph.facts.dependencies[position].edges
            // By index, so that the others are not copied.
            for index in edges.indices where edges[index].reference.kind == .built {
                let definition = graph.definitions[position]
                if !definition.isFaulty, let fault = fault(edges[index], in: definition, graph) { faults.append(fault) }
            }
        }
        return faults
    }

    private static func fault(
        _ edge: Dependencies.Edge, in definition: Definition, _ graph: DefinitionGraph
    ) -> Diagnostic? {
        let location = graph.location(of: edge, from: definition)
        if (edge.inner?.valuePath ?? edge.valuePath).isOfFactory {
            return .factoryOfBuilt(edge.reference, definition, at: location)
        }
        guard let target = graph.table.target(of: edge.reference.id) else { return nil }
        let service = graph.definitions[target]
        return service.scope.isKept ? nil : .neverKept(service, by: definition.phrase, at: location)
    }
}

extension ServiceScope {
    /// Whether the container keeps the instances, or finds them again while others hold them.
    package var isKept: Bool {
        switch self {
        case .transient, .graph: false
        case .shared, .weak, .cached, .named: true
        }
    }
}

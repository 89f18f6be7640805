/// A reference to a service that may have been built must refer to one whose instances are kept, and must be a value.
enum BuiltReferenceCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.definitions.enumerated().flatMap { position, definition in
            definition.isFaulty
                ? []
                : graph.facts.dependencies[position].edges.compactMap { edge in
                    edge.reference.kind == .built ? fault(edge, in: definition, graph) : nil
                }
        }
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

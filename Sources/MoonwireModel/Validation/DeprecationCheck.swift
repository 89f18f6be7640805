/// A reference to a deprecated service, or by a deprecated alias, is a warning.
enum DeprecationCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.definitions.contains(where: { $0.deprecation != nil }) else { return [] }
        var remarks: [Diagnostic] = []
        for (definition, needs) in zip(graph.definitions, graph.facts.dependencies) where definition.deprecation == nil
        {
            for edge in needs.edges {
                guard let target = edge.target.flatMap({ deprecated(behind: $0, graph) }) else { continue }
                let location = graph.location(of: edge, from: definition)
                remarks.append(.deprecated(graph.definitions[target], usedBy: definition, edge.valuePath, at: location))
            }
        }
        return remarks.inScriptOrder
    }

    /// The position of the alias itself, or of the service to which it finally refers, if it is deprecated; nil otherwise.
    private static func deprecated(behind position: Int, _ graph: DefinitionGraph) -> Int? {
        if graph.definitions[position].deprecation != nil { return position }
        return graph.table.target(ofDefinitionAt: position).flatMap {
            graph.definitions[$0].deprecation == nil ? nil : $0
        }
    }
}

/// A reference to a deprecated service is a warning.
enum DeprecationCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.definitions.contains(where: { $0.deprecation != nil }) else { return [] }
        var remarks: [Diagnostic] = []
        for (definition, needs) in zip(graph.definitions, graph.facts.dependencies) where definition.deprecation == nil
        {
            for edge in needs.edges {
                guard let target = edge.target.flatMap({ graph.table.target(ofDefinitionAt: $0) }),
                    graph.definitions[target].deprecation != nil
                else { continue }
                let location = graph.location(of: edge, from: definition)
                remarks.append(.deprecated(graph.definitions[target], usedBy: definition, edge.valuePath, at: location))
            }
        }
        return remarks.inScriptOrder
    }
}

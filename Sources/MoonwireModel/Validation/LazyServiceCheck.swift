/// A lazy service must be one that can be built later, and be referred to in definitions.
enum LazyServiceCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.definitions.contains(where: \.isLazy) else { return [] }
        return graph.definitions.enumerated().flatMap { position, definition -> [Diagnostic] in
            if definition.isFaulty { return [] }
            let takesArguments = definition.isLazy && graph.facts.arguments[position] != nil
            let fault = Diagnostic.lazyWithArguments(definition, at: definition.location(of: ["lazy"]))
            return (takesArguments ? [fault] : [])
                + graph.facts.dependencies[position].edges.compactMap { parameterFault($0, in: definition, graph) }
        }
    }

    private static func parameterFault(
        _ edge: Dependencies.Edge, in definition: Definition, _ graph: DefinitionGraph
    ) -> Diagnostic? {
        guard edge.isThroughParameter, edge.isBuiltFirst, let target = graph.table.target(of: edge.reference.id),
            graph.definitions[target].isLazy
        else { return nil }
        return .lazyInParameter(
            edge.reference, definition, edge.valuePath.phrase, at: definition.location(of: edge.valuePath))
    }
}

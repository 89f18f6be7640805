/// A service must not depend on itself, directly or indirectly; handles (`lazy`, `provider`) are built later and exempt.
///
/// Services that all depend on each other are one fault, however many cycles they form.
enum ServiceCycleCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let needs = BuiltFirst(graph)
        return StronglyConnectedComponents(needs).all.compactMap { members in
            guard let first = members.first else { return nil }
            let cycle = needs.shortestCycle(from: first, within: Set(members))
            let definitions = cycle.map { graph.definitions[$0] }
            // A cycle of aliases alone is a separate fault.
            guard definitions.contains(where: { $0.aliasTarget == nil }) else { return nil }
            if let fault = decoratorThatNeedsItself(cycle, graph) { return fault }
            return .serviceCycle(definitions, others: members.count - cycle.count + 1, step: closing(cycle, graph))
        }
    }

    /// The first setter or call in a cycle that is the only reason for which its service needs the next one.
    private static func closing(
        _ cycle: [Int], _ graph: DefinitionGraph
    ) -> (definition: Definition, place: String, id: String)? {
        for (position, next) in zip(cycle, cycle.dropFirst()) {
            let edges = graph.facts.dependencies[position].edges.filter { $0.target == next && $0.isBuiltFirst }
            guard let first = edges.first, edges.allSatisfy(\.canBeLater) else { continue }
            return (graph.definitions[position], first.valuePath.phrase, first.reference.id)
        }
        return nil
    }

    /// A decorator that refers to the service that it decorates, where it should use `inner`.
    private static func decoratorThatNeedsItself(_ cycle: [Int], _ graph: DefinitionGraph) -> Diagnostic? {
        for (position, next) in zip(cycle, cycle.dropFirst()) {
            let (decorator, service) = (graph.definitions[position], graph.definitions[next])
            guard decorator.decorates == service.id,
                let edge = graph.facts.dependencies[position].edges.first(where: {
                    $0.target == next && $0.isBuiltFirst
                }),
                edge.inner == nil
            else { continue }
            return .decoratorNeedsItself(
                decorator, edge.valuePath, service.id, at: graph.location(of: edge, from: decorator))
        }
        return nil
    }
}

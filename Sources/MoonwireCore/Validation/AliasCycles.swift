/// An alias must lead to a service in the end.
enum AliasCycles {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var reported: Set<Int> = []
        return graph.definitions.indices.compactMap { start in
            guard let chain = cycle(from: start, graph), reported.isDisjoint(with: chain) else { return nil }
            reported.formUnion(chain)
            let ids = (chain + [chain[0]]).map { graph.definitions[$0].id }
            return .aliasCycle(ids, at: graph.definitions[chain[0]].origin.location)
        }
    }

    private static func cycle(from start: Int, _ graph: DefinitionGraph) -> [Int]? {
        var chain: [Int] = []
        var current: Int? = start
        while let place = current, case .alias(let target) = graph.definitions[place].construction {
            if let first = chain.firstIndex(of: place) { return Array(chain[first...]) }
            chain.append(place)
            current = graph.index[target.id]
        }
        return nil
    }
}

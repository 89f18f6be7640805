/// An alias must finally refer to a service.
enum AliasCycleCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        // By position: the number of the traversal that visited it, counted from one.
        var walks = Array(repeating: 0, count: graph.definitions.count)
        var faults: [Diagnostic] = []
        for start in graph.definitions.indices {
            var position: Int? = start
            while let current = position, walks[current] == 0, let target = graph.definitions[current].aliasTarget {
                walks[current] = start + 1
                position = graph.table.index[target.id]
            }
            guard let first = position, walks[first] == start + 1 else { continue }
            faults.append(.aliasCycle(cycle(from: first, graph), at: graph.definitions[first].origin.location))
        }
        return faults
    }

    /// The ids of the cycle from an alias back to itself.
    private static func cycle(from first: Int, _ graph: DefinitionGraph) -> [String] {
        var ids = [graph.definitions[first].id]
        var position = first
        while let target = graph.definitions[position].aliasTarget, let next = graph.table.index[target.id] {
            ids.append(target.id)
            if next == first { break }
            position = next
        }
        return ids
    }
}

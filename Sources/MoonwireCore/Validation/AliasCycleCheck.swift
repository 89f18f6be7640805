/// An alias must lead to a service in the end.
enum AliasCycleCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        // By place: the walk that came by, counted from one.
        var walks = Array(repeating: 0, count: graph.definitions.count)
        var faults: [Diagnostic] = []
        for start in graph.definitions.indices {
            var place: Int? = start
            while let current = place, walks[current] == 0, let target = graph.definitions[current].aliasTarget {
                walks[current] = start + 1
                place = graph.index[target.id]
            }
            guard let first = place, walks[first] == start + 1 else { continue }
            faults.append(.aliasCycle(cycle(from: first, graph), at: graph.definitions[first].origin.location))
        }
        return faults
    }

    /// The ids on the way from an alias back to itself.
    private static func cycle(from first: Int, _ graph: DefinitionGraph) -> [String] {
        var ids = [graph.definitions[first].id]
        var place = first
        while let target = graph.definitions[place].aliasTarget, let next = graph.index[target.id] {
            ids.append(target.id)
            if next == first { break }
            place = next
        }
        return ids
    }
}

/// By the position of a service: the positions of those that are built before it, as a range of one list.
struct BuiltFirst {
    private var targets: [Int] = []
    private var parts: [Range<Int>] = []

    /// `withStarts` adds those that only start before it, `withLater` those that are passed to it later.
    init(_ graph: DefinitionGraph, withStarts: Bool = false, withLater: Bool = false) {
        parts.reserveCapacity(graph.facts.dependencies.count)
        for (position, needs) in graph.facts.dependencies.enumerated() {
            let first = targets.count
            for edge in needs.edges where edge.isBuiltFirst || withLater && edge.reference.kind == .later {
                if let target = edge.target { targets.append(target) }
            }
            if withStarts {
                targets += graph.definitions[position].lifecycle.after.compactMap { graph.table.index[$0.id] }
            }
            parts.append(first..<targets.count)
        }
    }

    var count: Int { parts.count }

    func edges(of position: Int) -> Range<Int> { parts[position] }

    func target(_ edge: Int) -> Int { targets[edge] }

    /// The positions on the shortest cycle through a service, which is both first and last.
    func shortestCycle(from start: Int, within members: Set<Int>) -> [Int] {
        var cameFrom: [Int: Int] = [:]
        var open = [start]
        var next = 0
        while next < open.count {
            let position = open[next]
            next += 1
            for edge in parts[position] {
                let target = targets[edge]
                if target == start { return way(to: position, cameFrom) + [start] }
                guard members.contains(target), cameFrom[target] == nil else { continue }
                cameFrom[target] = position
                open.append(target)
            }
        }
        return []
    }

    private func way(to end: Int, _ cameFrom: [Int: Int]) -> [Int] {
        var way = [end]
        while let last = way.last, let former = cameFrom[last] { way.append(former) }
        return way.reversed()
    }
}

extension Dependencies.Edge {
    /// Whether the dependency is built before its user.
    package var isBuiltFirst: Bool { reference.kind == .required || reference.kind == .optional }

    /// Whether it belongs to a setter or a call of the service itself, to which it can be passed later.
    var canBeLater: Bool { isOfStep && inner == nil && !isThroughParameter }
}

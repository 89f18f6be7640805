/// The order in which services start: each after the services that are built before it, and those in its `after`.
///
/// It takes time in proportion to the services and their dependencies.
package struct StartOrder: Sendable {
    /// The services that take part and have not started.
    package private(set) var unfinished: Set<Int> = []
    private let graph: DefinitionGraph
    /// The services that the factory of a service has requested.
    private let requested: @Sendable (Int) -> Set<Int>
    private var dependents: [Int: [Int]] = [:]
    /// How many dependencies of each service have not started.
    private var open: [Int: Int] = [:]
    private var ready: [Int] = []
    /// Services that take no part, whose dependencies have all started.
    private var settled: Set<Int> = []

    package init(_ graph: DefinitionGraph, requested: @escaping @Sendable (Int) -> Set<Int>) {
        self.graph = graph
        self.requested = requested
        for (position, definition) in graph.definitions.enumerated()
        where definition.lifecycle.takesPartInStart && definition.scope == .shared {
            unfinished.insert(position)
        }
        var unvisited = unfinished.sorted()
        while let position = unvisited.popLast() {
            guard open[position] == nil else { continue }
            let needs = Set(graph.startedFirst(before: position))
            open[position] = needs.count
            for need in needs {
                dependents[need, default: []].append(position)
                unvisited.append(need)
            }
        }
        ready = open.filter { $0.value == 0 }.keys.sorted()
    }

    /// The positions of the services that can start now, each once.
    package mutating func next() -> [Int] {
        var starting: [Int] = []
        while let position = ready.popLast() {
            // The others only lead to services that take part.
            if unfinished.contains(position) { starting.append(position) } else { finish(position) }
        }
        return starting
    }

    /// A service has started.
    package mutating func finish(_ position: Int) {
        unfinished.remove(position)
        for dependent in dependents[position] ?? [] {
            open[dependent, default: 0] -= 1
            if open[dependent] == 0 { ready.append(dependent) }
        }
    }

    /// The services that are built before another one.
    package func needs(of position: Int) -> [Int] { graph.startedFirst(before: position) }

    /// The services that have not started and that a service, which has been built, uses without saying so in its definition.
    package mutating func found(by position: Int) -> Set<Int> {
        var unvisited = Array(requested(position))
        if unvisited.isEmpty { return [] }
        var found: Set<Int> = []
        var visited: Set<Int> = [position]
        while let need = unvisited.popLast() {
            guard !settled.contains(need), visited.insert(need).inserted else { continue }
            if unfinished.contains(need) {
                found.insert(need)
            } else if !graph.definitions[need].lifecycle.takesPartInStart {
                unvisited += graph.startedFirst(before: need)
                unvisited += requested(need)
            }
        }
        if found.isEmpty { settled.formUnion(visited.subtracting([position])) }
        return found
    }
}

extension DefinitionGraph {
    /// The positions of the services that are built before another one, or that it states to start after.
    fileprivate func startedFirst(before position: Int) -> [Int] {
        let built = facts.dependencies[position].edges.filter(\.isBuiltFirst).compactMap { edge in
            edge.target.flatMap { table.target(ofDefinitionAt: $0) }
        }
        return built + definitions[position].lifecycle.after.compactMap { table.target(of: $0.id) }
    }
}

/// The services with an asynchronous build that required slots get: a resolve that can await builds them before the owners of the
/// slots.
///
/// What a slot gets is known before its owner exists only as far as rules, exposures, and types tell, so an instance may be built that no
/// slot needs. An instance of scope transient is for one slot alone, and cannot be built before; but what it is built from can be.
package struct AsynchronousSlots: Sendable {
    private let asynchronous: AsynchronousServices
    private let definitions: Int
    /// By node, the nodes that it needs and that lead to awaited services.
    private let next: [Int: [Int]]
    /// By node, the awaited services that it needs.
    private let awaited: [Int: [Int]]

    /// Nil if no slot leads to such a service.
    package init?(_ graph: DefinitionGraph, _ asynchronous: AsynchronousServices) {
        let slots = SlotDependencies(graph)
        guard !slots.fills.isEmpty else { return nil }
        let nodes = SlotNodes(graph, slots, asynchronous)
        awaited = nodes.awaited
        guard !awaited.isEmpty else { return nil }
        self.asynchronous = asynchronous
        next = nodes.ways(to: awaited.keys.sorted())
        definitions = graph.definitions.count
    }

    /// Whether slots lead from a service to one with an asynchronous build.
    package func concerns(_ position: Int) -> Bool { next[position] != nil }

    /// The positions of the services to build before another one, each once; `isReady` tells whether a service has an instance.
    ///
    /// The values of an asynchronous service are not included: its build awaits them.
    package func needs(of position: Int, unless isReady: (Int) -> Bool) -> [Int] {
        guard concerns(position), !isReady(position) else { return [] }
        var needs: [Int] = []
        var seen: Set<Int> = [position]
        var queue = [position]
        var visited = 0
        while visited < queue.count {
            let node = queue[visited]
            visited += 1
            let isFirst = node == position
            for target in isFirst ? [] : awaited[node] ?? [] where seen.insert(target).inserted && !isReady(target) {
                needs.append(target)
            }
            for target in next[node] ?? [] where !seen.contains(target) {
                if target < definitions, isReady(target) || isFirst && asynchronous.contains(target) { continue }
                seen.insert(target)
                queue.append(target)
            }
        }
        return needs
    }
}

/// Definitions, then classes with slots, then the values that are injected into them, each with the nodes that are built first.
private struct SlotNodes {
    /// What a build that awaits slots does with a node.
    private enum Kind {
        /// Builds it synchronously, with everything that it needs; also for classes and injected values.
        case synchronous
        /// Builds it before.
        case awaited
        /// Builds it synchronously for one slot, after what it needs.
        case builtAfterNeeds
        /// Ignores it: no slot can await it.
        case ignored
    }

    private let kinds: [Kind]
    private var needs: [[Int]]
    private let firstSource: Int

    init(_ graph: DefinitionGraph, _ slots: SlotDependencies, _ asynchronous: AsynchronousServices) {
        let definitions = graph.definitions.count
        let firstSource = definitions + slots.owners.count
        self.firstSource = firstSource
        needs = graph.facts.dependencies.map { dependencies in
            dependencies.edges.compactMap { edge in
                // A service that is passed later belongs to the same build.
                guard edge.isBuiltFirst || edge.reference.kind == .later else { return nil }
                return edge.target.flatMap { graph.table.target(ofDefinitionAt: $0) }
            }
        }
        needs += [[Int]](repeating: [], count: slots.owners.count) + slots.sources
        for (owner, positions) in slots.owners.enumerated() {
            for position in positions where position < definitions { needs[position].append(definitions + owner) }
        }
        for fill in slots.fills { needs[definitions + fill.owner].append(firstSource + fill.source) }
        kinds = needs.indices.map { node in
            guard node < definitions, asynchronous.contains(node) else { return .synchronous }
            // The arguments are known where it is used.
            if graph.facts.arguments[node] != nil { return .ignored }
            if graph.definitions[node].scope != .transient { return .awaited }
            return asynchronous.cause(ofServiceAt: node) == nil ? .builtAfterNeeds : .ignored
        }
    }

    /// By injected value, and by transient service, the awaited services that it needs.
    var awaited: [Int: [Int]] {
        var awaited: [Int: [Int]] = [:]
        for node in needs.indices where node >= firstSource || kinds[node] == .builtAfterNeeds {
            let found = needs[node].filter { kinds[$0] == .awaited }
            if !found.isEmpty { awaited[node] = found }
        }
        return awaited
    }

    /// By node, the nodes by which it leads to one of the `ends`.
    func ways(to ends: [Int]) -> [Int: [Int]] {
        var users: [[Int]] = Array(repeating: [], count: needs.count)
        for (node, needs) in needs.enumerated() {
            for target in needs where kinds[target] == .synchronous || kinds[target] == .builtAfterNeeds {
                users[target].append(node)
            }
        }
        var ways: [Int: [Int]] = [:]
        var seen = Set(ends)
        var queue = ends
        while let node = queue.popLast() {
            for user in users[node] {
                ways[user, default: []].append(node)
                if seen.insert(user).inserted { queue.append(user) }
            }
        }
        return ways.mapValues { $0.sorted() }
    }
}

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
            guard definitions.contains(where: { $0.aliasTarget == nil }), let start = definitions.first else {
                return nil
            }
            if let fault = decoratorThatNeedsItself(cycle, graph) { return fault }
            return .serviceCycle(
                definitions.map(\.id), others: members.count - cycle.count + 1, at: start.origin.location)
        }
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

/// By the position of a service: the positions of those that are built before it, as a range of one list.
struct BuiltFirst {
    private var targets: [Int] = []
    private var parts: [Range<Int>] = []

    init(_ graph: DefinitionGraph) {
        parts.reserveCapacity(graph.facts.dependencies.count)
        for needs in graph.facts.dependencies {
            let first = targets.count
            for edge in needs.edges where edge.isBuiltFirst {
                if let target = edge.target { targets.append(target) }
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

/// The strongly connected components of the services, found by Tarjan's algorithm in one traversal.
private struct StronglyConnectedComponents {
    /// The members of each component, in the order in which they were found.
    private(set) var all: [[Int]] = []
    private let needs: BuiltFirst
    /// By position: when the service was visited, counted from one; zero before that.
    private var found: [Int]
    /// By position: the earliest service on the path that is reachable from it.
    private var earliest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0

    init(_ needs: BuiltFirst) {
        self.needs = needs
        found = Array(repeating: 0, count: needs.count)
        earliest = found
        isOpen = Array(repeating: false, count: needs.count)
        for start in 0..<needs.count where found[start] == 0 && !needs.edges(of: start).isEmpty { visit(start) }
    }

    /// Depth first without recursion, so that a chain of ten thousand services does not overflow the stack.
    private mutating func visit(_ start: Int) {
        var path = [(position: start, next: enter(start))]
        while let (position, next) = path.last {
            guard next < needs.edges(of: position).upperBound else {
                path.removeLast()
                if let former = path.last {
                    earliest[former.position] = min(earliest[former.position], earliest[position])
                }
                leave(position)
                continue
            }
            path[path.count - 1].next += 1
            let target = needs.target(next)
            if found[target] == 0 {
                path.append((target, enter(target)))
            } else if isOpen[target] {
                earliest[position] = min(earliest[position], found[target])
            }
        }
    }

    private mutating func enter(_ position: Int) -> Int {
        count += 1
        found[position] = count
        earliest[position] = count
        isOpen[position] = true
        open.append(position)
        return needs.edges(of: position).lowerBound
    }

    /// Completes the component that begins with the service.
    private mutating func leave(_ position: Int) {
        guard earliest[position] == found[position], let first = open.lastIndex(of: position) else { return }
        let members = Array(open[first...])
        open.removeLast(members.count)
        for member in members { isOpen[member] = false }
        if members.count > 1 || needs.edges(of: position).contains(where: { needs.target($0) == position }) {
            all.append(members)
        }
    }
}

extension Dependencies.Edge {
    /// Whether the dependency is built before its user; a handle builds it later.
    package var isBuiltFirst: Bool { reference.kind == .required || reference.kind == .optional }
}

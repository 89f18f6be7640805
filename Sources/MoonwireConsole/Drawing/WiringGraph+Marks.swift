extension WiringGraph {
    /// The graph with marks for cycles and captive dependencies.
    package func marked() -> WiringGraph {
        var marker = Marker(self)
        marker.markCircles()
        marker.markCaptives()
        return marker.graph
    }
}

private struct Marker {
    var graph: WiringGraph
    private let indices: [String: Int]
    /// The target of each alias, by position.
    private let aliases: [Int: Int]
    private let ends: [(from: Int, to: Int)?]

    init(_ graph: WiringGraph) {
        self.graph = graph
        let indices = Dictionary(graph.services.enumerated().map { ($1.id, $0) }) { first, _ in first }
        self.indices = indices
        ends = graph.needs.map { need in
            guard let from = indices[need.from], let to = indices[need.to] else { return nil }
            return (from, to)
        }
        let targets = zip(graph.needs, ends).compactMap { need, ends in need.kind == .alias ? ends : nil }
        aliases = Dictionary(targets.map { ($0.from, $0.to) }) { first, _ in first }
    }

    mutating func markCircles() {
        let isEarly = graph.needs.map(\.kind.isBuiltFirst)
        let all = StronglyConnectedComponents(graph.services.count, ends.compactMap(\.self))
        let early = StronglyConnectedComponents(graph.services.count, zip(ends, isEarly).compactMap { $1 ? $0 : nil })
        for (number, need) in ends.enumerated() {
            guard let need else { continue }
            if isEarly[number], early.hold(need) {
                mark(number, need, .cycle)
            } else if all.hold(need) {
                mark(number, need, .lateCycle)
            }
        }
    }

    mutating func markCaptives() {
        for (number, need) in graph.needs.enumerated() where need.isHeld && need.kind.isBuiltFirst {
            guard let (from, to) = ends[number], graph.services[from].scope == "shared", let held = target(of: to),
                ["transient", "graph"].contains(graph.services[held].scope)
            else { continue }
            graph.needs[number].marks.append(.captive)
            graph.services[from].mark(.captive)
        }
    }

    private mutating func mark(_ number: Int, _ need: (from: Int, to: Int), _ mark: WiringGraph.Mark) {
        graph.needs[number].marks.append(mark)
        graph.services[need.from].mark(mark)
        graph.services[need.to].mark(mark)
    }

    /// The service to which aliases lead; nil for aliases in a cycle.
    private func target(of first: Int) -> Int? {
        var current = first
        for _ in 0...aliases.count {
            guard let next = aliases[current] else { return current }
            current = next
        }
        return nil
    }
}

extension WiringGraph.Service {
    fileprivate mutating func mark(_ mark: WiringGraph.Mark) {
        if !marks.contains(mark) { marks.append(mark) }
    }
}

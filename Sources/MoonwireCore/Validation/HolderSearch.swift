/// Looks for two holders of one instance: from the instance upwards, at the services that are built with it.
struct HolderSearch {
    /// A way from a service down to the instance, by places of definitions.
    struct Way {
        let places: [Int]
        /// The shared service on the way that holds the instance, or the service at its top, which the caller gets.
        let holder: Int
    }

    private let isShared: [Bool]
    /// By the place of a definition, those that hold it, and those that are built with it.
    private var holding: [[Int]]
    private var building: [[Int]]

    init(_ graph: DefinitionGraph) {
        isShared = graph.definitions.map { definition in
            if case .alias = definition.construction { return false }
            return definition.scope.isSharedBetweenThreads
        }
        holding = [[Int]](repeating: [], count: graph.definitions.count)
        building = holding
        for (place, needs) in graph.needs.enumerated() {
            for edge in needs.edges where !edge.isHandle {
                guard let target = edge.target else { continue }
                building[target].append(place)
                if edge.isHeld { holding[target].append(place) }
            }
        }
    }

    /// Two ways from one service to the instance through different holders; nil when there are none.
    func ways(to instance: Int) -> [Way]? {
        let (below, holders) = holders(of: instance)
        // All ways to an instance that only one service refers to lead through that one.
        guard below.count > 1 else { return nil }
        var search = Ascent(below: below, holders: holders)
        while let place = search.next() {
            for upper in building[place] {
                if let found = search.climb(from: place, to: upper, isShared: isShared[upper]) { return found }
            }
        }
        return nil
    }

    /// The shared services that hold the instance, and the next place downwards from each that leads to it.
    private func holders(of instance: Int) -> (below: [Int: Int], holders: [Int]) {
        var below: [Int: Int] = [:]
        var holders: [Int] = []
        var queue = [instance]
        while let place = queue.popLast() {
            for upper in holding[place] where upper != instance && below[upper] == nil {
                below[upper] = place
                if isShared[upper] { holders.append(upper) } else { queue.append(upper) }
            }
        }
        return (below, holders)
    }
}

/// Climbs from all holders at once; where the ways of two of them meet, one service leads to both.
private struct Ascent {
    /// Below holders and what leads to the instance without one.
    private let direct: [Int: Int]
    private var below: [Int: Int] = [:]
    private var holder: [Int: Int] = [:]
    private var queue: [Int]

    init(below: [Int: Int], holders: [Int]) {
        direct = below
        queue = holders
        for place in holders { holder[place] = place }
    }

    mutating func next() -> Int? { queue.popLast() }

    mutating func climb(from place: Int, to upper: Int, isShared: Bool) -> [HolderSearch.Way]? {
        guard let holder = holder[place] else { return nil }
        if let other = self.holder[upper] {
            guard other != holder else { return nil }
            return [way(upper, other), HolderSearch.Way(places: [upper] + way(place, holder).places, holder: holder)]
        }
        self.holder[upper] = holder
        below[upper] = place
        queue.append(upper)
        guard !isShared, direct[upper] != nil else { return nil }
        return [HolderSearch.Way(places: descent(upper), holder: upper), way(upper, holder)]
    }

    private func way(_ top: Int, _ holder: Int) -> HolderSearch.Way {
        var places = [top]
        while let last = places.last, last != holder, let next = below[last] { places.append(next) }
        return HolderSearch.Way(places: places + descent(holder).dropFirst(), holder: holder)
    }

    /// From a place that leads to the instance without climbing.
    private func descent(_ top: Int) -> [Int] {
        Array(sequence(first: top) { direct[$0] })
    }
}

extension Needs.Edge {
    /// Whether a handle arrives, which builds later.
    fileprivate var isHandle: Bool { reference.kind == .lazy || reference.kind == .provider }

    /// Whether the service that needs the other can keep it: what its factory belongs to it does not get.
    fileprivate var isHeld: Bool {
        switch (inner?.site ?? site).part {
        case .factory, .uses, .type: false
        case .argument, .position, .property, .call, .alias: true
        }
    }
}

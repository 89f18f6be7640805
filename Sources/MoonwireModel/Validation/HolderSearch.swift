/// Searches for two holders of one instance: from the instance upward, through the services that are built with it.
struct HolderSearch {
    /// A path from a service down to the instance, by position of definitions.
    struct Way {
        let positions: [Int]
        /// The shared service on the path that holds the instance, or the service at its start, which the caller gets.
        let holder: Int
    }

    /// The nodes: definitions, then classes that the application creates, then classes with slots, and the values
    /// injected into slots.
    ///
    /// The last two are only intermediate nodes.
    private let isShared: [Bool]
    /// By position, the services that hold it, and those that are built with it.
    private var holding: [[Int]]
    private var building: [[Int]]
    /// For each class with slots, and for each injected value, a service that has such a slot.
    private var owners: [Int]
    private var ascent: Ascent
    /// The remaining number of nodes and references to visit, for all instances together.
    private var effort = Self.effortOfOneCheck

    /// Visiting this many takes less than a second.
    private static let effortOfOneCheck = 1 << 26

    /// Whether the limit ended the search before every instance was examined.
    var isExhausted: Bool { effort < 0 }

    /// - Parameters:
    /// - fills: The values that are injected into slots.
    /// - withUses: Whether a function counts as a holder of the services in its `uses`, and the result of a factory method as a
    ///   holder of the receiver.
    init(_ graph: DefinitionGraph, _ needs: SlotDependencies, _ fills: [SlotDependencies.Fill], withUses: Bool = false)
    {
        let shared = graph.definitions.map { definition in
            if case .alias = definition.construction { return false }
            return definition.scope.isSharedBetweenThreads
        }
        // The application holds the owners that it creates.
        let others = graph.layers.owners.count + needs.owners.count + needs.sources.count
        isShared = shared + [Bool](repeating: false, count: others)
        holding = [[Int]](repeating: [], count: isShared.count)
        building = holding
        ascent = Ascent(positions: isShared.count)
        owners = needs.owners.map { $0[0] } + [Int](repeating: 0, count: needs.sources.count)
        for (position, needs) in graph.facts.dependencies.enumerated() {
            for edge in needs.edges where !edge.reference.isHandle {
                guard let target = edge.target else { continue }
                building[target].append(position)
                if edge.isHeld || withUses && edge.mayBeHeld { holding[target].append(position) }
            }
        }
        add(needs, fills)
    }

    /// An injected value leads to the classes into which it is injected, and those to their services.
    private mutating func add(_ needs: SlotDependencies, _ fills: [SlotDependencies.Fill]) {
        let firstClass = isShared.count - owners.count
        let firstSource = firstClass + needs.owners.count
        var isUsed = [Bool](repeating: false, count: owners.count)
        for fill in fills {
            let (upper, source) = (firstClass + fill.owner, firstSource + fill.source)
            connect(source, to: upper)
            if !isUsed[fill.owner] {
                isUsed[fill.owner] = true
                for position in needs.owners[fill.owner] { connect(upper, to: position) }
            }
            let number = needs.owners.count + fill.source
            if !isUsed[number] {
                isUsed[number] = true
                owners[number] = needs.owners[fill.owner][0]
                for target in needs.sources[fill.source] { connect(target, to: source) }
            }
        }
    }

    private mutating func connect(_ lower: Int, to upper: Int) {
        building[lower].append(upper)
        holding[lower].append(upper)
    }

    /// The path of services alone.
    private func byServices(_ way: Way) -> Way {
        let firstClass = isShared.count - owners.count
        let service = { (position: Int) in position < firstClass ? position : owners[position - firstClass] }
        let top = way.positions.first.map { [service($0)] } ?? []
        return Way(positions: top + way.positions.dropFirst().filter { $0 < firstClass }, holder: service(way.holder))
    }

    /// Two paths from one service to the instance through different holders; nil if there are none, or if the limit is reached.
    mutating func ways(to instance: Int) -> [Way]? {
        let holders = findHolders(of: instance)
        // All paths to an instance that only one service refers to lead through that service.
        guard ascent.direct.count > 1 else { return nil }
        ascent.begin(from: holders)
        while let position = ascent.next(), spend(1 + building[position].count) {
            for upper in building[position] {
                guard let found = ascent.climb(from: position, to: upper, isShared: isShared[upper]) else { continue }
                guard spend(found.map(\.positions.count).reduce(0, +)) else { return nil }
                return found.map(byServices)
            }
        }
        return nil
    }

    /// Finds the shared services that hold the instance, and for each node that leads to it the next node downward.
    private mutating func findHolders(of instance: Int) -> [Int] {
        ascent.direct.removeAll()
        var holders: [Int] = []
        var queue = [instance]
        while let position = queue.popLast(), spend(1 + holding[position].count) {
            for upper in holding[position] where upper != instance && ascent.direct[upper] == nil {
                ascent.direct[upper] = position
                if isShared[upper] { holders.append(upper) } else { queue.append(upper) }
            }
        }
        return holders
    }

    private mutating func spend(_ steps: Int) -> Bool {
        effort -= steps
        return !isExhausted
    }
}

/// A map from nodes to nodes that is cleared in constant time.
private struct PositionMap {
    private var values: [Int]
    private var rounds: [Int]
    private var round = 1
    private(set) var count = 0

    init(positions: Int) {
        values = [Int](repeating: 0, count: positions)
        rounds = values
    }

    subscript(position: Int) -> Int? {
        get { rounds[position] == round ? values[position] : nil }
        set {
            guard let newValue else { return }
            if rounds[position] != round { count += 1 }
            values[position] = newValue
            rounds[position] = round
        }
    }

    mutating func removeAll() {
        round += 1
        count = 0
    }
}

/// Climbs from all holders at once; where the paths of two of them meet, one service leads to both.
private struct Ascent {
    /// Below holders, and for nodes that lead to the instance without a holder.
    var direct: PositionMap
    private var below: PositionMap
    private var holder: PositionMap
    private var queue: [Int] = []

    init(positions: Int) {
        direct = PositionMap(positions: positions)
        below = direct
        holder = direct
    }

    mutating func begin(from holders: [Int]) {
        below.removeAll()
        holder.removeAll()
        queue = holders
        for position in holders { holder[position] = position }
    }

    mutating func next() -> Int? { queue.popLast() }

    mutating func climb(from position: Int, to upper: Int, isShared: Bool) -> [HolderSearch.Way]? {
        guard let holder = holder[position] else { return nil }
        if let other = self.holder[upper] {
            guard other != holder else { return nil }
            return [
                way(upper, other),
                HolderSearch.Way(positions: [upper] + way(position, holder).positions, holder: holder),
            ]
        }
        self.holder[upper] = holder
        below[upper] = position
        queue.append(upper)
        guard !isShared, direct[upper] != nil else { return nil }
        return [HolderSearch.Way(positions: descent(upper), holder: upper), way(upper, holder)]
    }

    private func way(_ top: Int, _ holder: Int) -> HolderSearch.Way {
        var positions = [top]
        while let last = positions.last, last != holder, let next = below[last] { positions.append(next) }
        return HolderSearch.Way(positions: positions + descent(holder).dropFirst(), holder: holder)
    }

    /// For a node that leads to the instance without climbing.
    private func descent(_ top: Int) -> [Int] {
        Array(sequence(first: top) { direct[$0] })
    }
}

extension ServiceReference {
    /// Whether the dependency is a handle, which builds later.
    var isHandle: Bool { kind == .lazy || kind == .provider }
}

extension Dependencies.Edge {
    /// Whether the dependent service receives the other only if a function or a factory method passes it on.
    fileprivate var mayBeHeld: Bool {
        if case .uses = (inner?.valuePath ?? valuePath).part { return true }
        return isOfFactory
    }

    /// Whether the dependent service can keep the other: it does not receive the receiver of its factory method.
    fileprivate var isHeld: Bool {
        if isOfFactory { return false }
        switch (inner?.valuePath ?? valuePath).part {
        case .factory, .uses, .after, .type: return false
        case .argument, .position, .property, .call, .alias: return true
        }
    }
}

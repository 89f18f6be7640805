/// Determines which decorators wrap which services, and in which order.
///
/// A decorator of another decorator's id wraps that one directly, below the decorators that wrap both.
struct DecoratorStacks {
    /// A decorator in its list.
    struct Level {
        let decorator: Decorator
        /// The index of the outermost level that wraps this decorator itself, or its own index: the target of its id.
        let outermost: Int
    }

    /// By the position of the wrapped service: its decorators, innermost first.
    private(set) var stacks: [(position: Int, levels: [Level])] = []
    /// Decorators without a target; their references are still checked.
    private(set) var baseless: [Decorator] = []
    private(set) var faults: [Diagnostic] = []
    private let merged: MergedLayers
    private let names: KnownNames
    /// By the position of a decorator, the position that it wraps.
    private let decorated: [MergedLayers.Decorated]
    /// By the wrapped definition, the positions of its decorators, innermost first.
    private var children: [MergedLayers.Decorated: [Int]] = [:]
    private var isPlaced: [Bool]

    init(_ merged: MergedLayers) {
        self.merged = merged
        names = KnownNames { [merged] in merged.index.names + merged.decorators.compactMap(\.name) }
        decorated = merged.decorated()
        isPlaced = merged.decorators.map { _ in false }
        for (position, decorated) in decorated.enumerated() { children[decorated, default: []].append(position) }
        // Stable: equal priorities keep the written order, outward.
        children = children.mapValues { positions in
            positions.sorted {
                (merged.decorators[$1].priority, $0) < (merged.decorators[$0].priority, $1)
            }
        }
        findStacks()
        findBaseless()
        reportCycles()
    }

    private mutating func findStacks() {
        let services = children.keys.compactMap { if case .service(let position) = $0 { position } else { nil } }
        for service in services.sorted() {
            let order = inside(of: children[.service(service)] ?? [])
            let last = lastLevels(of: order)
            let levels = order.enumerated().map { Level(decorator: merged.decorators[$1], outermost: last[$0]) }
            stacks.append((service, levels))
        }
    }

    /// The decorators, each followed by those that wrap it; without recursion, because scripts may nest them without limit.
    private mutating func inside(of positions: [Int]) -> [Int] {
        var order: [Int] = []
        var open = Array(positions.reversed())
        while let position = open.popLast() {
            isPlaced[position] = true
            order.append(position)
            open += (children[.decorator(position)] ?? []).reversed()
        }
        return order
    }

    /// For each decorator in an order from ``inside(of:)``, the index of the last one that wraps it.
    private func lastLevels(of order: [Int]) -> [Int] {
        var numbers: [Int: Int] = [:]
        for (number, position) in order.enumerated() { numbers[position] = number }
        var last = Array(order.indices)
        for number in order.indices.reversed() {
            guard let child = children[.decorator(order[number])]?.last, let outer = numbers[child] else { continue }
            last[number] = last[outer]
        }
        return last
    }

    private mutating func findBaseless() {
        let unknown = children[.unknown] ?? []
        for position in unknown.sorted() where !merged.decorators[position].isOptional {
            let decorator = merged.decorators[position]
            let isAbstract = merged.abstracts[decorator.target] != nil
            let near = isAbstract ? [] : names.nearest(to: decorator.target)
            faults.append(.nothingToDecorate(decorator, isAbstract: isAbstract, near: near))
            addBaseless([position])
        }
        addBaseless((children[.brokenAlias] ?? []).sorted())
        reportAroundOptional(unknown.filter { merged.decorators[$0].isOptional })
    }

    private mutating func addBaseless(_ positions: [Int]) {
        for position in inside(of: positions) { baseless.append(merged.decorators[position]) }
    }

    /// A decorator that is dropped because its target may be missing leaves no target for those that wrap it.
    private mutating func reportAroundOptional(_ positions: [Int]) {
        var open = positions
        while let position = open.popLast() {
            isPlaced[position] = true
            for child in children[.decorator(position)] ?? [] {
                if merged.decorators[child].isOptional {
                    open.append(child)
                    continue
                }
                let near = names.nearest(to: merged.decorators[child].target)
                faults.append(.nothingToDecorate(merged.decorators[child], isAbstract: false, near: near))
                addBaseless([child])
            }
        }
    }

    /// The remaining ones wrap themselves, or a decorator that does.
    private mutating func reportCycles() {
        for position in merged.decorators.indices where !isPlaced[position] {
            var seen: Set<Int> = []
            var current = position
            while seen.insert(current).inserted,
                case .decorator(let next) = decorated[current]
            {
                current = next
            }
            for member in inside(ofCycleAt: current) { baseless.append(merged.decorators[member]) }
            faults.append(.decoratesItself(merged.decorators[current]))
        }
    }

    private mutating func inside(ofCycleAt position: Int) -> [Int] {
        var order: [Int] = []
        var open = [position]
        while let next = open.popLast() {
            if isPlaced[next] { continue }
            isPlaced[next] = true
            order.append(next)
            open += (children[.decorator(next)] ?? []).filter { !isPlaced[$0] }
        }
        return order
    }
}

/// Which arrows of a graph lie on a circle: those whose ends reach each other, by Tarjan's algorithm.
struct StronglyConnectedComponents {
    private typealias Step = (place: Int, next: Int)

    /// By place, the number of the part in which everything reaches everything.
    private var parts: [Int?]
    private var targets: [[Int]]
    private var order: [Int?]
    /// By place, the earliest place on the stack that it is known to reach, by order.
    private var reach: [Int]
    private var stack: [Int] = []
    private var isOnStack: [Bool]
    private var visited = 0

    init(_ count: Int, _ arrows: [(from: Int, to: Int)]) {
        parts = Array(repeating: nil, count: count)
        order = Array(repeating: nil, count: count)
        reach = Array(repeating: 0, count: count)
        isOnStack = Array(repeating: false, count: count)
        targets = Array(repeating: [], count: count)
        for arrow in arrows { targets[arrow.from].append(arrow.to) }
        for start in 0..<count where order[start] == nil { visit(start) }
    }

    /// Whether an arrow lies on a circle; one from a place to itself does.
    func hold(_ arrow: (from: Int, to: Int)) -> Bool { parts[arrow.from] == parts[arrow.to] }

    /// Depth first without recursion: a long chain is no reason to overflow the stack.
    private mutating func visit(_ start: Int) {
        var path: [Step] = []
        enter(start, &path)
        while let (place, next) = path.last {
            guard next < targets[place].count else {
                path.removeLast()
                leave(place)
                if let outer = path.last?.place { reach[outer] = min(reach[outer], reach[place]) }
                continue
            }
            path[path.count - 1].next += 1
            let target = targets[place][next]
            if order[target] == nil {
                enter(target, &path)
            } else if isOnStack[target], let seen = order[target] {
                reach[place] = min(reach[place], seen)
            }
        }
    }

    private mutating func enter(_ place: Int, _ path: inout [Step]) {
        order[place] = visited
        reach[place] = visited
        visited += 1
        stack.append(place)
        isOnStack[place] = true
        path.append((place, 0))
    }

    /// A place that reaches nothing before it closes a part.
    private mutating func leave(_ place: Int) {
        guard reach[place] == order[place] else { return }
        while let member = stack.popLast() {
            parts[member] = place
            isOnStack[member] = false
            if member == place { return }
        }
    }
}

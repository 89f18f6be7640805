/// The strongly connected components of a graph, by Tarjan's algorithm: an edge whose ends are in one component is in a cycle.
struct StronglyConnectedComponents {
    private typealias Step = (place: Int, next: Int)

    /// The component of each node.
    private var parts: [Int?]
    private var targets: [[Int]]
    private var order: [Int?]
    /// The earliest node on the stack that each node is known to reach, by order.
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

    /// Whether an edge is in a cycle; an edge from a node to itself is.
    func hold(_ arrow: (from: Int, to: Int)) -> Bool { parts[arrow.from] == parts[arrow.to] }

    /// A depth-first search without recursion, so that a long chain does not overflow the stack.
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

    /// A node that reaches no earlier node completes a component.
    private mutating func leave(_ place: Int) {
        guard reach[place] == order[place] else { return }
        while let member = stack.popLast() {
            parts[member] = place
            isOnStack[member] = false
            if member == place { return }
        }
    }
}

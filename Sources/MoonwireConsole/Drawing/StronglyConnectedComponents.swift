/// The strongly connected components of a graph, by Tarjan's algorithm: an edge whose ends are in one component is in a cycle.
struct StronglyConnectedComponents {
    private typealias Step = (node: Int, next: Int)

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
        while let (node, next) = path.last {
            guard next < targets[node].count else {
                path.removeLast()
                leave(node)
                if let outer = path.last?.node { reach[outer] = min(reach[outer], reach[node]) }
                continue
            }
            path[path.count - 1].next += 1
            let target = targets[node][next]
            if order[target] == nil {
                enter(target, &path)
            } else if isOnStack[target], let seen = order[target] {
                reach[node] = min(reach[node], seen)
            }
        }
    }

    private mutating func enter(_ node: Int, _ path: inout [Step]) {
        order[node] = visited
        reach[node] = visited
        visited += 1
        stack.append(node)
        isOnStack[node] = true
        path.append((node, 0))
    }

    /// A node that reaches no earlier node completes a component.
    private mutating func leave(_ node: Int) {
        guard reach[node] == order[node] else { return }
        while let member = stack.popLast() {
            parts[member] = node
            isOnStack[member] = false
            if member == node { return }
        }
    }
}

/// The strongly connected components of the services, found by Tarjan's algorithm in one traversal.
struct StronglyConnectedComponents {
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

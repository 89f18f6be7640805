/// The reversed dependencies, in two arrays, however many there are.
struct Dependents {
    private var first: [Int]
    private var links: [(dependent: Int, next: Int)] = []

    /// Creates the table for `count` services, with capacity for about `room` dependencies.
    init(count: Int, links room: Int) {
        first = Array(repeating: -1, count: count)
        links.reserveCapacity(room)
    }

    mutating func add(_ dependent: Int, needing position: Int) {
        links.append((dependent, first[position]))
        first[position] = links.count - 1
    }

    /// Visits the direct dependents of a position.
    func visit(of position: Int, _ visit: (_ dependent: Int) -> Void) {
        var link = first[position]
        while link >= 0 {
            visit(links[link].dependent)
            link = links[link].next
        }
    }

    /// Visits all direct and indirect dependents of the positions.
    ///
    /// `reach` receives a position and its dependency, and returns whether to continue with its dependents.
    func spread(from positions: [Int], _ reach: (_ dependent: Int, _ position: Int) -> Bool) {
        var open = positions
        while let position = open.popLast() {
            var link = first[position]
            while link >= 0 {
                if reach(links[link].dependent, position) { open.append(links[link].dependent) }
                link = links[link].next
            }
        }
    }
}

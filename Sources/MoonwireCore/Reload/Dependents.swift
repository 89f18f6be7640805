/// Who needs what, the wrong way round, in two arrays however many there are.
struct Dependents {
    private var first: [Int]
    private var links: [(dependent: Int, next: Int)] = []

    /// - Parameter links: About how many there will be.
    init(count: Int, links room: Int) {
        first = Array(repeating: -1, count: count)
        links.reserveCapacity(room)
    }

    mutating func add(_ dependent: Int, needing place: Int) {
        links.append((dependent, first[place]))
        first[place] = links.count - 1
    }

    /// Visits what depends on the places, however far away.
    ///
    /// - Parameter reach: gets a place and what it needs; it answers whether what depends on the place follows.
    func spread(from places: [Int], _ reach: (_ dependent: Int, _ place: Int) -> Bool) {
        var open = places
        while let place = open.popLast() {
            var link = first[place]
            while link >= 0 {
                if reach(links[link].dependent, place) { open.append(links[link].dependent) }
                link = links[link].next
            }
        }
    }
}

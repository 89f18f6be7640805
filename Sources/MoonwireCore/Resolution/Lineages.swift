import Synchronization

/// Says that a service of one generation is the same as one of another: an instance goes on from one to the other.
struct Lineage: Hashable {
    fileprivate let number: Int
}

/// The lineages of a generation's services, by place.
struct Lineages: Sendable {
    private static let next = Atomic<Int>(0)

    private let first: Int
    /// By place, what goes on from the former generation; empty in the first one.
    private let inherited: [Int: Int]

    /// The lineages of a first generation.
    init(count: Int) {
        first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        inherited = [:]
    }

    /// - Parameter places: By place in the former generation, the one in this.
    init(count: Int, from former: Lineages, _ places: [Int?]) {
        first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        var inherited: [Int: Int] = [:]
        for (old, new) in places.enumerated() {
            if let new { inherited[new] = former[old].number }
        }
        self.inherited = inherited
    }

    subscript(place: Int) -> Lineage { Lineage(number: inherited[place] ?? first + place) }
}

import MoonwireSupport

/// Says that a service of one generation is the same as one of another: an instance goes on from one to the other.
struct ServiceIdentity: Hashable {
    fileprivate let number: Int
}

/// The identities of a generation's services, by place.
struct ServiceIdentities: Sendable {
    private static let next = Atomic<Int>(0)

    private let first: Int
    /// By place; empty in a first generation, which counts from the first one on.
    private let numbers: [Int]

    /// The identities of a first generation.
    init(count: Int) {
        first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        numbers = []
    }

    /// - Parameter places: By place in the former generation, the one in this.
    init(count: Int, from former: ServiceIdentities, _ places: [Int?]) {
        let first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        var numbers = Array(first..<first + count)
        for (old, new) in places.enumerated() {
            if let new { numbers[new] = former[old].number }
        }
        self.first = first
        self.numbers = numbers
    }

    subscript(place: Int) -> ServiceIdentity {
        ServiceIdentity(number: numbers.isEmpty ? first + place : numbers[place])
    }
}

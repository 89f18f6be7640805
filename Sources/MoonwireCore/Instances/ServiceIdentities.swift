import MoonwireSupport

/// Says that a service of one generation is the same as one of another: an instance goes on from one to the other.
struct ServiceIdentity: Hashable {
    fileprivate let number: Int
}

/// The identities of a generation's services, by position.
struct ServiceIdentities: Sendable {
    private static let next = Atomic<Int>(0)

    private let first: Int
    /// By position; empty in a first generation, which counts from the first one on.
    private let numbers: [Int]

    /// The identities of a first generation.
    init(count: Int) {
        first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        numbers = []
    }

    /// - Parameter positions: By position in the former generation, the one in this.
    init(count: Int, from former: ServiceIdentities, _ positions: [Int?]) {
        let first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        var numbers = Array(first..<first + count)
        for (old, new) in positions.enumerated() {
            if let new { numbers[new] = former[old].number }
        }
        self.first = first
        self.numbers = numbers
    }

    subscript(position: Int) -> ServiceIdentity {
        ServiceIdentity(number: numbers.isEmpty ? first + position : numbers[position])
    }
}

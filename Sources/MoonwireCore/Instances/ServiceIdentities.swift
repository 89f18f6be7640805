import MoonwireSupport

/// Identifies a service across generations: an instance is carried over from one to the other.
struct ServiceIdentity: Hashable {
    fileprivate let number: Int
}

/// The identities of a generation's services, by position.
struct ServiceIdentities: Sendable {
    private static let next = Atomic<Int>(0)

    private let first: Int
    /// By position; empty in a first generation, where the identity is computed from the first number.
    private let numbers: [Int]

    /// The identities of a first generation.
    init(count: Int) {
        first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        numbers = []
    }

    /// Creates the identities of a generation from those of the former one.
    ///
    /// `positions` contains, by position in the former generation, the position in this one.
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

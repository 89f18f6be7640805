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
    /// By position: the numbers under which builds exclude each other; empty if they are the same.
    private let builds: [Int]

    /// The identities of a first generation.
    init(count: Int) {
        first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        numbers = []
        builds = []
    }

    /// Creates the identities of a generation from those of the former one.
    ///
    /// - Parameters:
    ///   - count: The number of services.
    ///   - former: Those of the former generation.
    ///   - positions: By position in the former generation, the position in this one.
    ///   - replaced: The same for services whose instances are replaced, but not while one is built in the former generation.
    ///   - restored: By position in this generation, the identities of services whose instances return from an earlier one.
    init(
        count: Int, from former: ServiceIdentities, _ positions: [Int?], replaced: [Int: Int] = [:],
        restored: [Int: ServiceIdentity] = [:]
    ) {
        let first = Self.next.wrappingAdd(count, ordering: .relaxed).oldValue
        var numbers = Array(first..<first + count)
        for (new, identity) in restored { numbers[new] = identity.number }
        for (old, new) in positions.enumerated() {
            if let new { numbers[new] = former[old].number }
        }
        self.first = first
        self.numbers = numbers
        if replaced.isEmpty, former.builds.isEmpty {
            builds = []
        } else {
            var builds = numbers
            for (old, new) in positions.enumerated() {
                if let new { builds[new] = former.ofBuild(at: old).number }
            }
            for (old, new) in replaced { builds[new] = former.ofBuild(at: old).number }
            self.builds = builds
        }
    }

    /// An identity that no service has.
    static func another() -> ServiceIdentity {
        ServiceIdentity(number: next.wrappingAdd(1, ordering: .relaxed).oldValue)
    }

    /// Builds of the same identity wait for each other, in any generation.
    func ofBuild(at position: Int) -> ServiceIdentity {
        builds.isEmpty ? self[position] : ServiceIdentity(number: builds[position])
    }

    subscript(position: Int) -> ServiceIdentity {
        ServiceIdentity(number: numbers.isEmpty ? first + position : numbers[position])
    }
}

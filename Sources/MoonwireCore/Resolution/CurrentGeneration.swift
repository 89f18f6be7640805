import Synchronization

/// The generation that a container serves from. Handles and resolvers share it, and do not keep the container alive.
final class CurrentGeneration: Sendable {
    /// Keeps whatever was exchanged alive until no reader can see it.
    let gate = ReaderGate()
    /// The address of the generation, retained; zero before the first one and after the container's end.
    private let address = Atomic<UInt>(0)

    /// How many overrides of it are in force, for whichever tasks.
    let overrides = LiveCount()

    /// Reads from the generation, which cannot go meanwhile; nothing may wait in `body`.
    @inline(__always) func peek<R>(_ body: (Generation) -> R?) -> R? {
        gate.read {
            Self.generation(address.load(ordering: .sequentiallyConsistent))?._withUnsafeGuaranteedRef(body)
        }
    }

    /// The generation, leased: it goes on serving until the lease ends. Nil after the container's end.
    func lease() -> Generation? {
        gate.read { () -> Unmanaged<Generation>? in
            let generation = Self.generation(address.load(ordering: .sequentiallyConsistent))
            generation?._withUnsafeGuaranteedRef { $0.leases.begin() }
            return generation?.retain()
        }?.takeRetainedValue()
    }

    func isCurrent(_ generation: Generation) -> Bool {
        address.load(ordering: .sequentiallyConsistent) == Self.address(generation)
    }

    /// Puts a generation in the place of the former one, which the caller must let drain and end.
    func exchange(_ next: Generation?) -> Generation? {
        let fresh = next.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        return Self.generation(address.exchange(fresh, ordering: .sequentiallyConsistent))?.takeRetainedValue()
    }

    @inline(__always) private static func generation(_ address: UInt) -> Unmanaged<Generation>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }

    private static func address(_ generation: Generation) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(generation).toOpaque())
    }
}

/// Counts what is in force somewhere; asking whether there is any costs next to nothing.
final class LiveCount: Sendable {
    private let count = Atomic<Int>(0)

    @inline(__always) var isAny: Bool { count.load(ordering: .relaxed) != 0 }

    func begin() { count.wrappingAdd(1, ordering: .relaxed) }
    func end() { count.wrappingSubtract(1, ordering: .relaxed) }
}

/// Counts who still resolves in a generation; the container itself holds the first lease, until the next generation.
final class Leases: Sendable {
    private let count = Atomic<Int>(1)

    @inline(__always) func begin() {
        count.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Begins a lease unless the last one has ended: nobody resolves in a generation that is over.
    func beginIfHeld() -> Bool {
        var known = count.load(ordering: .sequentiallyConsistent)
        while known > 0 {
            let (exchanged, original) = count.compareExchange(
                expected: known, desired: known + 1, ordering: .sequentiallyConsistent)
            if exchanged { return true }
            known = original
        }
        return false
    }

    /// Ends a lease; true for the last one.
    func end() -> Bool {
        count.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0
    }
}

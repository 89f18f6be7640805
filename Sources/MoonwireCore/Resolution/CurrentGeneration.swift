import MoonwireSupport

/// The generation that a container serves from. Handles and resolvers share it, and do not keep the container alive.
final class CurrentGeneration: Sendable {
    /// Keeps whatever was exchanged alive until no reader can see it.
    let gate = ReaderGate()
    /// The address of the generation, retained; zero before the first one and after the container's end.
    private let address = Atomic<UInt>(0)

    /// Who wants to know what is built.
    let recordings = Recordings()
    private let generations = Atomic<Int>(0)

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

    /// Numbers the generations of the container, from 1.
    func nextNumber() -> Int { generations.wrappingAdd(1, ordering: .relaxed).newValue }

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

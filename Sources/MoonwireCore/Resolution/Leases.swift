import MoonwireSupport

/// Counts the resolves in a generation; the container itself holds the first lease, until the next generation.
struct Leases: ~Copyable, Sendable {
    private let count = Atomic<Int>(1)

    /// The number of leases at this moment.
    var held: Int { count.load(ordering: .relaxed) }

    @inline(__always) func begin() {
        count.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Begins a lease unless the last one has ended: no thread resolves in a generation that is over.
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

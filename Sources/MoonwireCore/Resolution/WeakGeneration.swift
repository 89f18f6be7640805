/// A reference to a generation that does not keep it alive.
///
/// It is not a weak reference of the runtime: one of those moves the counts of its object into a separate table, and every
/// retain of the object is then slower.
final class WeakGeneration: Sendable {
    /// Represents the container without keeping it alive.
    let current: CurrentGeneration
    /// The one for the generation below all overrides.
    var lowest: WeakGeneration { below ?? self }

    /// The number of the first generation with the same scripts.
    let wiring: Int
    private let below: WeakGeneration?
    let leases = Leases()
    /// Valid while there is a lease, because the leases own the generation.
    private unowned(unsafe) let generation: Generation

    init(_ generation: Generation) {
        self.generation = generation
        current = generation.context.current
        wiring = generation.context.wiring
        below = generation.context.base?.reference.lowest
    }

    /// Whether the last lease has ended.
    var isOver: Bool { leases.held == 0 }

    /// The leased generation, unless it is over; the caller ends the lease.
    func lease() -> Generation? { leases.beginIfHeld() ? generation : nil }
}

import MoonwireSupport

/// The optional slots of a class that a generation cannot fill, as a read of each has found: further reads do not search again.
///
/// Each service has its own, because the first read of a slot records a dependency of the service of its owner.
final class EmptySlots: Sendable {
    /// More slots of one class are searched at each read.
    static let most = 64

    private let numbers = Atomic<UInt64>(0)

    /// Whether a slot is one of them, by its number from 1.
    @inline(__always) func contains(_ number: UInt8) -> Bool {
        numbers.load(ordering: .acquiring) & Self.bit(number) != 0
    }

    fileprivate func insert(_ number: UInt8) {
        numbers.store(numbers.load(ordering: .relaxed) | Self.bit(number), ordering: .releasing)
    }

    fileprivate func removeAll() { numbers.store(0, ordering: .releasing) }

    @inline(__always) private static func bit(_ number: UInt8) -> UInt64 {
        1 &<< UInt64(truncatingIfNeeded: number &- 1)
    }
}

/// The slots of a container that its current generation cannot fill.
final class EmptySlotsOfContainer: Sendable {
    private struct Key: Hashable {
        let table: ObjectIdentifier
        let service: String?
    }

    private let known = Lock<[Key: EmptySlots]>([:])

    /// Those of the owners of a class that belong to a service; `service` is nil for the others.
    func slots(of table: SlotTable, service: String?) -> EmptySlots {
        let key = Key(table: ObjectIdentifier(table), service: service)
        return known.withLock { known in
            if let slots = known[key] { return slots }
            let slots = EmptySlots()
            known[key] = slots
            return slots
        }
    }

    /// Adds a slot that a generation cannot fill, if that is the current one.
    func insert(_ number: UInt8, in slots: EmptySlots, if isCurrent: () -> Bool) {
        known.withLock { _ in if isCurrent() { slots.insert(number) } }
    }

    /// Removes all slots, for another generation.
    func removeAll() {
        known.withLock { known in for slots in known.values { slots.removeAll() } }
    }
}

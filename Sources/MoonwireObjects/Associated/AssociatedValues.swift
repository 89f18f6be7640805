import MoonwireSupport

/// The associated values of the objects whose addresses belong to a shard.
///
/// An entry refers to its object weakly: one that has ended is nil, even if another object has its address.
final class AssociatedValues: Sendable {
    private struct Entry {
        weak var owner: AnyObject?
        var values: [ObjectIdentifier: Value] = [:]

        init(_ owner: AnyObject) {
            self.owner = owner
        }
    }

    /// A value retains the identity of its key, whose address no other key can have meanwhile.
    private struct Value {
        let key: AssociatedIdentity
        let box: any AssociatedBox
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var entriesAfterSweep = leastEntries
    }

    private static let leastEntries = 16
    private static let shards = (0..<16).map { _ in AssociatedValues() }

    private let state = Lock(State())

    /// The number of objects that have values, or have had them and have not been removed.
    static var count: Int { shards.reduce(0) { $0 + $1.state.withLock { $0.entries.count } } }

    /// The values of the objects at addresses like that of the owner.
    static func of(_ owner: AnyObject) -> AssociatedValues {
        let address = UInt(bitPattern: Unmanaged.passUnretained(owner).toOpaque())
        return shards[Int((address >> 4 ^ address >> 12) % UInt(shards.count))]
    }

    func read(_ key: AssociatedIdentity, of owner: AnyObject) -> (any AssociatedBox)? {
        state.withLock { state in
            guard let entry = state.entries[ObjectIdentifier(owner)], entry.owner === owner else { return nil }
            return entry.values[ObjectIdentifier(key)]?.box
        }
    }

    func set(_ box: (any AssociatedBox)?, _ key: AssociatedIdentity, of owner: AnyObject) {
        let removed = state.withLock { state in
            if box == nil, state.entries[ObjectIdentifier(owner)] == nil { return Removed() }
            var removed = Self.prepare(owner, &state)
            if let former = state.entries[ObjectIdentifier(owner)] { removed.entries.append(former) }
            state.entries[ObjectIdentifier(owner)]?.values[ObjectIdentifier(key)] = box.map { Value(key: key, box: $0) }
            if state.entries[ObjectIdentifier(owner)]?.values.isEmpty == true {
                state.entries[ObjectIdentifier(owner)] = nil
            }
            return removed
        }
        // Released without the lock: values may run code when they end.
        withExtendedLifetime(removed) {}
    }

    /// Sets a value unless there is one, and returns the one that counts.
    func setIfNone(_ box: any AssociatedBox, _ key: AssociatedIdentity, of owner: AnyObject) -> Any? {
        let (kept, removed) = state.withLock { state in
            let removed = Self.prepare(owner, &state)
            let known = state.entries[ObjectIdentifier(owner)]?.values[ObjectIdentifier(key)]?.box
            if let known = known?.unboxed { return (known as Any?, removed) }
            state.entries[ObjectIdentifier(owner)]?.values[ObjectIdentifier(key)] = Value(key: key, box: box)
            return (box.unboxed, removed)
        }
        withExtendedLifetime(removed) {}
        return kept
    }

    /// What is released without the lock.
    private struct Removed {
        var entries: [Entry] = []
        /// The objects that a sweep has found, to which nothing else may refer meanwhile.
        var owners: [AnyObject] = []
    }

    /// Makes an entry for an object, and returns those that were removed: of ended objects.
    ///
    /// A sweep costs as much as the entries that were added since the last one.
    private static func prepare(_ owner: AnyObject, _ state: inout State) -> Removed {
        var removed = Removed()
        if let former = state.entries[ObjectIdentifier(owner)] {
            if former.owner === owner { return removed }
            removed.entries.append(former)
        }
        state.entries[ObjectIdentifier(owner)] = Entry(owner)
        guard state.entries.count > state.entriesAfterSweep else { return removed }
        for (address, entry) in state.entries {
            if let owner = entry.owner {
                removed.owners.append(owner)
            } else {
                removed.entries.append(entry)
                state.entries[address] = nil
            }
        }
        state.entriesAfterSweep = max(leastEntries, 2 * state.entries.count)
        return removed
    }
}

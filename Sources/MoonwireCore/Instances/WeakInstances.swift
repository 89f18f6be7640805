import MoonwireSupport

/// The instances of weak services, by position, while other objects hold them.
final class WeakInstances: Sendable {
    private struct Entry: @unchecked Sendable {  // Weak references are thread-safe.
        weak var object: AnyObject?
        let provenance: Provenance
    }

    private let entries = Lock<[Int: Entry]>([:])

    subscript(position: Int) -> AnyObject? { entries.withLock { $0[position]?.object } }

    /// The result of storing an instance.
    enum Filling {
        case filled
        /// Another instance exists, which other objects may hold.
        case taken(AnyObject)
        /// The position was cleared since the instance was built or judged.
        case cleared
    }

    /// Stores an instance unless another one exists.
    ///
    /// `isCleared` returns whether the position was cleared too late for the instance. It is called under the lock that
    /// ``remove(_:)`` takes after each clearing, so no outdated instance is visible, not even for a moment.
    func fill(_ instance: AnyObject, at position: Int, _ provenance: Provenance, unless isCleared: () -> Bool)
        -> Filling
    {
        // The former entry and the visited instance must be released outside the lock.
        let (former, filling): (Entry?, Filling) = entries.withLock { entries in
            if isCleared() { return (nil, .cleared) }
            if let living = entries[position]?.object, living !== instance { return (nil, .taken(living)) }
            return (entries.updateValue(Entry(object: instance, provenance: provenance), forKey: position), .filled)
        }
        return withExtendedLifetime(former) { filling }
    }

    func remove(_ position: Int) {
        // The entry may be the last owner of scripts, and must be released outside the lock.
        let former = entries.withLock { $0.removeValue(forKey: position) }
        withExtendedLifetime(former) {}
    }

    /// The instances that are alive, in the order of their positions.
    var holdings: [Holding] {
        let living = entries.withLock { entries in
            entries.compactMap { position, entry in
                entry.object.map {
                    Holding(position: position, instance: $0, provenance: entry.provenance, isWeak: true)
                }
            }
        }
        return living.sorted { $0.position < $1.position }
    }
}

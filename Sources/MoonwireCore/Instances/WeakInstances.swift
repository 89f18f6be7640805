import MoonwireSupport

/// The instances of weak services, by position, for as long as somebody else holds them.
final class WeakInstances: Sendable {
    private struct Entry: @unchecked Sendable {  // Weak references are thread-safe.
        weak var object: AnyObject?
        let provenance: Provenance
    }

    private let entries = Lock<[Int: Entry]>([:])

    subscript(position: Int) -> AnyObject? { entries.withLock { $0[position]?.object } }

    /// What became of an instance that was to be put in.
    enum Filling {
        case filled
        /// Another one is there and alive: somebody may hold that one already.
        case taken(AnyObject)
        /// The place was cleared since the instance was built or judged.
        case cleared
    }

    /// Puts an instance in, unless another one is there.
    ///
    /// - Parameter isCleared: Whether the place was cleared too late for the instance. It is asked under the lock that
    ///   ``remove(_:)`` takes after each clearing: no instance that is too old can be seen here even for a moment.
    func fill(_ instance: AnyObject, at position: Int, _ provenance: Provenance, unless isCleared: () -> Bool)
        -> Filling
    {
        // What goes with the former entry, and what was looked at, must go outside the lock.
        let (former, filling): (Entry?, Filling) = entries.withLock { entries in
            if isCleared() { return (nil, .cleared) }
            if let living = entries[position]?.object, living !== instance { return (nil, .taken(living)) }
            return (entries.updateValue(Entry(object: instance, provenance: provenance), forKey: position), .filled)
        }
        return withExtendedLifetime(former) { filling }
    }

    func remove(_ position: Int) {
        // The entry may be the last owner of scripts, and must go outside the lock.
        let former = entries.withLock { $0.removeValue(forKey: position) }
        withExtendedLifetime(former) {}
    }

    /// The instances that are alive, in the order of their places.
    var holdings: [Holding] {
        let living = entries.withLock { $0 }.compactMap { position, entry in
            entry.object.map { Holding(position: position, instance: $0, provenance: entry.provenance, isWeak: true) }
        }
        return living.sorted { $0.position < $1.position }
    }
}

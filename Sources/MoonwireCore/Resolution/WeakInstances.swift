/// The instances of weak services, by place, for as long as somebody else holds them.
final class WeakInstances: Sendable {
    private struct Entry: @unchecked Sendable {  // Weak references are thread-safe.
        weak var object: AnyObject?
        let arrival: Arrival
    }

    private let entries = Lock<[Int: Entry]>([:])

    subscript(place: Int) -> AnyObject? { entries.withLock { $0[place]?.object } }

    /// Puts an instance in, unless another one is there and alive: somebody may hold that one already.
    func fill(_ instance: AnyObject, at place: Int, _ arrival: Arrival) -> Bool {
        // What goes with the former entry, and what was looked at, must go outside the lock.
        let (former, living): (Entry?, AnyObject?) = entries.withLock { entries in
            let living = entries[place]?.object
            if let living, living !== instance { return (nil, living) }
            return (entries.updateValue(Entry(object: instance, arrival: arrival), forKey: place), living)
        }
        return withExtendedLifetime(former) { living == nil || living === instance }
    }

    func remove(_ place: Int) {
        entries.withLock { $0[place] = nil }
    }

    /// The instances that are alive, in the order of their places.
    var holdings: [Holding] {
        let living = entries.withLock { $0 }.compactMap { place, entry in
            entry.object.map { Holding(place: place, instance: $0, arrival: entry.arrival, isWeak: true) }
        }
        return living.sorted { $0.place < $1.place }
    }
}

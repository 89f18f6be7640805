import MoonwireSupport
import MoonwireValues

/// The instances of services of scope cached that take arguments: one for each value of these.
///
/// They belong to one generation, and end with it.
final class ArgumentCaches: Sendable {
    /// The values of the arguments, by name.
    typealias Key = [String: PlainValue]

    /// The place of one instance, from before its build until another one replaces it.
    final class Place: Sendable {
        private struct Content: @unchecked Sendable {  // The lock protects it.
            var instance: AnyObject?
            var expiry: Expiry?
        }

        /// Builds of the same place wait for each other.
        let identity = ServiceIdentities.another()
        private let content = Lock(Content())

        var instance: AnyObject? { content.withLock { $0.instance } }

        /// Whether the time of its instance has passed; may run code of the application.
        fileprivate var isOver: Bool { content.withLock { $0.expiry }?.isOver ?? false }

        func fill(_ instance: AnyObject, _ expiry: Expiry) {
            content.withLock { $0 = Content(instance: instance, expiry: expiry) }
        }
    }

    /// The number of values for which a service that does not state a limit has instances.
    private static let most = 1000

    private let caches = Lock<[Int: PlacesByUse]>([:])

    /// The place for arguments of the service at a position, which has an instance until its time has passed.
    func place(for key: Key, at position: Int, limit: Int?) -> Place {
        while true {
            let (place, forgotten) = caches.withLock { caches in
                let place = caches[position]?[key] ?? Place()
                let forgotten = caches[position, default: PlacesByUse()].note(
                    place, for: key, atMost: limit ?? Self.most)
                return (place, forgotten)
            }
            // Released outside the lock.
            withExtendedLifetime(forgotten) {}
            guard place.isOver else { return place }
            let removed = caches.withLock { $0[position]?.remove(place, for: key) }
            withExtendedLifetime(removed) {}
        }
    }
}

/// The places of one service, in two halves, so that recording a use takes constant time.
private struct PlacesByUse {
    private typealias Places = [ArgumentCaches.Key: ArgumentCaches.Place]

    private var recent: Places = [:]
    private var others: Places = [:]

    subscript(key: ArgumentCaches.Key) -> ArgumentCaches.Place? { recent[key] ?? others[key] }

    /// Records the use of a place, and returns what is forgotten for it: the half that was not used lately.
    mutating func note(_ place: ArgumentCaches.Place, for key: ArgumentCaches.Key, atMost most: Int) -> Any? {
        if recent[key] === place { return nil }
        var forgotten: Places = [:]
        if recent.count >= max(1, most / 2) {
            forgotten = most > 1 ? others : recent
            others = most > 1 ? recent : [:]
            recent = [:]
        }
        others[key] = nil
        recent[key] = place
        return forgotten
    }

    mutating func remove(_ place: ArgumentCaches.Place, for key: ArgumentCaches.Key) -> ArgumentCaches.Place? {
        if recent[key] === place { return recent.removeValue(forKey: key) }
        return others[key] === place ? others.removeValue(forKey: key) : nil
    }
}

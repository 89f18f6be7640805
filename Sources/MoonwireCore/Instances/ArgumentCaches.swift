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
        let given: GivenArguments
        private let content = Lock(Content())

        fileprivate init(_ given: GivenArguments) {
            self.given = given
        }

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

    /// The place for the arguments of a service, which has an instance until its time has passed.
    ///
    /// Throws ``ContainerError`` if a value is not plain data.
    func place(for given: GivenArguments, of service: PlannedService) throws -> Place {
        let key = try given.key(of: service)
        let limit = service.scope.limit ?? Self.most
        while true {
            let (place, forgotten) = caches.withLock { caches in
                let place = caches[service.index]?[key] ?? Place(given)
                return (place, caches[service.index, default: PlacesByUse()].note(place, for: key, atMost: limit))
            }
            // Released outside the lock.
            withExtendedLifetime(forgotten) {}
            guard place.isOver else { return place }
            let removed = caches.withLock { $0[service.index]?.remove(place, for: key) }
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

extension GivenArguments {
    /// The values by which an instance of a service is cached.
    fileprivate func key(of service: PlannedService) throws -> ArgumentCaches.Key {
        var key: ArgumentCaches.Key = [:]
        for (name, value) in values {
            do { key[name] = try value.plainValue } catch is ConversionError {
                let path = Resolution.current.ids + [service.id]
                throw ContainerError(.argumentIsNoKey(name, of: service.definition, path: path))
            }
        }
        return key
    }
}

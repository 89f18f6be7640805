import MoonwireSupport
public import MoonwireValues

/// A store that keeps each value in several stores, such as on the device and in a shared place.
///
/// ```swift
/// services.registerStore(MirroredStore([UserDefaultsStore.standard, cloud]), named: "default")
/// ```
///
/// A value is read from the first store that has it, and written to all. If one of them fails, the change throws: those before it have
/// the new value, and those after it the former one.
public final class MirroredStore: PreferenceStore {
    private let stores: [any PreferenceStore]

    /// Creates a store for several others, in the order in which they are read.
    public init(_ stores: [any PreferenceStore]) {
        self.stores = stores
    }

    /// The value of a key in the first store that has one; nil if none has.
    public func read(_ key: String) throws -> PlainValue? {
        for store in stores { if let value = try store.read(key) { return value } }
        return nil
    }

    /// Stores a value under a key in all stores.
    public func write(_ value: PlainValue, for key: String) throws {
        for store in stores { try store.write(value, for: key) }
        announce()
    }

    /// Removes the value of a key from all stores.
    public func remove(_ key: String) throws {
        for store in stores { try store.remove(key) }
        announce()
    }

    /// Moves the value of a former key to a key that has none, in each store.
    public func move(_ former: String, to key: String) throws {
        for store in stores { try store.move(former, to: key) }
        announce()
    }

    /// Fetches the value of a key from the stores, in their order, until one has it.
    public func fetch(_ key: String) async throws -> PlainValue? {
        for store in stores { if let value = try await store.fetch(key) { return value } }
        return nil
    }

    /// Fetches the values of all keys from the stores, in their order, until one has each.
    public func fetchAll(_ keys: [String]) async -> [String: Result<PlainValue?, any Error>] {
        var values: [String: Result<PlainValue?, any Error>] = [:]
        var missing = keys
        for store in stores where !missing.isEmpty {
            values.merge(await store.fetchAll(missing)) { $1 }
            missing = missing.filter { key in if case .success(nil)? = values[key] { true } else { false } }
        }
        return values
    }

    /// Stores or removes a value in all stores.
    public func update(_ key: String, to value: PlainValue?) async throws {
        for store in stores { try await store.update(key, to: value) }
        announce()
    }

    /// Observes the changes of all stores, until the observation is released.
    public func observe(_ changed: @escaping @Sendable () -> Void) -> StoreObservation {
        let observations = stores.map { $0.observe(changed) }
        // The store of a script lives as long as somebody observes it.
        return StoreObservation { withExtendedLifetime((self, observations)) {} }
    }

    /// Others that use one of the stores detect the change as well.
    private func announce() { for store in stores { store.announceChange() } }
}

extension MirroredStore {
    private struct Reference {
        weak var store: MirroredStore?
    }

    private static let known = Lock<[[ObjectIdentifier]: Reference]>([:])

    /// The store for a list of stores in a script: one object for all generations that name the same stores.
    static func shared(by stores: [any PreferenceStore]) -> MirroredStore {
        let key = stores.map { ObjectIdentifier($0) }
        let fresh = MirroredStore(stores)
        return known.withLock { known in
            if let store = known[key]?.store { return store }
            known = known.filter { $0.value.store != nil }
            known[key] = Reference(store: fresh)
            return fresh
        }
    }
}

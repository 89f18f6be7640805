import MoonwireSupport
public import MoonwireValues

/// A store that keeps preferences in memory, mainly for tests.
///
/// `services.registerStore(MemoryStore(), named: "default")`
public final class MemoryStore: PreferenceStore {
    private let values: Lock<[String: PlainValue]>

    /// Creates a store with initial values.
    public init(_ values: [String: PlainValue] = [:]) {
        self.values = Lock(values)
    }

    /// The value of a key; nil if there is none.
    public func read(_ key: String) -> PlainValue? { values.withLock { $0[key] } }

    /// Stores a value under a key.
    public func write(_ value: PlainValue, for key: String) {
        let former = values.withLock { $0.updateValue(value, forKey: key) }
        withExtendedLifetime(former) {}
        announceChange()
    }

    /// Removes the value of a key.
    public func remove(_ key: String) {
        let former = values.withLock { $0.removeValue(forKey: key) }
        withExtendedLifetime(former) {}
        announceChange()
    }

    /// Moves the value of a former key to a key that has none.
    public func move(_ former: String, to key: String) {
        let surplus = values.withLock { values -> PlainValue? in
            guard former != key, let value = values.removeValue(forKey: former) else { return nil }
            if values[key] != nil { return value }
            values[key] = value
            return nil
        }
        withExtendedLifetime(surplus) {}
        announceChange()
    }

    /// All values, by key.
    public var contents: [String: PlainValue] { values.withLock { $0.mapValues { $0 } } }
}

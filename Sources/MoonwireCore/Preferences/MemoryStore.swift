import MoonwireSupport
public import MoonwireValues

/// Keeps preferences for as long as it lives, for tests above all.
///
/// `swift.store("default", MemoryStore())`
public final class MemoryStore: PreferenceStore {
    private let values: Lock<[String: Value]>

    /// A store that holds some values already.
    public init(_ values: [String: Value] = [:]) {
        self.values = Lock(values)
    }

    public func read(_ key: String) -> Value? { values.withLock { $0[key] } }

    public func write(_ value: Value, for key: String) {
        let former = values.withLock { $0.updateValue(value, forKey: key) }
        withExtendedLifetime(former) {}
        announceChange()
    }

    public func remove(_ key: String) {
        let former = values.withLock { $0.removeValue(forKey: key) }
        withExtendedLifetime(former) {}
        announceChange()
    }

    public func move(_ former: String, to key: String) {
        let surplus = values.withLock { values -> Value? in
            guard former != key, let value = values.removeValue(forKey: former) else { return nil }
            if values[key] != nil { return value }
            values[key] = value
            return nil
        }
        withExtendedLifetime(surplus) {}
        announceChange()
    }

    /// All that it holds, by key.
    public var contents: [String: Value] { values.withLock { $0 } }
}

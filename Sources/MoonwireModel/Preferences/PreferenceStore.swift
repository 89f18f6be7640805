public import MoonwireSupport
public import MoonwireValues

/// A store for the values of preferences.
///
/// ```swift
/// final class KeychainStore: PreferenceStore { … }
/// services.registerStore(KeychainStore(), named: "keychain")        // store = "keychain" in a script
/// ```
///
/// Any thread may call a store at any time. Values are plain data without nulls; a store that cannot keep a value throws.
/// `PreferenceStoreContract` of `MoonwireTesting` checks these requirements.
public protocol PreferenceStore: AnyObject, Sendable {
    /// Returns the value of a key, equal to the one that was written last; nil if there is none.
    ///
    /// Throws ``UnreadablePreference`` for a value that is not plain data.
    func read(_ key: String) throws -> PlainValue?
    /// Stores a value under a key, replacing the former one.
    func write(_ value: PlainValue, for key: String) throws
    /// Removes a key; does nothing if it does not exist.
    func remove(_ key: String) throws
    /// Moves the value of a former key to a key that has no value.
    ///
    /// If the key has a value, or the former key has none, nothing changes, or only the former key is removed. A read of a
    /// preference with `from` calls this. No other thread or process must be able to write in between: its value would be
    /// replaced by the older one. By default, this takes three steps (``read(_:)``, ``write(_:for:)``,
    /// ``remove(_:)``), which do not exclude other writers; implement it in one step if several threads or processes set preferences.
    func move(_ former: String, to key: String) throws
    /// Obtains the current value of a key from where the store keeps it, which ``read(_:)`` returns from then on.
    ///
    /// By default, this calls `read`, on a thread that may wait. A store whose `read` returns the last known value implements it.
    func fetch(_ key: String) async throws -> PlainValue?
    /// Obtains the current values of several keys, as ``fetch(_:)`` does; returns the value or the error of each.
    ///
    /// By default, this calls `fetch` for all keys concurrently. A store that can ask for all of them at once implements it.
    func fetchAll(_ keys: [String]) async -> [String: Result<PlainValue?, any Error>]
    /// Stores a value under a key, or removes the key if the value is nil; returns when the value is stored.
    ///
    /// By default, this calls ``write(_:for:)`` or ``remove(_:)``, on a thread that may wait.
    func update(_ key: String, to value: PlainValue?) async throws
    /// Calls a closure after every change from any source, until the observation is released.
    ///
    /// The closure may also be called without a change.
    ///
    /// By default, the closure is called for changes that containers make, and by ``announceChange()``.
    func observe(_ changed: @escaping @Sendable () -> Void) -> StoreObservation
}

extension PreferenceStore {
    /// Moves the value of a former key to a key that has none.
    public func move(_ former: String, to key: String) throws {
        guard former != key, let value = try read(former) else { return }
        if try read(key) == nil { try write(value, for: key) }
        try remove(former)
    }
}

/// The error for a value in a store that is not plain data.
public struct UnreadablePreference: Error, Sendable {
    /// The kind of the value, as in a message: `a date`.
    public let found: String
    /// The value of a key that other code stored as a date; nil for any other value.
    ///
    /// The container reads it as a number of seconds since 1970, or as a string in ISO 8601 format, as the kind of the preference
    /// requires.
    public let date: Date?

    /// Creates an error.
    public init(found: String) {
        self.found = found
        date = nil
    }

    /// Creates an error for a date.
    public init(date: Date) {
        found = "a date"
        self.date = date
    }
}

/// The observation of a store's changes, which ends when this object is released.
public final class StoreObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Creates an observation; `end` is called when it is released.
    public init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }
}

public import MoonwireValues

/// Where the values of preferences lie.
///
/// ```swift
/// final class KeychainStore: PreferenceStore { … }
/// services.registerStore(KeychainStore(), named: "keychain")        // store = "keychain" in a script
/// ```
///
/// Any thread may call it, at any time. Values are plain data without nulls; a store that cannot keep one of them
/// throws. `PreferenceStoreContract` of `MoonwireTesting` checks all that is said here.
public protocol PreferenceStore: AnyObject, Sendable {
    /// The value of a key, equal to what was written last; nil when there is none.
    ///
    /// Throws ``UnreadablePreference`` for something that is no plain data.
    func read(_ key: String) throws -> PlainValue?
    /// Keeps a value under a key, in place of the former one.
    func write(_ value: PlainValue, for key: String) throws
    /// Lets go of a key; does nothing when there is none.
    func remove(_ key: String) throws
    /// Moves the value of a former key to a key that has no value. If the key has a value, or the former key has none, nothing
    /// changes, or only the former key is removed.
    ///
    /// A read of a preference with `from` calls this. No other thread or process must be able to write in between: what it wrote
    /// would be replaced by the older value. By default the store is asked in three steps (``read(_:)``, ``write(_:for:)``,
    /// ``remove(_:)``), and does not keep others out; implement it in one step if several threads or processes set preferences.
    func move(_ former: String, to key: String) throws
    /// Calls back after every change, whoever makes it, until the observation is dropped; now and then once too often.
    ///
    /// By default it is told of what containers write, and of what ``announceChange()`` announces.
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

/// Something in a store that is no plain data.
public struct UnreadablePreference: Error, Sendable {
    /// What it is, as a message says it: `a date`.
    public let found: String

    /// Creates an error.
    public init(found: String) {
        self.found = found
    }
}

/// Lasts as long as somebody is told of a store's changes: dropping it ends that.
public final class StoreObservation: Sendable {
    private let end: @Sendable () -> Void

    /// - Parameter end: Ends the observation.
    public init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }
}

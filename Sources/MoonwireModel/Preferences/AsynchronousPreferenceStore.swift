public import MoonwireValues

/// A store for the values of preferences behind an asynchronous client, such as one of a database or of a configuration service.
///
/// ```swift
/// final class RemoteSettings: AsynchronousPreferenceStore { … }
/// services.registerStore(CachedStore(RemoteSettings(client)), named: "remote")
/// ```
///
/// Any task may call a store at any time; `CachedStore` makes one call for each key at a time. Values are plain data without nulls;
/// a store that cannot keep a value throws.
public protocol AsynchronousPreferenceStore: AnyObject, Sendable {
    /// Returns the current value of a key; nil if there is none.
    ///
    /// Throws ``UnreadablePreference`` for a value that is not plain data.
    func fetch(_ key: String) async throws -> PlainValue?
    /// Stores a value under a key, replacing the former one; returns when the value is stored.
    func write(_ value: PlainValue, for key: String) async throws
    /// Removes a key; does nothing if it does not exist.
    func remove(_ key: String) async throws
}

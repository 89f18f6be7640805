import MoonwireSupport
public import MoonwireValues

/// A store whose values are behind an asynchronous client: reads return the last known value.
///
/// ```swift
/// let store = CachedStore(RemoteSettings(client))
/// services.registerStore(store, named: "remote")
/// try await container.preferences.fetch("Settings.volume", as: Int.self)          // asks the client
/// try await container.preferences.update("Settings.volume", to: 7)                // returns when the client has stored it
/// ```
///
/// Reading a key that has not been fetched is an error, because its default would hide a stored value. A value that cannot be
/// set synchronously is one, too: ``Preferences/update(_:to:)-(String,_)`` sets it. The operations on a key run one after another, so
/// that a reply that arrives late replaces no newer value.
public final class CachedStore: PreferenceStore {
    private struct State {
        /// What the client returned last for each key that has been fetched.
        var values: [String: Result<PlainValue?, UnreadablePreference>] = [:]
        /// The end of the last operation on each key.
        var ends: [String: Task<Void, Never>] = [:]
    }

    private let source: any AsynchronousPreferenceStore
    private let state = Lock(State())

    /// Creates a store for a client, without any known values.
    public init(_ source: any AsynchronousPreferenceStore) {
        self.source = source
    }

    /// The last known value of a key; throws if the key has not been fetched, and if its value is not plain data.
    public func read(_ key: String) throws -> PlainValue? {
        guard let known = state.withLock({ $0.values[key] }) else { throw UnfetchedValue() }
        return try known.get()
    }

    /// Throws: a value is set with ``Preferences/update(_:to:)-(String,_)``.
    public func write(_ value: PlainValue, for key: String) throws { throw SynchronousChange() }

    /// Throws: a value is removed with ``Preferences/update(_:to:)-(String,_)``.
    public func remove(_ key: String) throws { throw SynchronousChange() }

    /// Returns the value that the client returns for a key, and keeps it.
    @discardableResult public func fetch(_ key: String) async throws -> PlainValue? {
        try await following(key) { [source] in
            let found: Result<PlainValue?, UnreadablePreference>
            do { found = .success(try await source.fetch(key)) } catch let error as UnreadablePreference {
                found = .failure(error)
            }
            self.keep(found, for: key)
            return try found.get()
        }
    }

    /// Stores or removes a value with the client, and keeps it.
    public func update(_ key: String, to value: PlainValue?) async throws {
        try await following(key) { [source] in
            if let value { try await source.write(value, for: key) } else { try await source.remove(key) }
            self.keep(.success(value), for: key)
        }
    }

    private func keep(_ value: Result<PlainValue?, UnreadablePreference>, for key: String) {
        let former = state.withLock { $0.values.updateValue(value, forKey: key) }
        withExtendedLifetime(former) {}
        announceChange()
    }

    /// Runs `body` after the earlier operations on the key have ended, unless the task is cancelled before.
    private func following<R: Sendable>(
        _ key: String, _ body: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        let task = state.withLock { state in
            let former = state.ends[key]
            let task = Task {
                if let former { await former.valueUnlessCancelled() }
                try Task.checkCancellation()
                return try await body()
            }
            // A cancelled operation ends at once; the next one still waits for the former.
            state.ends[key] = Task {
                await former?.value
                _ = await task.result
            }
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension Task<Void, Never> {
    /// Waits until this task has ended, or until the waiting one is cancelled.
    fileprivate func valueUnlessCancelled() async {
        let (end, continuation) = AsyncStream<Never>.makeStream()
        Task {
            await value
            continuation.finish()
        }
        for await _ in end {}
    }
}

/// A key whose value is not known yet.
private struct UnfetchedValue: Error, CustomStringConvertible {
    var description: String {
        "its value has not been fetched; `try await preferences.fetch(…)` obtains it"
    }
}

/// A change that would have to wait for an asynchronous client.
private struct SynchronousChange: Error, CustomStringConvertible {
    var description: String { "its client is asynchronous; `try await preferences.update(…)` sets a value" }
}

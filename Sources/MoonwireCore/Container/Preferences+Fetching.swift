public import MoonwireValues

/// The asynchronous forms of reading and setting, for stores whose values are elsewhere.
extension Preferences {
    /// Asks the store for the current value, which reads return from then on, and returns it, or else the default.
    ///
    /// ```swift
    /// let volume = try await container.preferences.fetch("Settings.volume", as: Int.self)
    /// ```
    ///
    /// A value that differs from the last known one is a change, for hooks and listeners. Throws ``ContainerError`` as
    /// ``get(_:as:)`` does, and if the store cannot be reached; `CancellationError` if the task is cancelled.
    @discardableResult public func fetch<T: Convertible & Sendable>(
        _ name: String, as type: T.Type = T.self
    ) async throws -> T {
        let (definition, source) = try resolving { generation in
            let definition = try generation.preference(name)
            return (definition, try generation.storage(of: definition))
        }
        for key in source.keys {
            // A value that is not plain data is an error when it is read.
            do { if try await source.store.fetch(key) != nil { break } } catch is UnreadablePreference {
                break
            } catch let error as CancellationError where Task.isCancelled {
                throw error
            } catch {
                try resolving { (_: Generation) throws -> Void in
                    throw ContainerError(.failedStore(definition, key: key, error), underlying: error)
                }
            }
        }
        return try get(name, as: type)
    }

    /// Fetches all preferences, so that each can be read; throws ``ContainerError`` with the failures of all stores.
    ///
    /// `try await container.preferences.fetchAll()`
    ///
    /// The stores are asked at the same time, each for all of its keys: see ``PreferenceStore/fetchAll(_:)``.
    public func fetchAll() async throws {
        let stored = try resolving { generation in
            try generation.plan.graph.preferences.definitions.sorted { $0.title < $1.title }.map { definition in
                StoredPreference(definition, try generation.storage(of: definition))
            }
        }
        let values = await StoredPreference.fetch(stored)
        try Task.checkCancellation()
        var faults: [Diagnostic] = []
        for preference in stored {
            do {
                try resolving { (_: Generation) throws -> Void in try preference.check(values) }
                _ = try get(preference.definition.title, as: PlainValue.self)
            } catch let error as ContainerError {
                faults += error.diagnostics
            }
        }
        guard faults.isEmpty else { throw ContainerError(faults) }
    }

    /// Sets a value, returns when the store has it, and runs hooks before; nil removes the value, so that the default applies.
    ///
    /// ```swift
    /// try await container.preferences.update("Settings.volume", to: 7)
    /// ```
    ///
    /// This is ``set(_:to:)-(String,_)`` for stores that must not be waited for. Throws ``ContainerError`` if the value is not valid or the
    /// store fails, without storing it; and if a hook fails, after storing it. Throws `CancellationError` if the task is cancelled
    /// before the store has the value.
    public func update(_ name: String, to value: some Convertible & Sendable) async throws {
        let change = try resolving { generation in
            let definition = try generation.preference(name)
            return try generation.begin(definition, to: try generation.plainValue(value, for: definition))
        }
        do { try await change.run() } catch {
            try resolving { (generation: Generation) throws -> Void in
                generation.abandon(change)
                throw error
            }
        }
        try resolving { try $0.finish(change) }
    }

    /// Asks the store for the current value; throws as ``fetch(_:as:)`` does.
    @discardableResult public func fetch<Value: Sendable>(_ key: Key<Value>) async throws -> Value {
        try await fetch(key.name, as: Value.self)
    }

    /// Sets a value, and returns when the store has it; throws as ``update(_:to:)-(String,_)`` does.
    public func update<Value: Sendable>(_ key: Key<Value>, to value: Value) async throws {
        try await update(key.name, to: value)
    }
}

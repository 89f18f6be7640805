public import MoonwireValues

extension Preferences {
    /// The name of a preference together with the type of its value.
    ///
    /// ```swift
    /// extension Preferences.Key<Int> { static let volume = Self("Settings.volume") }
    /// try container.preferences.set(.volume, to: 7)
    /// let volume = try container.preferences.get(.volume)
    /// ```
    public struct Key<Value: Convertible>: Sendable, Hashable {
        /// The name, in the form `Group.name`.
        public let name: String

        /// Creates a key for the preference with that name.
        public init(_ name: String) {
            self.name = name
        }
    }

    /// Returns the value in the store, or else the default; throws as ``get(_:as:)`` does.
    public func get<Value>(_ key: Key<Value>) throws -> Value { try get(key.name, as: Value.self) }

    /// Sets a value that is valid for the preference; throws as ``set(_:to:)-(String,_)`` does.
    public func set<Value>(_ key: Key<Value>, to value: Value) throws { try set(key.name, to: value) }

    /// Returns the value for a listener; throws as ``watch(_:as:)`` does.
    ///
    /// `for try await volume in try container.preferences.watch(.volume) { player.volume = volume }`
    public func watch<Value: Sendable>(_ key: Key<Value>) throws -> PreferenceValues<Value> {
        try watch(key.name, as: Value.self)
    }

    /// Restores the default.
    public func reset<Value>(_ key: Key<Value>) throws { try reset(key.name) }
}

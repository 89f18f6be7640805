public import MoonwireValues

extension Container {
    /// The settings that scripts describe with `preferences "Group" { … }`.
    public var preferences: Preferences { Preferences(container: self) }
}

/// Reads and sets the preferences of a container.
///
/// ```swift
/// let volume = try container.preferences.get("Settings.volume", as: Int.self)
/// try container.preferences.set("Settings.volume", to: 7)
/// for await change in container.preferences.changes() { print(change.name, change.new) }
/// ```
public struct Preferences: Sendable {
    let container: Container

    /// A preference with its current value.
    public struct Entry: Sendable, Hashable {
        /// The name, in the form `Group.name`.
        public let name: String
        /// The value in the store, or else the default.
        public let value: PlainValue
        /// The default.
        public let defaultValue: PlainValue
        /// The location of its definition in a script.
        public let location: ScriptLocation?
    }

    /// Errors contain values that are stored, set, or thrown by checks and hooks, which may be secret.
    func resolving<R>(_ body: (Generation) throws -> R) throws -> R {
        try container.resolving { generation in
            do { return try body(generation) } catch let error as ContainerError {
                throw generation.secrets.masked(error)
            }
        }
    }

    /// Returns the value in the store, or else the default.
    ///
    /// Throws ``ContainerError`` for an unknown name, for a type that does not fit, and for a stored value that is not valid.
    public func get<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        try resolving { generation in
            let definition = try generation.preferenceToRead(name)
            return try generation.read(try generation.value(of: definition), of: definition, as: type)
        }
    }

    /// Sets a value, and then runs hooks; nil resets the preference.
    ///
    /// Throws ``ContainerError`` if the value is not valid, without storing it; and if a hook fails, after storing it.
    public func set(_ name: String, to value: some Convertible) throws {
        try resolving { generation in
            let definition = try generation.preference(name)
            try generation.set(definition, to: try generation.plainValue(value, for: definition))
        }
    }

    /// Removes the value from the store, so that the default applies, and runs hooks if the value changes.
    public func reset(_ name: String) throws {
        try resolving { try $0.reset(try $0.preference(name)) }
    }

    /// All preferences, sorted by name; throws ``ContainerError`` with every stored value that is not valid.
    public var all: [Entry] {
        get throws {
            try resolving { generation in
                var faults: [Diagnostic] = []
                let entries = generation.plan.graph.preferences.definitions.sorted { $0.title < $1.title }.compactMap {
                    definition -> Entry? in
                    do {
                        return Entry(
                            name: definition.title, value: try generation.value(of: definition),
                            defaultValue: definition.defaultValue, location: definition.location())
                    } catch {
                        faults += (error as? ContainerError)?.diagnostics ?? []
                        return nil
                    }
                }
                guard faults.isEmpty else { throw ContainerError(faults) }
                return entries
            }
        }
    }

    /// Returns the value for a listener: the current one, and then the newest after each change.
    ///
    /// Throws ``ContainerError`` for an unknown name, and for a type that does not fit.
    public func watch<T: Convertible & Sendable>(_ name: String, as type: T.Type = T.self) throws -> PreferenceValues<T>
    {
        try resolving { generation in try generation.values(of: try generation.preference(name), as: type) }
    }

    /// The changes from now on: by this container, by another one with the same store, by other code that changes the
    /// store, and by reloads that change a default.
    public func changes() -> Updates<PreferenceChange> {
        let changes = container.ledger.changes()
        if let generation = container.current.lease() {
            defer { generation.endLease() }
            container.ledger.follow(generation)
        }
        return changes
    }
}

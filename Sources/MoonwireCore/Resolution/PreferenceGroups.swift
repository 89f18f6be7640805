import MoonwireSupport

/// The type to which each group of preferences belongs, as slots show it: two types with the same short name do not share a group.
final class PreferenceGroups: Sendable {
    private let types = Lock<[String: Any.Type]>([:])

    /// Assigns the group to a type; returns the type that has it already, if that is another one.
    func claim(_ group: String, for type: Any.Type) -> Any.Type? {
        types.withLock { types in
            guard let owner = types[group] else {
                types[group] = type
                return nil
            }
            return owner == type ? nil : owner
        }
    }
}

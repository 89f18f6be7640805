import MoonwireSupport

/// Which type each group of preferences belongs to, as slots show it: two types with one short name are not one group.
final class PreferenceGroups: Sendable {
    private let types = Lock<[String: Any.Type]>([:])

    /// Gives the group to a type; returns the type that has it already, if that is another one.
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

public import MoonwireValues

/// A preference that has another value than before.
public struct PreferenceChange: Sendable, Hashable {
    /// `Group.name`.
    public let name: String
    /// The former value.
    public let old: PlainValue
    /// The new value.
    public let new: PlainValue
}

extension PreferenceChange {
    /// Nil if nothing changed, and for an unknown value.
    init?(of definition: PreferenceDefinition, from old: PlainValue?, to new: PlainValue?) {
        guard let old, let new, !old.isSame(as: new) else { return nil }
        self.init(name: definition.title, old: old, new: new)
    }
}

public import MoonwireValues

/// A change of the value of a preference.
public struct PreferenceChange: Sendable, Hashable {
    /// The name of the preference, in the form `Group.name`.
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

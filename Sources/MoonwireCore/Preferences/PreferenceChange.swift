public import MoonwireValues

/// A preference that has another value than before.
public struct PreferenceChange: Sendable, Hashable {
    /// `Group.name`.
    public let name: String
    public let old: Value
    public let new: Value
}

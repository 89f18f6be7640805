package import MoonwireValues

/// Where something is defined, and what it replaces.
package struct OriginInspection: Sendable, Hashable, Encodable {
    package let location: ScriptLocation?
    /// The line that called the helper function that contains it.
    package let caller: ScriptLocation?
    /// The layer in effect: a script as the application names it, or `Swift registrations`.
    package let layer: String?
    /// The definitions that it replaces, the nearest layer first.
    package let replaces: [ReplacedInspection]
}

/// The definition that a later layer, or a later line, replaced.
package struct ReplacedInspection: Sendable, Hashable, Encodable {
    package let layer: String
    package let location: ScriptLocation?
}

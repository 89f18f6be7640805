package import MoonwireValues

/// Where something was said.
package struct PlaceInspection: Sendable, Hashable, Encodable {
    package let location: ScriptLocation?
    /// The line that called the helper function in which it was said.
    package let caller: ScriptLocation?
    /// The layer that counts: a script as the application names it, or `Swift registrations`.
    package let layer: String?
    /// What it replaces, the nearest layer first.
    package let replaces: [ReplacedInspection]
}

/// What a later layer, or a later line, replaced.
package struct ReplacedInspection: Sendable, Hashable, Encodable {
    package let layer: String
    package let location: ScriptLocation?
}

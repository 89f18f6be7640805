package import MoonwireValues

/// A scope that the application opens, as it is declared.
package struct ScopeInspection: Sendable, Hashable, Encodable {
    package let name: String
    /// The scope within which it opens; nil for one that opens on its own.
    package let within: String?
    /// The line of the declaration.
    package let location: ScriptLocation?
}

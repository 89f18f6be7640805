package import MoonwireValues

/// A dependency of a service on another one.
package struct NeedInspection: Sendable, Hashable, Encodable {
    /// As it was written.
    package let id: String
    /// The id of the final target after following aliases; nil if it is not defined.
    package let target: String?
    package let kind: ServiceReference.Kind
    /// As messages name it: `argument "engine"`.
    package let field: String
    /// The type by which the service was selected; nil for one that is written with its id, or has a tag.
    package let byType: String?
    package let location: ScriptLocation?
}

/// A dependency of another service on this one.
package struct NeededByInspection: Sendable, Hashable, Encodable {
    package let id: String
    package let kind: ServiceReference.Kind
    package let field: String
    package let location: ScriptLocation?
}

package import MoonwireValues

/// A need of a service for another one.
package struct NeedInspection: Sendable, Hashable, Encodable {
    /// As it was written.
    package let id: String
    /// What the id stands for in the end, other names followed; nil when it is not defined.
    package let target: String?
    package let kind: ServiceReference.Kind
    /// As messages name it: `argument "engine"`.
    package let place: String
    package let location: ScriptLocation?
}

/// A need of another service for this one.
package struct NeededByInspection: Sendable, Hashable, Encodable {
    package let id: String
    package let kind: ServiceReference.Kind
    package let place: String
    package let location: ScriptLocation?
}

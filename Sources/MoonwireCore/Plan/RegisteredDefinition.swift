public import MoonwireValues

/// A definition, as `registered` hooks receive it.
public struct RegisteredDefinition: Sendable, Hashable {
    /// The id of the service.
    public let id: String
    /// The name of the type, if it is known before the service is built.
    public let type: String?
    /// The scope of the service.
    public let scope: ServiceScope
    /// The tags of the service.
    public let tags: [String]
    /// The location of the definition.
    public let location: ScriptLocation?
}

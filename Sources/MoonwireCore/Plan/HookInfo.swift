public import MoonwireValues

/// What every hook is told, as its last argument.
public struct HookInfo: Sendable {
    /// The event.
    public let event: HookEvent
    /// What the event is about: the service's id, `Owner.slot`, the parameter's name, `Group.name`; else nil.
    public let id: String?
    /// The name of the type of the service or slot, when it is known.
    public let type: String?
    /// The tags of the service.
    public let tags: [String]
    /// The ids under construction, outermost first, down to the one that the event is about.
    public let path: [String]
    package internal(set) var resolver: ServiceResolver

    /// Another service of the same generation.
    public func resolve<T>(_ id: String, as type: T.Type = T.self) throws -> T { try resolver.resolve(id, as: type) }

    /// The value of a parameter.
    public func parameter<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        try resolver.parameter(name, as: type)
    }
}

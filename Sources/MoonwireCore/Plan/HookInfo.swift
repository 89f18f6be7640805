public import MoonwireValues

/// Information about an event, which every hook receives as its last argument.
public struct HookInfo: Sendable {
    /// The event.
    public let event: HookEvent
    /// The subject of the event: the id of a service, `Owner.slot`, the name of a parameter, or `Group.name`; nil if there is none.
    public var id: String? { subject.id }
    /// The name of the type of the service or slot, if it is known.
    public var type: String? { subject.type }
    /// The tags of the service.
    public var tags: [String] { subject.tags }
    /// The scope of the service; nil if the event concerns none.
    public var scope: ServiceScope? { subject.scope }
    /// The ids of the services that are being built, outermost first, up to the subject of the event.
    public let path: [String]
    package internal(set) var resolver: ServiceResolver
    package let subject: HookSubject

    init(_ event: HookEvent, _ subject: HookSubject, path: [String], _ resolver: ServiceResolver) {
        self.event = event
        self.path = path
        self.resolver = resolver
        self.subject = subject
    }

    /// Whether nothing else is being built, so that the event's information about its service is always the same.
    package var isAlone: Bool { path.count == 1 }

    /// Resolves another service of the same generation.
    public func resolve<T>(_ id: String, as type: T.Type = T.self) throws -> T { try resolver.resolve(id, as: type) }

    /// Returns the value of a parameter.
    public func parameter<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        try resolver.parameter(name, as: type)
    }
}

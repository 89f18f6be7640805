/// The type of a resolve without a type, which has no values.
public enum UntypedService: Sendable {}

extension Container {
    /// Unavailable: a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(\"engine\", as: Engine.self)")
    public func resolve(_ id: String) throws -> UntypedService { throw ContainerError(.notDefined(id, near: [])) }

    /// Unavailable: a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(Engine.self)")
    public func resolve() throws -> UntypedService { throw ContainerError(.notDefined("", near: [])) }

    /// Unavailable: services are resolved as a type.
    @available(*, unavailable, message: "write the type of the services, as in tagged(\"startup\", as: Task.self)")
    public func tagged(_ tag: String) throws -> [UntypedService] { [] }
}

extension ServiceResolver {
    /// Unavailable: a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(\"engine\", as: Engine.self)")
    public func resolve(_ id: String) throws -> UntypedService { throw ContainerError(.notDefined(id, near: [])) }

    /// Unavailable: services are resolved as a type.
    @available(*, unavailable, message: "write the type of the services, as in tagged(\"startup\", as: Task.self)")
    public func tagged(_ tag: String) throws -> [UntypedService] { [] }
}

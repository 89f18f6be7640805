/// What a resolve without a type would return; there is no such thing.
public enum UntypedService: Sendable {}

extension Container {
    /// Says, when a program is compiled, that a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(\"engine\", as: Engine.self)")
    public func resolve(_ id: String) throws -> UntypedService { throw ContainerError(.notDefined(id, near: [])) }

    /// Says, when a program is compiled, that a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(Engine.self)")
    public func resolve() throws -> UntypedService { throw ContainerError(.notDefined("", near: [])) }

    /// Says, when a program is compiled, that services are resolved as a type.
    @available(*, unavailable, message: "write the type of the services, as in tagged(\"startup\", as: Task.self)")
    public func tagged(_ tag: String) throws -> [UntypedService] { [] }
}

extension ServiceResolver {
    /// Says, when a program is compiled, that a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(\"engine\", as: Engine.self)")
    public func resolve(_ id: String) throws -> UntypedService { throw ContainerError(.notDefined(id, near: [])) }

    /// Says, when a program is compiled, that services are resolved as a type.
    @available(*, unavailable, message: "write the type of the services, as in tagged(\"startup\", as: Task.self)")
    public func tagged(_ tag: String) throws -> [UntypedService] { [] }
}

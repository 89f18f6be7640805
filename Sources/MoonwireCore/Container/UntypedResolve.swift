extension Container {
    /// The type of a resolve without a type, which has no values.
    public enum UntypedService: Sendable {}

    /// Unavailable: a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(\"engine\", as: Engine.self)")
    public func resolve(_ id: String) throws -> UntypedService { throw ContainerError(.notDefined(id, near: [])) }

    /// Unavailable: a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(Engine.self)")
    public func resolve() throws -> UntypedService { throw ContainerError(.notDefined("", near: [])) }

    /// Unavailable: services are resolved as a type.
    @available(*, unavailable, message: "write the type of the services, as in tagged(\"startup\", as: Task.self)")
    public func tagged(_ tag: String) throws -> [UntypedService] { [] }

    /// Unavailable: the type of a service has a label.
    @available(*, unavailable, message: "write `as:` before the type, as in resolve(\"engine\", as: Engine.self)")
    @_disfavoredOverload
    public func resolve<T>(_ id: String, _ type: T.Type) throws -> T { throw ContainerError(.notDefined(id, near: [])) }
}

extension ServiceResolver {
    /// Unavailable: a service is resolved as a type.
    @available(*, unavailable, message: "write the type of the service, as in resolve(\"engine\", as: Engine.self)")
    public func resolve(_ id: String) throws -> Container.UntypedService {
        throw ContainerError(.notDefined(id, near: []))
    }

    /// Unavailable: services are resolved as a type.
    @available(*, unavailable, message: "write the type of the services, as in tagged(\"startup\", as: Task.self)")
    public func tagged(_ tag: String) throws -> [Container.UntypedService] { [] }

    /// Unavailable: the type of a service has a label.
    @available(*, unavailable, message: "write `as:` before the type, as in resolve(\"engine\", as: Engine.self)")
    @_disfavoredOverload
    public func resolve<T>(_ id: String, _ type: T.Type) throws -> T { throw ContainerError(.notDefined(id, near: [])) }
}

extension Preferences {
    /// Unavailable: a preference is read as a type.
    @available(*, unavailable, message: "write the type of the value, as in get(\"Settings.volume\", as: Int.self)")
    public func get(_ name: String) throws -> Container.UntypedService {
        throw ContainerError(.notDefined(name, near: []))
    }
}

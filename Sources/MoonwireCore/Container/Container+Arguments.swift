import MoonwireValues

/// A service that takes arguments is built for each resolve, on the thread of the caller: its arguments need not be `Sendable`.
extension Container {
    /// Resolves the service with that id, which is built with these arguments.
    ///
    /// A script names the arguments of a service with `argument`, and defines their defaults:
    ///
    /// ```lua
    /// service "report" {
    ///     type = "Report", scope = "transient",
    ///     args = { user = argument "user", title = argument("title", "Untitled") },
    /// }
    /// ```
    ///
    /// ```swift
    /// let report = try container.resolve("report", as: Report.self, arguments: ["user": user])
    /// ```
    ///
    /// - Throws: ``ContainerError`` if an argument is missing, has no use, or does not fit, in addition to the errors of a resolve
    ///   without arguments.
    public func resolve<T: Sendable>(
        _ id: String, as type: T.Type = T.self, arguments: ServiceArguments
    ) throws -> T {
        try resolve(id, arguments.given, sendable: true)
    }

    /// Resolves the service with that id, whose type is not `Sendable`, and which is built with these arguments.
    public func resolve<T>(_ id: String, as type: T.Type = T.self, arguments: ServiceArguments) throws -> T {
        try resolve(id, arguments.given, sendable: false)
    }

    /// Resolves the service with that key, which is built with these arguments.
    ///
    /// `let report = try container.resolve(.report, arguments: ["user": user])`
    public func resolve<T: Sendable>(_ key: ServiceKey<T>, arguments: ServiceArguments) throws -> T {
        try resolve(key.id, arguments.given, sendable: true)
    }

    /// Resolves the service with that key, whose type is not `Sendable`, and which is built with these arguments.
    public func resolve<T>(_ key: ServiceKey<T>, arguments: ServiceArguments) throws -> T {
        try resolve(key.id, arguments.given, sendable: false)
    }

    /// Resolves the only service that provides that type, which is built with these arguments.
    public func resolve<T: Sendable>(_ type: T.Type = T.self, arguments: ServiceArguments) throws -> T {
        try resolve(nil, arguments.given, sendable: true)
    }

    /// Resolves the only service that provides that type, which is not `Sendable`, and which is built with these arguments.
    public func resolve<T>(_ type: T.Type = T.self, arguments: ServiceArguments) throws -> T {
        try resolve(nil, arguments.given, sendable: false)
    }

    /// The service with an id, or the one that provides the type.
    fileprivate func resolve<T>(_ id: String?, _ given: GivenArguments, sendable: Bool) throws -> T {
        try resolving { generation in
            let position = try position(of: id, providing: T.self, in: generation)
            generation.noteNeed { $0.note(service: position, by: $1) }
            return try generation.take(
                try generation.instance(at: position, with: given), at: position, sendable: sendable)
        }
    }
}

extension ServiceResolver {
    /// Resolves the service with that id, which is built with these arguments.
    ///
    /// `let report = try resolver.resolve("report", as: Report.self, arguments: ["user": user])`
    public func resolve<T>(_ id: String, as type: T.Type = T.self, arguments: ServiceArguments) throws -> T {
        let given = arguments.given
        return try resolving(id) { generation in
            let position = try position(of: id, in: generation)
            return try generation.cast(
                try generation.instance(at: position, with: given), ofServiceAt: position, as: type)
        }
    }

    /// Resolves the service with that key, which is built with these arguments.
    public func resolve<T>(_ key: ServiceKey<T>, arguments: ServiceArguments) throws -> T {
        try resolve(key.id, as: T.self, arguments: arguments)
    }

    /// Resolves the only service that provides that type, which is built with these arguments.
    public func resolve<T>(_ type: T.Type, arguments: ServiceArguments) throws -> T {
        let given = arguments.given
        return try resolving { generation in
            let position = try position(providing: type, in: generation)
            return try generation.cast(
                try generation.instance(at: position, with: given), ofServiceAt: position, as: type)
        }
    }
}

extension ContainerScope {
    /// Resolves the service with that id, which is built with these arguments, inside the scope.
    ///
    /// `let page = try scope.resolve("page", as: Page.self, arguments: ["path": "/about"])`
    public func resolve<T: Sendable>(
        _ id: String, as type: T.Type = T.self, arguments: ServiceArguments
    ) throws -> T {
        try inside(id) { try $0.resolve(id, arguments.given, sendable: true) }
    }

    /// Resolves the service with that id, whose type is not `Sendable`, and which is built with these arguments, inside the scope.
    public func resolve<T>(_ id: String, as type: T.Type = T.self, arguments: ServiceArguments) throws -> T {
        try inside(id) { try $0.resolve(id, arguments.given, sendable: false) }
    }

    /// Resolves the service with that key, which is built with these arguments, inside the scope.
    public func resolve<T: Sendable>(_ key: ServiceKey<T>, arguments: ServiceArguments) throws -> T {
        try resolve(key.id, as: T.self, arguments: arguments)
    }

    /// Resolves the service with that key, whose type is not `Sendable`, and which is built with these arguments, inside the scope.
    public func resolve<T>(_ key: ServiceKey<T>, arguments: ServiceArguments) throws -> T {
        try resolve(key.id, as: T.self, arguments: arguments)
    }

    /// Resolves the only service that provides that type, which is built with these arguments, inside the scope.
    public func resolve<T: Sendable>(_ type: T.Type = T.self, arguments: ServiceArguments) throws -> T {
        try inside { try $0.resolve(nil, arguments.given, sendable: true) }
    }

    /// Resolves the only service that provides that type, which is not `Sendable`, and which is built with these arguments, inside
    /// the scope.
    public func resolve<T>(_ type: T.Type = T.self, arguments: ServiceArguments) throws -> T {
        try inside { try $0.resolve(nil, arguments.given, sendable: false) }
    }
}

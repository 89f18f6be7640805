import MoonwireValues

/// In asynchronous functions, these overloads are the ones that the compiler chooses: they resolve any service, and await its
/// build if that is asynchronous.
///
/// The scope closes when the builds in progress have ended.
extension ContainerScope {
    /// Resolves the service with that id, inside the scope, and awaits its build if that is asynchronous.
    ///
    /// `let session = try await scope.resolve("session", as: Session.self)`
    ///
    /// - Throws: ``ContainerError`` if the scope is closed, or if the service is unknown, has another type, or cannot be built, and
    ///   `CancellationError` if the task is cancelled while it waits.
    nonisolated(nonsending) public func resolve<T: Sendable>(_ id: String, as type: T.Type = T.self) async throws -> T {
        try await container.resolveAwaiting(id, sendable: true, with: AsynchronousRequest(in: scope, for: id))
    }

    /// Resolves the service with that id, whose type is not `Sendable`, inside the scope, and awaits its build.
    nonisolated(nonsending) public func resolve<T>(
        _ id: String, as type: T.Type = T.self
    ) async throws -> sending T {
        try await container.resolveAwaiting(id, sendable: false, with: AsynchronousRequest(in: scope, for: id))
    }

    /// Resolves the service with that key, inside the scope, and awaits its build if that is asynchronous.
    nonisolated(nonsending) public func resolve<T: Sendable>(_ key: ServiceKey<T>) async throws -> T {
        try await resolve(key.id, as: T.self)
    }

    /// Resolves the service with that key, whose type is not `Sendable`, inside the scope, and awaits its build.
    nonisolated(nonsending) public func resolve<T>(_ key: ServiceKey<T>) async throws -> sending T {
        try await resolve(key.id, as: T.self)
    }

    /// Resolves the only service that provides that type, inside the scope, and awaits its build if that is asynchronous.
    nonisolated(nonsending) public func resolve<T: Sendable>(_ type: T.Type = T.self) async throws -> T {
        try await container.resolveAwaiting(nil, sendable: true, with: AsynchronousRequest(in: scope))
    }

    /// Resolves the only service that provides that type, which is not `Sendable`, inside the scope, and awaits its build.
    nonisolated(nonsending) public func resolve<T>(_ type: T.Type = T.self) async throws -> sending T {
        try await container.resolveAwaiting(nil, sendable: false, with: AsynchronousRequest(in: scope))
    }

    /// Resolves all services with a tag, those of higher priority first, inside the scope, and awaits their builds, which run
    /// concurrently.
    nonisolated(nonsending) public func tagged<T: Sendable>(
        _ tag: String, as type: T.Type = T.self
    ) async throws -> [T] {
        try await container.taggedAwaiting(tag, with: AsynchronousRequest(in: scope))
    }
}

/// The arguments are sent: an asynchronous build reads them on other threads.
extension ContainerScope {
    /// Resolves the service with that id, inside the scope, and awaits its build with these arguments.
    ///
    /// `let page = try await scope.resolve("page", as: Page.self, arguments: ["path": "/about"])`
    nonisolated(nonsending) public func resolve<T: Sendable>(
        _ id: String, as type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> T {
        try await resolve(id, arguments.given, sendable: true)
    }

    /// Resolves the service with that id, whose type is not `Sendable`, inside the scope, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ id: String, as type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> sending T {
        try await resolve(id, arguments.given, sendable: false)
    }

    /// Resolves the service with that key, inside the scope, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T: Sendable>(
        _ key: ServiceKey<T>, arguments: sending ServiceArguments
    ) async throws -> T {
        try await resolve(key.id, arguments.given, sendable: true)
    }

    /// Resolves the service with that key, whose type is not `Sendable`, inside the scope, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ key: ServiceKey<T>, arguments: sending ServiceArguments
    ) async throws -> sending T {
        try await resolve(key.id, arguments.given, sendable: false)
    }

    /// Resolves the only service that provides that type, inside the scope, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T: Sendable>(
        _ type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> T {
        try await resolve(nil, arguments.given, sendable: true)
    }

    /// Resolves the only service that provides that type, which is not `Sendable`, inside the scope, and awaits its build with these
    /// arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> sending T {
        try await resolve(nil, arguments.given, sendable: false)
    }

    private nonisolated(nonsending) func resolve<T>(
        _ id: String?, _ given: GivenArguments, sendable: Bool
    ) async throws -> sending T {
        try await container.resolveAwaiting(
            id, given, sendable: sendable, with: AsynchronousRequest(in: scope, for: id))
    }
}

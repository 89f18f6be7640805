import MoonwireValues

/// In asynchronous functions, these overloads are the ones that the compiler chooses.
///
/// The arguments are sent: an asynchronous build reads them on other threads.
extension Container {
    /// Resolves the service with that id, which is built with these arguments, and awaits its build if that is asynchronous.
    ///
    /// `let report = try await container.resolve("report", as: Report.self, arguments: ["user": user])`
    ///
    /// - Throws: ``ContainerError`` if an argument is missing, has no use, or does not fit, in addition to the errors of a resolve
    ///   without arguments.
    nonisolated(nonsending) public func resolve<T: Sendable>(
        _ id: String, as type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> T {
        try await resolveAwaiting(id, arguments.given, sendable: true)
    }

    /// Resolves the service with that id, whose type is not `Sendable`, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ id: String, as type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> sending T {
        try await resolveAwaiting(id, arguments.given, sendable: false)
    }

    /// Resolves the service with that key, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T: Sendable>(
        _ key: ServiceKey<T>, arguments: sending ServiceArguments
    ) async throws -> T {
        try await resolveAwaiting(key.id, arguments.given, sendable: true)
    }

    /// Resolves the service with that key, whose type is not `Sendable`, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ key: ServiceKey<T>, arguments: sending ServiceArguments
    ) async throws -> sending T {
        try await resolveAwaiting(key.id, arguments.given, sendable: false)
    }

    /// Resolves the only service that provides that type, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T: Sendable>(
        _ type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> T {
        try await resolveAwaiting(nil, arguments.given, sendable: true)
    }

    /// Resolves the only service that provides that type, which is not `Sendable`, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> sending T {
        try await resolveAwaiting(nil, arguments.given, sendable: false)
    }

    private nonisolated(nonsending) func resolveAwaiting<T>(
        _ id: String?, _ given: GivenArguments, sendable: Bool
    ) async throws -> sending T {
        try await resolveAwaiting(id, given, sendable: sendable, with: AsynchronousRequest(of: current, for: id))
    }

    nonisolated(nonsending) func resolveAwaiting<T>(
        _ id: String?, _ given: GivenArguments, sendable: Bool, with request: AsynchronousRequest
    ) async throws -> sending T {
        let service: T = try await request.instance(with: given) { generation in
            try position(of: id, providing: T.self, in: generation)
        } take: {
            try $0.take($1, at: $2, sendable: sendable)
        }
        // Only its arguments refer to a new instance, and these were sent.
        nonisolated(unsafe) let own = service
        return own
    }
}

extension ServiceResolver {
    /// Resolves the service with that id, which is built with these arguments, and awaits its build if that is asynchronous.
    nonisolated(nonsending) public func resolve<T>(
        _ id: String, as type: T.Type = T.self, arguments: sending ServiceArguments
    ) async throws -> T {
        try await AsynchronousRequest(of: self, current, for: id).instance(with: arguments.given) { generation in
            try position(of: id, in: generation)
        } take: {
            try $0.cast($1, ofServiceAt: $2, as: type)
        }
    }

    /// Resolves the service with that key, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ key: ServiceKey<T>, arguments: sending ServiceArguments
    ) async throws -> T {
        try await resolve(key.id, as: T.self, arguments: arguments)
    }

    /// Resolves the only service that provides that type, and awaits its build with these arguments.
    nonisolated(nonsending) public func resolve<T>(
        _ type: T.Type, arguments: sending ServiceArguments
    ) async throws -> T {
        try await AsynchronousRequest(of: self, current).instance(with: arguments.given) { generation in
            try position(providing: type, in: generation)
        } take: {
            try $0.cast($1, ofServiceAt: $2, as: type)
        }
    }
}

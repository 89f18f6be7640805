import MoonwireValues

/// In asynchronous functions, these overloads are the ones that the compiler chooses: they resolve any service, and await its
/// build if that is asynchronous.
extension Container {
    /// Resolves the service with that id, and awaits its build if that is asynchronous.
    ///
    /// ```swift
    /// let database = try await container.resolve("database", as: Database.self)
    /// ```
    ///
    /// Tasks that resolve a shared service at the same time await one build. If this task is cancelled, only its own wait ends;
    /// the build is cancelled together with the last task that awaits it.
    ///
    /// - Throws: ``ContainerError`` if the service is unknown, has another type, or cannot be built, and `CancellationError` if
    ///   the task is cancelled while it waits.
    @inlinable nonisolated(nonsending) public func resolve<T: Sendable>(
        _ id: String, as type: T.Type = T.self
    ) async throws -> T {
        if let hit = try hit(id, ObjectIdentifier(type), sendable: true, awaiting: true) { return try hit.take() }
        return try await resolveAwaiting(id, sendable: true)
    }

    /// Resolves the service with that id, whose type is not `Sendable`, and awaits its build if that is asynchronous.
    @inlinable nonisolated(nonsending) public func resolve<T>(
        _ id: String, as type: T.Type = T.self
    ) async throws -> sending T {
        if let hit = try hit(id, ObjectIdentifier(type), sendable: false, awaiting: true) {
            return try sendable { try hit.take() }
        }
        return try await resolveAwaiting(id, sendable: false)
    }

    /// Resolves the service with that key, and awaits its build if that is asynchronous.
    ///
    /// `let database = try await container.resolve(.database)`
    @inlinable nonisolated(nonsending) public func resolve<T: Sendable>(_ key: ServiceKey<T>) async throws -> T {
        if let hit = try hit(key.id, hash: key.hash, ObjectIdentifier(T.self), sendable: true, awaiting: true) {
            return try hit.take()
        }
        return try await resolveAwaiting(key.id, sendable: true)
    }

    /// Resolves the service with that key, whose type is not `Sendable`, and awaits its build if that is asynchronous.
    @inlinable nonisolated(nonsending) public func resolve<T>(_ key: ServiceKey<T>) async throws -> sending T {
        if let hit = try hit(key.id, hash: key.hash, ObjectIdentifier(T.self), sendable: false, awaiting: true) {
            return try sendable { try hit.take() }
        }
        return try await resolveAwaiting(key.id, sendable: false)
    }

    /// Resolves the only service that provides that type, and awaits its build if that is asynchronous.
    @inlinable nonisolated(nonsending) public func resolve<T: Sendable>(_ type: T.Type = T.self) async throws -> T {
        if let hit = try hit(ObjectIdentifier(type), sendable: true, awaiting: true) { return try hit.take() }
        return try await resolveAwaiting(nil, sendable: true)
    }

    /// Resolves the only service that provides that type, which is not `Sendable`, and awaits its build if that is asynchronous.
    @inlinable nonisolated(nonsending) public func resolve<T>(_ type: T.Type = T.self) async throws -> sending T {
        if let hit = try hit(ObjectIdentifier(type), sendable: false, awaiting: true) {
            return try sendable { try hit.take() }
        }
        return try await resolveAwaiting(nil, sendable: false)
    }

    /// Resolves all services with a tag, those of higher priority first, and awaits their builds, which run concurrently.
    nonisolated(nonsending) public func tagged<T: Sendable>(
        _ tag: String, as type: T.Type = T.self
    ) async throws -> [T] {
        try await taggedAwaiting(tag, with: AsynchronousRequest(of: current))
    }

    nonisolated(nonsending) func taggedAwaiting<T: Sendable>(
        _ tag: String, with request: AsynchronousRequest
    ) async throws -> [T] {
        try await request.instances { generation in
            let positions = generation.positions(tagged: tag)
            generation.noteNeed { $0.note(tag: tag, isUsed: !positions.isEmpty, by: $1) }
            if positions.isEmpty { generation.reportEmpty(tag) }
            return positions
        } take: {
            try $0.take($1, at: $2, sendable: true)
        }
    }

    /// The service with an id, or the one that provides the type.
    @usableFromInline nonisolated(nonsending) func resolveAwaiting<T>(
        _ id: String?, sendable: Bool
    ) async throws -> sending T {
        try await resolveAwaiting(id, sendable: sendable, with: AsynchronousRequest(of: current, for: id))
    }

    nonisolated(nonsending) func resolveAwaiting<T>(
        _ id: String?, sendable: Bool, with request: AsynchronousRequest
    ) async throws -> sending T {
        let service: T = try await request.instance { generation in
            try position(of: id, providing: T.self, in: generation)
        } take: {
            try $0.take($1, at: $2, sendable: sendable)
        }
        nonisolated(unsafe) let own = service  // Validation refuses such types in every scope that is shared.
        return own
    }

    /// The position of the service with an id, or of the one that provides the type, as a dependency of what this task builds.
    func position<T>(of id: String?, providing type: T.Type, in generation: Generation) throws -> Int {
        let position: Int
        if let id {
            generation.noteNeed { $0.note(id: id, leadingTo: generation.plan.names.position(of: id), by: $1) }
            position = try generation.position(of: id)
            try generation.admit(id: id)
        } else {
            generation.noteNeed { $0.note(type: ObjectIdentifier(type), by: $1) }
            position = try generation.position(ofType: type)
        }
        try generation.admit(position)
        return position
    }
}

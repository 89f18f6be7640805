import MoonwireValues

/// In asynchronous factories, these overloads are the ones that the compiler chooses: they await builds that are asynchronous.
extension ServiceResolver {
    /// Resolves the service with that id, and awaits its build if that is asynchronous.
    nonisolated(nonsending) public func resolve<T>(_ id: String, as type: T.Type = T.self) async throws -> T {
        try await AsynchronousRequest(of: self, current, for: id).instance { generation in
            try position(of: id, in: generation)
        } take: {
            try $0.cast($1, ofServiceAt: $2, as: type)
        }
    }

    /// Resolves the service with that key, and awaits its build if that is asynchronous.
    nonisolated(nonsending) public func resolve<T>(_ key: ServiceKey<T>) async throws -> T {
        try await resolve(key.id, as: T.self)
    }

    /// Resolves the only service that provides that type, and awaits its build if that is asynchronous.
    nonisolated(nonsending) public func resolve<T>(_ type: T.Type) async throws -> T {
        try await AsynchronousRequest(of: self, current).instance { generation in
            try position(providing: type, in: generation)
        } take: {
            try $0.cast($1, ofServiceAt: $2, as: type)
        }
    }

    /// Resolves all services with a tag, those of higher priority first, and awaits their builds, which run concurrently.
    nonisolated(nonsending) public func tagged<T>(_ tag: String, as type: T.Type = T.self) async throws -> [T] {
        try await AsynchronousRequest(of: self, current).instances { generation in
            let isUsed = !generation.plan.graph.tags.members(of: tag).isEmpty
            try note(in: generation) { $0.note(tag: tag, isUsed: isUsed, by: $1) }
            if !isUsed { generation.reportEmpty(tag) }
            return generation.positions(tagged: tag)
        } take: {
            try $0.cast($1, ofServiceAt: $2, as: type)
        }
    }
}

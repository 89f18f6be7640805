import MoonwireSupport

/// A request for services that may await their builds: it finds them, builds them, and passes them on in one generation.
struct AsynchronousRequest {
    private let current: CurrentGeneration
    private let id: String?
    private let resolver: ServiceResolver?
    private let scope: OpenScope?

    /// A request of the application; `id` is the requested id, for the error after the container's end.
    init(of current: CurrentGeneration, for id: String? = nil) {
        self.current = current
        self.id = id
        resolver = nil
        scope = nil
    }

    /// A request of the application inside a scope.
    init(in scope: OpenScope, for id: String? = nil) {
        current = scope.current
        self.id = id
        resolver = nil
        self.scope = scope
    }

    /// A request of a factory.
    init(of resolver: ServiceResolver, _ current: CurrentGeneration, for id: String? = nil) {
        self.current = current
        self.id = id
        self.resolver = resolver
        scope = nil
    }

    /// The instance at the position that `find` returns, as `take` returns it.
    nonisolated(nonsending) func instance<T>(
        _ find: (Generation) throws -> Int, take: (Generation, AnyObject, Int) throws -> T
    ) async throws -> T {
        var instances: [T] = try await instances({ [try find($0)] }, take: take)
        return instances.removeLast()
    }

    /// The instances at the positions that `find` returns, as `take` returns them.
    nonisolated(nonsending) func instances<T>(
        _ find: (Generation) throws -> [Int], take: (Generation, AnyObject, Int) throws -> T
    ) async throws -> [T] {
        let begun = try resolving { generation -> Begun<T> in
            let positions = try find(generation)
            for position in positions { try note(position, in: generation) }
            if !positions.contains(where: generation.mustAwait) {
                return .done(try positions.map { try take(generation, try generation.instance(at: $0), $0) })
            }
            return begin(positions, in: generation)
        }
        switch begun {
        case .done(let services): return services
        case .begun(let resolve, let path, let positions):
            let instances = try await resolve.instances(of: positions.map { .service($0) }, on: path)
            return try zip(positions, instances).map { try take(resolve.generation, $1.object, $0) }
        }
    }

    /// The instance at the position that `find` returns, built with arguments, as `take` returns it.
    nonisolated(nonsending) func instance<T>(
        with given: GivenArguments, _ find: (Generation) throws -> Int,
        take: (Generation, AnyObject, Int) throws -> T
    ) async throws -> T {
        let begun = try resolving { generation -> Begun<T> in
            let position = try find(generation)
            try note(position, in: generation)
            guard generation.mustAwait(position) else {
                return .done([try take(generation, try generation.instance(at: position, with: given), position)])
            }
            return begin([position], in: generation)
        }
        switch begun {
        case .done(let services): return services[0]
        case .begun(let resolve, let path, let positions):
            let instance = try await resolve.instance(at: positions[0], with: given, on: path)
            return try take(resolve.generation, instance.object, positions[0])
        }
    }

    /// The resolve that builds the services at these positions.
    private func begin<T>(_ positions: [Int], in generation: Generation) -> Begun<T> {
        if let position = resolve(in: generation) { return .begun(position.resolve, position.path, positions) }
        generation.reference.leases.begin()
        return .begun(AsynchronousResolve(generation), TaskBuild.path, positions)
    }

    private enum Begun<T> {
        case done([T])
        case begun(AsynchronousResolve, AsynchronousPath?, [Int])
    }

    private func resolving<R>(_ body: (Generation) throws -> R) throws -> R {
        if let resolver { return try resolver.resolving(id, body) }
        if let scope { return try scope.resolving(id, body) }
        return try Resolution.current.resolving(in: current, for: id, body)
    }

    private func note(_ position: Int, in generation: Generation) throws {
        if let resolver { return try resolver.note(in: generation) { $0.note(service: position, by: $1) } }
        generation.noteNeed { $0.note(service: position, by: $1) }
    }

    /// The resolve of which the request is a part, if an asynchronous function makes it.
    private func resolve(in generation: Generation) -> BuildSession.AsynchronousPosition? {
        let session = Resolution.current.session ?? TaskBuild.current(in: current)?.session
        guard let position = session?.asynchronousPosition, position.resolve.generation === generation else {
            return nil
        }
        return position
    }
}

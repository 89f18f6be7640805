import MoonwireSupport

/// The asynchronous builds in progress, and the tasks that await them: one build for all tasks, without deadlocks.
enum AsynchronousBuilds {
    private struct State: @unchecked Sendable {  // Behind the lock.
        var builds: [ServiceIdentity: AsynchronousBuild] = [:]
    }

    private enum Claim {
        case ready(BuiltInstance)
        /// A build that begins or is in progress, and the number of the waiter.
        case build(AsynchronousBuild, waiter: Int, isNew: Bool)
        case cycle(ContainerError)
    }

    private static let state = Lock(State())

    /// Runs `body` with the lock held that protects all asynchronous builds.
    static func locked<R>(_ body: () throws -> R) rethrows -> R { try state.withLock { _ in try body() } }

    /// The number of tasks that are suspended until the build of a service ends.
    static func waiters(of identity: ServiceIdentity) -> Int {
        state.withLock { $0.builds[identity]?.suspendedWaiters ?? 0 }
    }

    /// The instance of a shared or weak service: `ready` if it exists meanwhile, otherwise built once, for all tasks.
    ///
    /// `place` is that of the instance for the values of arguments.
    static func instance(
        _ service: PlannedService, at place: ArgumentCaches.Place? = nil, with given: GivenArguments? = nil,
        of generation: Generation, on path: AsynchronousPath?, ready: () -> AnyObject?
    ) async throws -> BuiltInstance {
        while true {
            switch claim(service, place, given, generation, path, ready) {
            case .ready(let instance): return instance
            case .cycle(let cycle): throw cycle
            case .build(let build, let waiter, let isNew):
                if isNew { start(build, in: generation, on: path) }
                if let outcome = try await build.outcome(for: waiter, of: path, in: generation) {
                    return try outcome.get()
                }
            }
        }
    }

    private static func claim(
        _ service: PlannedService, _ place: ArgumentCaches.Place?, _ given: GivenArguments?, _ generation: Generation,
        _ path: AsynchronousPath?, _ ready: () -> AnyObject?
    ) -> Claim {
        state.withLock { state in
            if let instance = ready() { return .ready(BuiltInstance(instance)) }
            let identity = place?.identity ?? generation.instances.identities.ofBuild(at: service.index)
            if let other = state.builds[identity] {
                if let cycle = other.cycle(closedBy: path) { return .cycle(cycle) }
                return .build(other, waiter: other.enter(for: path), isNew: false)
            }
            let own = AsynchronousBuild(service, identity, at: place, with: given, of: generation)
            state.builds[identity] = own
            return .build(own, waiter: own.enter(for: path), isNew: true)
        }
    }

    /// The build leases the generation: its tasks may all be cancelled before it ends.
    private static func start(_ build: AsynchronousBuild, in generation: Generation, on path: AsynchronousPath?) {
        generation.reference.leases.begin()
        build.start(inheriting: false) {
            // An override keeps its services, for example if the application sets a parameter.
            if generation.context.base == nil {
                await run(build, in: generation, on: path)
                generation.endLease()
            } else {
                await Override.with(generation, isolation: nil) { await run(build, in: generation, on: path) }
            }
        }
    }

    private static func run(_ build: AsynchronousBuild, in generation: Generation, on path: AsynchronousPath?) async {
        let outcome: AsynchronousBuild.Outcome
        do {
            generation.reference.leases.begin()
            let resolve = AsynchronousResolve(generation)
            outcome = .success(try await resolve.build(keeping: build, on: path))
        } catch {
            outcome = .failure(error)
        }
        let resume = state.withLock { state in
            state.builds[build.identity] = nil
            return build.end(outcome)
        }
        resume()
    }
}

import MoonwireSupport

/// A resolve that awaits asynchronous constructions; everything that is built for it belongs to one generation.
///
/// Its synchronous parts run one after the other, on any thread; asynchronous functions of the application run outside the actor.
actor AsynchronousResolve {
    nonisolated let generation: Generation
    /// The instances of this graph, and what the synchronous parts have under construction; only the actor uses it, until the end.
    nonisolated(unsafe) private let resolution: Resolution
    /// The builds of services of scope graph that are in progress.
    private var graphBuilds: [Int: AsynchronousBuild] = [:]

    /// The generation is leased for the resolve, until its last task has ended.
    init(_ generation: Generation) {
        self.generation = generation
        resolution = Resolution(ofTaskIn: generation)
    }

    deinit { resolution.end() }

    /// Runs a synchronous part of a build on this thread.
    func run<R>(on path: AsynchronousPath?, _ body: () throws -> R) rethrows -> R {
        try resolution.resuming(on: path, body)
    }

    /// The instance for a reference to the service, according to its scope.
    func instance(at index: Int, on path: AsynchronousPath?) async throws -> BuiltInstance {
        guard generation.isAsynchronous(index) else {
            if generation.hasSlotNeeds(index), let owner = generation.owner(of: generation.plan.services[index]) {
                owner.reference.leases.begin()
                return try await AsynchronousResolve(owner).instance(at: index, on: path)
            }
            let slots = try await slotServices(ofServiceAt: index, on: path)
            return try slots.filling { try run(on: path) { BuiltInstance(try generation.instance(at: index)) } }
        }
        let service = generation.plan.services[index]
        if let owner = generation.owner(of: service) {
            owner.reference.leases.begin()
            return try await AsynchronousResolve(owner).instance(at: index, on: path)
        }
        let instance = try await scopedInstance(service, on: path)
        if service.hooks != nil {
            try run(on: path) {
                try generation.hookRunner.resolved(instance.object, service, with: service.noArguments)
            }
        }
        return instance
    }

    /// A new instance of the service at a position, built with arguments.
    func instance(
        at index: Int, with given: GivenArguments, on path: AsynchronousPath?
    ) async throws -> BuiltInstance {
        let service = generation.plan.services[index]
        guard generation.isAsynchronous(index) else {
            let slots = try await slotServices(ofServiceAt: index, on: path)
            return try slots.filling {
                try run(on: path) { BuiltInstance(try generation.instance(at: index, with: given)) }
            }
        }
        try run(on: path) { try given.check(for: service) }
        guard service.arguments != nil else { return try await instance(at: index, on: path) }
        let isCached = service.scope.timeToLive != nil
        let instance =
            isCached
            ? try await cachedInstance(service, with: given, on: path)
            : try await build(service, neededBy: path, with: given)
        return try run(on: path) {
            if service.hooks != nil { try generation.hookRunner.resolved(instance.object, service, with: given) }
            if !isCached { try given.checkRead(by: service) }
            return instance
        }
    }

    /// The instance of a service of scope cached for these arguments.
    private func cachedInstance(
        _ service: PlannedService, with given: GivenArguments, on path: AsynchronousPath?
    ) async throws -> BuiltInstance {
        if let owner = generation.owner(of: service) {
            owner.reference.leases.begin()
            return try await AsynchronousResolve(owner).cachedInstance(service, with: given, on: path)
        }
        let place = try run(on: path) { try generation.place(of: service, for: given) }
        if let ready = place.instance { return BuiltInstance(ready) }
        try Task.checkCancellation()
        return try await AsynchronousBuilds.instance(service, at: place, with: given, of: generation, on: path) {
            place.instance
        }
    }

    private func scopedInstance(_ service: PlannedService, on path: AsynchronousPath?) async throws -> BuiltInstance {
        switch service.scope {
        case .cached where service.arguments != nil:
            return try await cachedInstance(service, with: .none, on: path)
        case .shared, .weak, .cached, .named:
            run(on: path) { generation.forgetExpired(at: service.index) }
            if case .named(let name) = service.scope, !generation.hasScope(name) {
                throw ContainerError(generation.scopeNotOpen(name, neededBy: service))
            }
            if let ready = generation.heldInstance(of: service) { return BuiltInstance(ready) }
            try Task.checkCancellation()
            return try await AsynchronousBuilds.instance(service, of: generation, on: path) { [generation] in
                generation.heldInstance(of: service)
            }
        case .transient:
            if let none = service.noArguments { try run(on: path) { try none.check(for: service) } }
            return try await build(service, neededBy: path, with: service.noArguments)
        case .graph: return try await graphInstance(service, on: path)
        }
    }

    /// The instance of this graph; tasks that need it at the same time await one build.
    private func graphInstance(_ service: PlannedService, on path: AsynchronousPath?) async throws -> BuiltInstance {
        while true {
            if let known = resolution.knownGraphInstance(service, of: generation) { return BuiltInstance(known) }
            try Task.checkCancellation()
            let build: AsynchronousBuild
            let waiter: Int
            if let other = graphBuilds[service.index] {
                waiter = try AsynchronousBuilds.locked {
                    if let cycle = other.cycle(closedBy: path) { throw cycle }
                    return other.enter(for: path)
                }
                build = other
            } else {
                let own = AsynchronousBuild(
                    service, generation.instances.identities[service.index], of: generation)
                graphBuilds[service.index] = own
                waiter = AsynchronousBuilds.locked { own.enter(for: path) }
                own.start(inheriting: true) { await self.run(own, on: path) }
                build = own
            }
            if let outcome = try await build.outcome(for: waiter, of: path, in: generation) { return try outcome.get() }
        }
    }

    private func run(_ own: AsynchronousBuild, on path: AsynchronousPath?) async {
        let service = own.service
        let clearings = generation.clearings(forGraphInstanceOf: service)
        let outcome: AsynchronousBuild.Outcome
        do {
            let fresh = try await build(service, neededBy: path, own)
            outcome = .success(
                BuiltInstance(resolution.keepGraphInstance(fresh.object, service, of: generation, clearings)))
        } catch {
            outcome = .failure(error)
        }
        graphBuilds[service.index] = nil
        AsynchronousBuilds.locked { own.end(outcome) }()
    }

    /// Builds the instance of a shared or weak service, and stores it.
    func build(keeping build: AsynchronousBuild, on path: AsynchronousPath?) async throws -> BuiltInstance {
        let service = build.service
        if let place = build.place {
            let fresh = try await self.build(service, neededBy: path, build, with: build.given)
            try run(on: path) { try generation.keep(fresh.object, service, at: place) }
            return fresh
        }
        for _ in 0..<Generation.mostRepeatedBuilds {
            let clearings = generation.instances.clearings
            let fresh = try await self.build(service, neededBy: path, build)
            let kept = try run(on: path) {
                try generation.store(fresh.object, service, unlessClearedSince: clearings).map(BuiltInstance.init)
            }
            if let kept { return kept }
        }
        throw run(on: path) { generation.suppliedAgainAndAgain(service) }
    }
}

import MoonwireModel
import MoonwireSupport

/// One start of the services of a generation.
struct ContainerStart {
    let generation: Generation
    /// Ends the container, for a service whose `run` ends.
    let shutDown: @Sendable () -> Void
    private let started: StartedInstances
    private let progress: Lock<StartProgress>
    /// The check of the generation, if that is not in use yet.
    let trial: ReloadTrial?

    /// Whether a fault ends the container.
    private let isFirst: Bool

    /// The caller holds a lease of the generation.
    init(
        _ generation: Generation, isFirst: Bool, trial: ReloadTrial? = nil, shutDown: @escaping @Sendable () -> Void
    ) {
        self.trial = trial
        self.isFirst = isFirst
        self.generation = generation
        self.shutDown = shutDown
        started = generation.context.current.lifecycle.started
        // What a factory requests is known when it has run.
        let log = generation.instances.dependencyLog
        progress = Lock(StartProgress(StartOrder(generation.plan.graph) { log.of($0)?.services ?? [] }))
    }

    /// Starts the services in the order of their dependencies; after a fault, no other one begins.
    func run() async throws {
        await withTaskGroup(of: (Int, StartProgress.Outcome).self) { group in
            func perform(_ tasks: [StartProgress.Work]) {
                for work in tasks { group.addTask { (work.position, await outcome(of: work)) } }
            }
            perform(progress.withLock { $0.begin() })
            while let (position, outcome) = await group.next() {
                perform(progress.withLock { $0.next(after: outcome, ofServiceAt: position) })
                if case .failed = outcome { group.cancelAll() }
            }
        }
        let end = progress.withLock { $0 }
        for work in end.waiting { note(.startFailed, work.position, since: work.since) }
        if !end.failures.isEmpty { throw failure(end) }
        precondition(end.isComplete, "Moonwire: the start of a container has left out services")
    }

    private func outcome(of work: StartProgress.Work) async -> StartProgress.Outcome {
        var work = work
        trial?.begin(work.position)
        defer { trial?.end(work.position) }
        do {
            if work.instance == nil {
                let held = generation.heldInstance(at: work.position)
                if let held, started.contains(held, identity(work.position)) { return .wasStarted }
                note(.starting, work.position)
                work.instance = try await build(work.position)
                if !progress.withLock({ $0.canStart(work) }) { return .waiting }
            }
            if let trial, trial.defers(work.position) { return .deferred }
            if let instance = work.instance { try await start(instance, work.position) }
            note(.started, work.position, since: work.since)
            return .started
        } catch {
            note(.startFailed, work.position, since: work.since)
            return .failed(error)
        }
    }

    func build(_ position: Int) async throws -> BuiltInstance {
        try Task.checkCancellation()
        guard generation.mustAwait(position) else {
            let current = generation.context.current
            return try Resolution.current.resolving(in: current, preferring: generation.reference) {
                BuiltInstance(try $0.instance(at: position))
            }
        }
        generation.reference.leases.begin()
        return try await AsynchronousResolve(generation).instance(at: position, on: nil)
    }

    private func start(_ instance: BuiltInstance, _ position: Int) async throws {
        let service = generation.plan.services[position]
        if let action = service.definition.lifecycle.start {
            try Task.checkCancellation()
            do { _ = try await generation.runAwaiting(action, on: instance, service) } catch {
                if error is CancellationError, Task.isCancelled { throw error }
                throw failure(error) { .startFailed(service.definition, $0) }
            }
        }
        try await run(instance, position)
        started.note(instance.object, identity(position))
    }

    /// The error of an action, without secrets.
    func failure(_ error: any Error, _ fault: (any Error) -> Diagnostic) -> ContainerError {
        ContainerError(generation.secrets.masked([fault(error)]), underlying: error)
    }

    func identity(_ position: Int) -> ServiceIdentity { generation.instances.identities[position] }

    private func note(_ phase: LifecycleStep.Phase, _ position: Int, since: ContinuousClock.Instant? = nil) {
        generation.note(phase, generation.plan.services[position], after: since.map { ContinuousClock.now - $0 })
    }

    /// All faults; the first one tells the story of the start.
    private func failure(_ end: StartProgress) -> any Error {
        let real = end.failures.filter { !($0.error is CancellationError) }
        let errors = real.compactMap { $0.error as? ContainerError }
        var faults = errors.flatMap(\.diagnostics)
        guard let first = faults.first else { return real.first?.error ?? CancellationError() }
        func ids(_ positions: [Int]) -> [String] { positions.map { generation.plan.services[$0].id } }
        let others = Set(end.unstarted).subtracting(real.map(\.position)).sorted()
        // What a check has built is stopped, whatever it is.
        if trial == nil {
            faults[0] = first.atStart(started: ids(end.started), areStopped: isFirst, notStarted: ids(others))
        }
        return ContainerError(faults, underlying: errors.first?.underlying)
    }
}

extension Generation {
    /// Whether the start of a container builds or starts the service with an id, or one of its decorators.
    func starts(_ id: String) throws -> Bool {
        plan.graph.isStarted(try position(of: id))
    }
}

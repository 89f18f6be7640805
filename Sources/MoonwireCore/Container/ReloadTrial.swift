import MoonwireModel
import MoonwireSupport

/// The check of a generation before it is adopted: what it rebuilds is built, started, and asked.
final class ReloadTrial: Sendable {
    private struct State {
        /// The runs that have begun; none of them is the end of the container yet.
        var runs: [(running: RunningInstance, run: ServiceRun)] = []
        /// The services that are being built or started.
        var unfinished: [Int] = []
    }

    /// Marks the tasks of a check; one that a service creates may outlive it.
    private final class Mark: Sendable {
        let current: CurrentGeneration
        let isChecking = Atomic(true)

        init(_ current: CurrentGeneration) {
            self.current = current
        }
    }

    @TaskLocal private static var mark: Mark?

    let next: Generation
    private let old: Generation
    private let plan: ReloadPlan
    /// The positions of instances that the current generation has lent.
    private let lent: Set<Int>
    private let check: ReloadCheck
    private let state = Lock(State())

    init(_ prepared: PreparedReload, _ check: ReloadCheck) {
        next = prepared.next
        old = prepared.old
        plan = prepared.plan
        lent = prepared.next.instances.shared.lent
        self.check = check
    }

    /// Whether this task checks the next generation of a container: it cannot await another reload.
    static func isCurrent(in current: CurrentGeneration) -> Bool {
        guard let mark, mark.current === current else { return false }
        return mark.isChecking.load(ordering: .acquiring)
    }

    /// The positions of the services that were built.
    var built: [Int] {
        next.instances.shared.holdings.filter { $0.provenance.source == .build }.map(\.position)
    }

    /// Checks the generation; throws ``ContainerError`` with all faults, or `CancellationError` if the task is cancelled.
    func run(_ shutDown: @escaping @Sendable () -> Void) async throws {
        let mark = Mark(next.context.current)
        defer { mark.isChecking.store(false, ordering: .releasing) }
        // For the override, which ends it: the time may be over before that begins.
        next.reference.leases.begin()
        let outcome = await TimeLimit.run(check.limit, grace: next.context.current.lifecycleLog.limit) {
            try await Override.with(self.next, isolation: nil) {
                try await Self.$mark.withValue(mark) { try await self.ask(shutDown) }
            }
        }
        if Task.isCancelled { throw CancellationError() }
        switch outcome {
        case .ended(.success): try refuseEndedRuns()
        case .ended(.failure(let error)): throw known(error)
        case .endedLate, .abandoned: throw ContainerError(next.secrets.masked(lateFaults))
        }
    }

    /// The generation is in use from now on, and so is what runs; what has ended since the check ends the container if it must.
    func noteAdoption() {
        for (running, run) in state.withLock({ $0.runs }) where !running.noteReady() {
            run.follow(running.end ?? .success(()))
        }
    }

    // MARK: - What a start asks

    func begin(_ position: Int) { state.withLock { $0.unfinished.append(position) } }

    /// What ends because of a cancellation has not finished.
    func end(_ position: Int) {
        if Task.isCancelled { return }
        state.withLock { $0.unfinished.removeAll { $0 == position } }
    }

    /// A run has begun, and its instance is ready.
    func add(_ running: RunningInstance, _ run: ServiceRun) {
        state.withLock { $0.runs.append((running, run)) }
    }

    /// Whether a service starts only after the generation is adopted, because it, or something that it needs, cannot run beside the
    /// instance that it replaces, or has no `ready` to ask.
    func defers(_ position: Int) -> Bool {
        if !next.context.current.lifecycle.hasBegun { return true }
        let graph = next.plan.graph
        var visited: Set<Int> = []
        var open = [position]
        while let one = open.popLast() {
            guard visited.insert(one).inserted else { continue }
            if lent.contains(one) {
                // The current generation has it, and may be starting it.
                if !isStarted(one) { return true }
                continue
            }
            if runsLater(one) { return true }
            open += next.directNeeds(of: one)
            open += graph.definitions[one].lifecycle.after.compactMap { graph.table.target(of: $0.id) }
        }
        return false
    }

    private func isStarted(_ position: Int) -> Bool {
        guard next.plan.graph.definitions[position].lifecycle.takesPartInStart,
            let instance = next.heldInstance(at: position)
        else { return true }
        return next.context.current.lifecycle.started.contains(instance, next.instances.identities[position])
    }

    private func runsLater(_ position: Int) -> Bool {
        let service = next.plan.services[position]
        guard service.definition.lifecycle.run != nil else { return false }
        if service.definition.lifecycle.ready == nil { return true }
        // One that drains runs beside its replacement, in any reload.
        guard let former = old.plan.names.position(of: service.id), old.heldInstance(at: former) != nil else {
            return false
        }
        let definition = old.plan.services[former].definition
        return definition.lifecycle.run != nil && definition.drainLimit == nil
    }

    // MARK: - The check

    private func ask(_ shutDown: @escaping @Sendable () -> Void) async throws {
        let start = ContainerStart(next, isFirst: false, trial: self, shutDown: shutDown)
        try await start.run()
        for position in replacedWithHealth {
            begin(position)
            _ = try await start.build(position)
            end(position)
        }
        try await askHealth()
        for probe in check.probes { try await probe(plan) }
    }

    /// The services that are in use, are rebuilt, and can be asked for their health, even if nothing starts them.
    private var replacedWithHealth: [Int] {
        return old.instances.shared.held.compactMap { former in
            let id = old.plan.services[former].id
            guard let position = next.plan.names.position(of: id), !lent.contains(position) else { return nil }
            let service = next.plan.services[position]
            let isAsked = service.scope == .shared && service.definition.lifecycle.health != nil && !service.isSynthetic
            return isAsked && next.heldInstance(at: position) == nil ? position : nil
        }
    }

    private func askHealth() async throws {
        let asked = next.plan.services.indices.filter { position in
            let lifecycle = next.plan.services[position].definition.lifecycle
            let isStarted = lifecycle.start == nil && lifecycle.run == nil || !defers(position)
            return lifecycle.health != nil && !lent.contains(position) && isStarted
        }
        for position in asked { begin(position) }
        let problems = await withTaskGroup(of: (Int, Diagnostic?).self) { group in
            for position in asked {
                group.addTask { [next, check] in
                    (position, await next.health(ofServiceAt: position, check.limit).problem)
                }
            }
            var problems: [Int: Diagnostic] = [:]
            for await (position, problem) in group {
                end(position)
                problems[position] = problem
            }
            return asked.compactMap { problems[$0] }
        }
        try Task.checkCancellation()
        guard problems.isEmpty else { throw ContainerError(problems) }
    }

    /// Refuses a generation with a run that has ended, unless its instance stays in use without it.
    private func refuseEndedRuns() throws {
        let ended = state.withLock { $0.runs }.compactMap { running, run -> Diagnostic? in
            guard let end = running.end, run.policy(end) != .ignore else { return nil }
            return .endedDuringCheck(run.definition, end)
        }
        guard ended.isEmpty else { throw ContainerError(next.secrets.masked(ended)) }
    }

    private func known(_ error: any Error) -> any Error {
        if error is ContainerError || error is CancellationError { return error }
        return ContainerError(next.secrets.masked([.reloadCheckFailed(error)]), underlying: error)
    }

    private var lateFaults: [Diagnostic] {
        let unfinished = state.withLock { $0.unfinished }.sorted()
        if unfinished.isEmpty { return [.reloadCheckTookTooLong(check.limit)] }
        return unfinished.map { .checkedTooLong(next.plan.services[$0].definition, check.limit) }
    }
}

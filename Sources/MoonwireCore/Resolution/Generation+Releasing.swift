import MoonwireModel
import MoonwireSupport

/// One step of the release of an instance.
struct Release: @unchecked Sendable {  // One thread or task after the other uses it.
    enum Kind {
        /// The `stop` of its service runs.
        case stop
        /// The hooks learn that it is released.
        case tell(Provenance.Source)
    }

    let kind: Kind
    let instance: AnyObject
    let service: PlannedService

    init(_ kind: Kind, _ instance: AnyObject, _ service: PlannedService) {
        self.kind = kind
        self.instance = instance
        self.service = service
    }

    /// Whether it runs an action.
    var isStop: Bool { if case .stop = kind { true } else { false } }
}

/// An instance that a generation releases.
struct ReleasedInstance: @unchecked Sendable {  // One thread or task after the other uses it.
    /// What its release consists of.
    struct Manner {
        /// That of its service.
        let position: Int
        let source: Provenance.Source
        /// The scripts of an earlier generation whose functions it may hold.
        let life: ScriptLife?
        /// Whether it is stopped.
        let isStopped: Bool
        /// The instances that hooks replaced by it, which are stopped after it, in this order.
        let replaced: [AnyObject]
    }

    let instance: AnyObject
    let manner: Manner

    /// The steps of its release.
    func releases(of service: PlannedService) -> [Release] {
        ((manner.isStopped ? [instance] : []) + manner.replaced).map { Release(.stop, $0, service) }
            + [Release(.tell(manner.source), instance, service)]
    }
}

/// Releases that a task performs one after the other, and does not keep.
final class PendingReleases: Sendable {
    private struct State: @unchecked Sendable {  // The lock protects it.
        /// Latest first.
        var releases: [Release]
    }

    private let state: Lock<State>

    init(_ releases: some Collection<Release>) {
        state = Lock(State(releases: releases.reversed()))
    }

    var isEmpty: Bool { state.withLock { $0.releases.isEmpty } }

    func next() -> Release? { state.withLock { $0.releases.popLast() } }
}

extension Generation {
    /// Releases instances up to the first one whose `stop` is asynchronous, and returns the rest.
    ///
    /// After a container was released without a shutdown, nothing awaits such a `stop`: it is reported instead.
    func releaseUntilAsynchronous(_ releases: [Release]) -> ArraySlice<Release> {
        let isAwaited = context.current.lifecycleLog.end != .released
        for (index, release) in releases.enumerated() {
            guard release.isStop, isAsynchronous(release) else {
                releaseNow(release)
                continue
            }
            if isAwaited { return releases[index...] }
            leave(release)
        }
        return []
    }

    /// Releases instances at the end of a container that was released without a shutdown.
    func leave(_ released: [ReleasedInstance]) {
        let releases = released.flatMap { $0.releases(of: plan.services[$0.manner.position]) }
        // The last generation stops what it has, too.
        let draining = context.current.draining
        _ = releaseUntilAsynchronous(releases.filter { !$0.isStop || !draining.isHeldByLast($0.instance) })
    }

    /// Does what can be done without waiting, and reports that the rest is not awaited.
    private func leave(_ release: Release) {
        let definition = release.service.definition
        let running = takeRun(of: release)
        running?.expectEnd()
        if let action = definition.lifecycle.stop {
            if isAsynchronous(action, on: release.instance) {
                report([.notStopped(definition)])
            } else {
                stop(release.instance, release.service)
            }
        }
        guard let running else { return }
        running.cancel()
        report([.runNotAwaited(definition)])
    }

    func awaitRelease(_ release: Release) async {
        guard release.isStop, isAsynchronous(release) else { return releaseNow(release) }
        await awaitStop(of: BuiltInstance(release.instance), release.service, takeRun(of: release))
    }

    /// Releases instances before the generation ends; a task that keeps the generation awaits asynchronous stops.
    ///
    /// A start in progress may have the instances, and is awaited first.
    func release(_ releases: [Release], after start: LifecycleState.Start? = nil) {
        let remaining = start == nil ? releaseUntilAsynchronous(releases) : releases[...]
        if remaining.isEmpty { return }
        reference.leases.begin()
        awaiting(PendingReleases(remaining), after: start) { self.endLease() }
    }

    /// Performs releases in a task of its own, which a shutdown awaits: no scope or override is open in it, and no cancellation
    /// ends it.
    ///
    /// Until `start` has ended, the generation is in use, and not ending: a shutdown has a limit for that.
    @discardableResult func awaiting(
        _ releases: PendingReleases, after start: LifecycleState.Start? = nil,
        then end: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let live = context.current.live
        if start == nil { live.beginStops() }
        return Task.detached {
            if let start {
                _ = await start.result
                live.beginStops()
            }
            while let release = releases.next() { await self.awaitRelease(release) }
            await end()
            live.endStops()
        }
    }

    /// Whether an asynchronous `stop` has to be awaited, or the end of a `run`.
    private func isAsynchronous(_ release: Release) -> Bool {
        let (service, lifecycle) = (release.service, release.service.definition.lifecycle)
        if let stop = lifecycle.stop, isAsynchronous(stop, on: release.instance) { return true }
        return lifecycle.run != nil
            && context.current.lifecycle.running.contains(release.instance, instances.identities[service.index])
    }

    /// Records which instances that run are not among those that the next generation has.
    func noteReplacedRuns(keeping positions: [Int?]) {
        let replaced = instances.shared.held.filter { positions[$0] == nil }
        let running = replaced.filter { plan.services[$0].definition.lifecycle.run != nil }
        if running.isEmpty { return }
        // One that drains, or that is needed by one that waits, runs beside its replacement.
        let formers = handover?.formers ?? [:]
        let draining = replaced.filter { plan.services[$0].definition.drainLimit != nil }
        let delayed = Set(draining).union(lastUsers(of: draining + formers.keys.sorted()).keys)
        for position in running where !delayed.contains(position) {
            guard let instance = heldInstance(at: position), !context.current.draining.needs(instance) else { continue }
            // Once it has given its work away, it may end.
            if formers[position] != nil { expectEnd(of: ObjectIdentifier(instance), plan.services[position]) }
            context.current.lifecycle.running.noteReplaced(
                instance, instances.identities[position], id: plan.services[position].id)
        }
    }

    /// The `run` of an instance that is released; nil if it was not started.
    func takeRun(of release: Release) -> RunningInstance? {
        let service = release.service
        guard service.definition.lifecycle.run != nil else { return nil }
        let identity = instances.identities[service.index]
        // Another use of the same instance starts it again.
        context.current.lifecycle.started.forget(release.instance, identity)
        return context.current.lifecycle.running.take(release.instance, identity)
    }

    private func releaseNow(_ release: Release) {
        switch release.kind {
        case .tell(let source):
            tellOfRelease(of: release.instance, release.service, from: source)
            // The application stops what it has supplied, but the container has begun the run. It may have supplied it again.
            guard source == .application, heldInstance(at: release.service.index) !== release.instance else { return }
            takeRun(of: release)?.cancel()
        case .stop: stop(release.instance, release.service)
        }
    }

    /// Errors are reported: no caller waits for the result, and the other instances must be stopped as well.
    private func stop(_ instance: AnyObject, _ service: PlannedService) {
        guard let action = service.definition.lifecycle.stop else { return }
        let started = noteStopping(service)
        do {
            _ = try run(action, on: instance, service)
            noteStopped(service, since: started, [])
        } catch { noteStopped(service, since: started, [.stopFailed(service.definition, error)]) }
    }

    /// Runs `stop`, and waits for the end of a `run`, which is cancelled at once if there is no `stop` to end it.
    private func awaitStop(
        of instance: BuiltInstance, _ service: PlannedService, _ running: RunningInstance?
    ) async {
        let started = noteStopping(service)
        running?.expectEnd()
        var found: [Diagnostic] = []
        if let action = service.definition.lifecycle.stop {
            found += await faults(of: action, on: instance, service)
        } else {
            running?.cancel()
        }
        if let running { found += await faults(ofEnding: running, service) }
        noteStopped(service, since: started, found)
    }

    private func faults(
        of action: InstanceAction, on instance: BuiltInstance, _ service: PlannedService
    ) async -> [Diagnostic] {
        let limit = context.current.lifecycleLog.limit
        let outcome = await TimeLimit.run(limit, grace: limit) {
            try await self.runAwaiting(action, on: instance, service)
        }
        switch outcome {
        case .ended(.success): return []
        case .ended(.failure(let error)): return [.stopFailed(service.definition, error)]
        case .endedLate: return [.stopWasCancelled(service.definition, limit)]
        case .abandoned: return [.stopNeverEnded(service.definition, limit)]
        }
    }

    private func faults(ofEnding running: RunningInstance, _ service: PlannedService) async -> [Diagnostic] {
        let limit = context.current.lifecycleLog.limit
        switch await TimeLimit.run(limit, grace: limit, { await running.awaitEnd() }) {
        case .ended: break
        case .endedLate: return [.runWasCancelled(service.definition, limit)]
        case .abandoned: return [.runNeverEnded(service.definition, limit)]
        }
        guard let error = running.lateError, !(error is CancellationError) else { return [] }
        return [.runFailed(service.definition, error)]
    }

    private func noteStopping(_ service: PlannedService) -> ContinuousClock.Instant {
        note(.stopping, service)
        return .now
    }

    private func noteStopped(
        _ service: PlannedService, since started: ContinuousClock.Instant, _ faults: [Diagnostic]
    ) {
        if !faults.isEmpty { report(faults) }
        note(faults.isEmpty ? .stopped : .stopFailed, service, after: ContinuousClock.now - started)
    }

    func note(
        _ phase: LifecycleStep.Phase, _ service: PlannedService, after duration: @autoclosure () -> Duration? = nil
    ) {
        context.current.lifecycleLog.note(
            LifecycleStep(id: service.id, phase: phase, duration: duration()), reports.diagnostics)
    }

    func report(_ faults: [Diagnostic]) {
        let faults = secrets.masked(faults)
        context.current.lifecycleLog.note(faults)
        reports.diagnostics.report(faults)
    }
}

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
            report([.notStopped(release.service.definition)])
        }
        return []
    }

    private func awaitRelease(_ release: Release) async {
        guard release.isStop, isAsynchronous(release) else { return releaseNow(release) }
        await awaitStop(of: BuiltInstance(release.instance), release.service)
    }

    /// Releases instances before the generation ends; a task that keeps the generation awaits asynchronous stops.
    ///
    /// A start in progress may have the instances, and is awaited first.
    func release(_ releases: [Release], after start: LifecycleState.Start? = nil) {
        let remaining = start == nil ? releaseUntilAsynchronous(releases) : releases[...]
        if remaining.isEmpty { return }
        leases.begin()
        awaiting(remaining, after: start) { self.endLease() }
    }

    /// Performs releases in a task of its own, which a shutdown awaits: no scope or override is open in it, and no cancellation
    /// ends it.
    ///
    /// Until `start` has ended, the generation is in use, and not ending: a shutdown has a limit for that.
    @discardableResult func awaiting(
        _ releases: ArraySlice<Release>, after start: LifecycleState.Start? = nil,
        then end: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        let live = context.current.live
        if start == nil { live.beginStops() }
        return Task.detached {
            if let start {
                _ = await start.result
                live.beginStops()
            }
            for release in releases { await self.awaitRelease(release) }
            end()
            live.endStops()
        }
    }

    private func isAsynchronous(_ release: Release) -> Bool {
        release.service.definition.lifecycle.stop.map { isAsynchronous($0, on: release.instance) } ?? false
    }

    private func releaseNow(_ release: Release) {
        switch release.kind {
        case .tell(let source): tellOfRelease(of: release.instance, release.service, from: source)
        case .stop: stop(release.instance, release.service)
        }
    }

    /// Errors are reported: no caller waits for the result, and the other instances must be stopped as well.
    private func stop(_ instance: AnyObject, _ service: PlannedService) {
        guard let action = service.definition.lifecycle.stop else { return }
        let started = noteStopping(service)
        do {
            _ = try run(action, on: instance, service)
            noteStopped(service, since: started)
        } catch { noteStopped(service, since: started, .stopFailed(service.definition, error)) }
    }

    private func awaitStop(of instance: BuiltInstance, _ service: PlannedService) async {
        guard let action = service.definition.lifecycle.stop else { return }
        let started = noteStopping(service)
        let limit = context.current.lifecycleLog.limit
        let outcome = await TimeLimit.run(limit, grace: limit) {
            try await self.runAwaiting(action, on: instance, service)
        }
        switch outcome {
        case .ended(.success): noteStopped(service, since: started)
        case .ended(.failure(let error)):
            noteStopped(service, since: started, .stopFailed(service.definition, error))
        case .endedLate: noteStopped(service, since: started, .stopWasCancelled(service.definition, limit))
        case .abandoned: noteStopped(service, since: started, .stopNeverEnded(service.definition, limit))
        }
    }

    private func noteStopping(_ service: PlannedService) -> ContinuousClock.Instant {
        note(.stopping, service)
        return .now
    }

    private func noteStopped(
        _ service: PlannedService, since started: ContinuousClock.Instant, _ fault: Diagnostic? = nil
    ) {
        if let fault { report([fault]) }
        note(fault == nil ? .stopped : .stopFailed, service, after: ContinuousClock.now - started)
    }

    func note(_ phase: LifecycleStep.Phase, _ service: PlannedService, after duration: Duration? = nil) {
        let step = LifecycleStep(id: service.id, phase: phase, duration: duration)
        if context.current.lifecycleLog.steps.send([step]) {
            reports.diagnostics.report([.slowListener(to: "lifecycleSteps()")])
        }
    }

    private func report(_ faults: [Diagnostic]) {
        let faults = secrets.masked(faults)
        context.current.lifecycleLog.note(faults)
        reports.diagnostics.report(faults)
    }
}

public import MoonwireModel
import MoonwireSupport

extension Container {
    /// Builds and starts the services that are `eager` or have a `start`, each after the services that it is built from, and those
    /// that do not depend on each other concurrently.
    ///
    /// ```swift
    /// let container = try Container(scripts: ["container.lua"], types: [Pool.self], environment: .prod)
    /// try await container.start()
    /// ```
    ///
    /// Instances that have been started are not started again. From now on, a reload starts the instances that it rebuilds. A call
    /// meanwhile awaits that and throws its error; another call tries again what could not be started.
    ///
    /// The `run` of a service begins after its `start`, in a task of its own; services that depend on it start when its `ready` says
    /// that they can.
    ///
    /// If a service cannot be built or started, or the task is cancelled, the first start ends the container: everything that was
    /// built is stopped, latest first. The cancellation of a task that only awaits a start of another one does not end it.
    ///
    /// Overrides and open scopes of the task are not used.
    ///
    /// - Throws: ``ContainerError`` with all that could not be started, and what was started before that.
    public func start() async throws { try await start(endingWithin: current.lifecycleLog.limit) }

    /// `limit` is that of the end if the first start fails.
    func start(endingWithin limit: Duration) async throws {
        if isPartOfBuildOrAction { throw ContainerError(.startInAction()) }
        let caller = CallingTask()
        let start = current.lifecycle.starting { isFirst in
            // Without the values of this task, such as its overrides.
            Task.detached(priority: Task.currentPriority) {
                try await caller.awaiting {
                    if isFirst { try await self.startOrEnd(within: limit) } else { try await self.startAll() }
                }
            }
        }
        guard let (task, isNew) = start else {
            try Task.checkCancellation()
            throw current.shutDown()
        }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                if isNew { task.cancel() }
            }
        } catch let error as CancellationError {
            // A service that has started ended the container during the start of others.
            throw current.lifecycle.serviceEnd.fault ?? error
        }
    }

    /// Ends the container: from now on no service can be resolved, and all instances are stopped, latest first.
    ///
    /// ```swift
    /// let faults = await container.shutdownGracefully(within: .seconds(10))
    /// ```
    ///
    /// A start in progress is cancelled. It, a reload, resolves, overrides, and open scopes that are in progress can go on for the
    /// given time. Then an asynchronous `stop` has that time, too, before it is cancelled. ``run(within:until:)`` returns after that.
    /// Another call awaits the end of the first one. A call by what the end awaits begins it and returns at once: an action such as
    /// `start` or `stop`, a factory, or code inside an override or a scope of the container itself.
    ///
    /// - Parameter limit: The time for what is in progress, and for each `stop`.
    /// - Returns: What could not be stopped, which is also among the ``diagnostics``.
    @discardableResult public func shutdownGracefully(within limit: Duration = .seconds(10)) async -> [Diagnostic] {
        current.lifecycle.serviceEnd.note(nil, cancelsRuns: false)
        return await endGracefully(within: limit)
    }

    /// The same, at the end of ``run(within:until:)``.
    @discardableResult func endGracefully(within limit: Duration) async -> [Diagnostic] {
        let end = beginShutdown(within: limit)
        let isAwaited = isPartOfBuildOrAction || Override.isActive(in: current)
        return isAwaited ? [] : await end.value
    }

    /// The end in progress, or one that begins now.
    @discardableResult func beginShutdown(within limit: Duration) -> Task<[Diagnostic], Never> {
        var begun: LifecycleState.Start?
        let (task, _) = current.lifecycle.ending { start in
            begun = start
            // A task of its own: the cancellation of its caller does not end the shutdown.
            return Task.detached { await self.end(within: limit) }
        }
        begun?.cancel()
        return task
    }

    /// The steps of the services' starts and ends from now on.
    ///
    /// ```swift
    /// for await step in container.lifecycleSteps() { print(step) }   // started pool in 0.012 seconds
    /// ```
    public func lifecycleSteps() -> Updates<LifecycleStep> { current.lifecycleLog.steps.updates() }

    /// The number of instances that were started, as far as they are remembered.
    package var rememberedStarts: Int { current.lifecycle.started.count }

    /// Whether the container has been shut down, or has ended because its start failed.
    package var hasEnded: Bool { current.lifecycleLog.end != nil }

    /// Whether a start is in progress.
    package var isStarting: Bool { current.lifecycle.currentStart != nil }

    /// Whether this task runs an action or a factory of a service of the container.
    private var isPartOfBuildOrAction: Bool {
        LifecycleAction.isCurrent(in: current.lifecycle) || TaskBuild.current(in: current) != nil
    }

    /// The first start, which ends the container if it fails.
    private func startOrEnd(within limit: Duration) async throws {
        do {
            repeat { try await startCurrent(isFirst: true) } while !current.lifecycle.endStart()
        } catch {
            let (task, isNew) = current.lifecycle.ending { _ in Task.detached { await self.end(within: limit) } }
            // Another end awaits this start.
            if isNew { _ = await task.value }
            throw error
        }
    }

    /// Starts what has changed, if the container has been started.
    func startAgain() {
        current.lifecycle.startAgain { startingInBackground() }
    }

    /// Starts everything that has not been started, also if it changes meanwhile.
    private func startAll() async throws {
        // Whether something has changed since the last pass began.
        var owesMore = false
        while true {
            do { try await startCurrent(isFirst: false) } catch {
                if Task.isCancelled {
                    // A task that is not cancelled starts what has changed meanwhile.
                    current.lifecycle.giveUpStart(owesMore: owesMore) { startingInBackground() }
                    throw error
                }
                if current.lifecycle.endStart() { throw error }
                report(error)
                continue
            }
            if current.lifecycle.endStart() { return }
            owesMore = true
        }
    }

    private func startingInBackground() -> LifecycleState.Start {
        Task.detached {
            do { try await self.startAll() } catch {
                self.report(error)
                throw error
            }
        }
    }

    private func startCurrent(isFirst: Bool) async throws {
        // A shutdown has begun meanwhile.
        guard let generation = current.lease() else { throw CancellationError() }
        defer { generation.endLease() }
        let limit = current.lifecycleLog.limit
        let start = ContainerStart(generation, isFirst: isFirst) { [weak self] in
            _ = self?.beginShutdown(within: limit)
        }
        try await start.run()
    }

    /// Reports the error of a start whose caller does not receive it.
    private func report(_ error: any Error) {
        if let error = error as? ContainerError { diagnostics.report(error.diagnostics) }
    }

    private func end(within limit: Duration) async -> [Diagnostic] {
        let log = current.lifecycleLog
        log.beginShutdown(limit)
        current.lifecycle.cancelCheck()
        if current.lifecycle.serviceEnd.cancelsRuns { current.lifecycle.running.cancelAll() }
        await giveUpGeneration(within: limit)
        let live = current.live
        // A start, a reload, and a resolve in progress use a generation, too.
        _ = await TimeLimit.run(limit, grace: .zero) { await live.wait(for: .noneInUse) }
        // What is being stopped may be all that holds another generation.
        await live.wait(for: .noneEnding)
        let remaining = Set(live.all.filter { !$0.isEnding }.map(\.number))
        let faults = generations.filter { remaining.contains($0.number) }.map { Diagnostic.stillInUse("\($0)", limit) }
        log.note(faults)
        diagnostics.report(faults)
        await live.wait(for: .noneEnding)
        return log.faults
    }

    /// Gives up the current generation; a reload in progress will find that the container has ended.
    private func giveUpGeneration(within limit: Duration) async {
        let (last, own) = settings.withLock { _ in
            let last = current.endingLease()
            current.lifecycleLog.note(.shutDown)
            return (last, current.exchange(nil))
        }
        ledger.endSignals()
        current.gate.drain()
        own?.endLease()
        let draining = current.draining
        if draining.needsLast { _ = await TimeLimit.run(limit, grace: limit) { await draining.finish() } }
        current.endLast(last)
    }
}

import MoonwireModel
import MoonwireSupport

extension Container {
    /// What the reloads of signals, watches, and `moonwire attach` check before they take effect; nil, as at first, if they take effect
    /// unchecked.
    ///
    /// ```swift
    /// container.reloadCheck = .health
    /// ```
    public var reloadCheck: ReloadCheck? {
        get { journal.check }
        set { journal.check = newValue }
    }

    /// Reads all scripts again, starts what they rebuild, and adopts the new wiring only if it works; otherwise nothing changes.
    ///
    /// ```swift
    /// let plan = try await container.reload(checking: .health)
    /// ```
    ///
    /// While the former instances are in use, services that start with the container, and those that are in use and have a
    /// `health`, are built and started if the reload rebuilds them; then their `ready` and `health` are asked. If one of them fails,
    /// everything that was built is stopped, latest first, and the error tells what.
    ///
    /// A `run` without a `ready` begins after that, and so does one whose former instance must end first; see `reload = "drain"`.
    /// If another reload takes effect during the check, everything is read and checked again.
    ///
    /// Overrides and open scopes of the task are not used.
    ///
    /// - Returns: What the reload changed.
    /// - Throws: ``ContainerError`` with all faults, and `CancellationError` if the task is cancelled.
    @discardableResult public func reload(checking check: ReloadCheck) async throws -> ReloadPlan {
        try await reload(by: .call, checking: check)
    }

    /// The same, with a check of the application after that: see ``ReloadCheck/and(_:)``.
    ///
    /// ```swift
    /// try await container.reload(checking: .health) { plan in
    ///     try await container.resolve("mailer", as: Mailer.self).sendTest()   // the new one
    /// }
    /// ```
    @discardableResult public func reload(
        checking check: ReloadCheck, _ probe: @escaping @Sendable (ReloadPlan) async throws -> Void
    ) async throws -> ReloadPlan {
        try await reload(checking: check.and(probe))
    }

    /// Reloads with the check that the application has chosen.
    @discardableResult func reload(by source: ReloadSource) async throws -> ReloadPlan {
        guard let check = reloadCheck else { return try reload(by: source, isDisturbed: { _ in false }) }
        return try await reload(by: source, checking: check)
    }

    /// The same on a thread that can wait.
    func reloadBlocking(by source: ReloadSource, isDisturbed: ([FileRecord]) -> Bool) throws -> ReloadPlan {
        guard let check = reloadCheck else { return try reload(by: source, isDisturbed: isDisturbed) }
        journal.turns.enterBlocking()
        defer { journal.turns.leave() }
        for number in 1...Self.mostChecks {
            let (prepared, course) = try prepare(by: source, isDisturbed: isDisturbed)
            let outcome = Lock<Result<ReloadPlan?, any Error>?>(nil)
            let changed = Condition()
            Task.detached {
                let result: Result<ReloadPlan?, any Error>
                do { result = .success(try await self.adopt(prepared, course, check, number)) } catch {
                    result = .failure(error)
                }
                outcome.withLock { $0 = result }
                changed.wakeAll()
            }
            if let plan = try outcome.wait(changed, until: { $0 }).get() { return plan }
        }
        preconditionFailure("Moonwire: the last check has no outcome")
    }

    /// Reloads on a thread of its own, with the check that the application has chosen.
    package func reloadByAttachment() throws -> ReloadPlan {
        try reloadBlocking(by: .attachment) { _ in false }
    }

    private func reload(by source: ReloadSource, checking check: ReloadCheck) async throws -> ReloadPlan {
        if ReloadTrial.isCurrent(in: current) { throw ContainerError(.reloadInReload()) }
        if TaskBuild.current(in: current) != nil {
            throw ContainerError(.checkedReloadWhileBuilding(TaskBuild.path?.ids ?? []))
        }
        try await journal.turns.enter()
        defer { journal.turns.leave() }
        for number in 1...Self.mostChecks {
            let (prepared, course) = try prepare(by: source) { _ in false }
            if let plan = try await adopt(prepared, course, check, number) { return plan }
        }
        preconditionFailure("Moonwire: the last check has no outcome")
    }

    /// Makes the next generation, without making it the current one.
    private func prepare(
        by source: ReloadSource, isDisturbed: ([FileRecord]) -> Bool
    ) throws -> (PreparedReload, ReloadCourse) {
        try takingReloadGate {
            var course = ReloadCourse(by: source, before: followedFiles, hasOwnCheck: source == .call)
            do { return (try prepared(isDisturbed, &course), course) } catch let error as ContainerError {
                refuse(error, course)
                throw error
            }
        }
    }

    private func prepared(
        _ isDisturbed: ([FileRecord]) -> Bool, _ course: inout ReloadCourse
    ) throws -> PreparedReload {
        guard let old = current.lease() else { throw current.ended() }
        do {
            let candidate = try candidate(after: old, isDisturbed: isDisturbed)
            let plan = candidate.plan
            course.cause = .application
            try old.hookRunner.veto(plan.value, isChanged: candidate.changes)
            let next = candidate.generation()
            try next.adopted { try next.open { course.cause = $0.isOfScript ? .scripts : .application } }
            course.cause = .application
            return PreparedReload(candidate, plan, next, after: old)
        } catch {
            old.endLease()
            throw error
        }
    }

    /// The number of times that a reload is checked again because others take effect meanwhile.
    private static let mostChecks = 3

    /// Checks a generation for the `number`th time, and adopts it if it works; nil if others took effect meanwhile, so that everything
    /// must be read and checked again.
    private func adopt(
        _ prepared: PreparedReload, _ course: ReloadCourse, _ check: ReloadCheck, _ number: Int
    ) async throws -> ReloadPlan? {
        do { return try await adoptOnce(prepared, course, check) } catch is PreparedReload.Overtaken {
            if number < Self.mostChecks { return nil }
            throw recorded(ContainerError(.overtaken(times: Self.mostChecks)), course)
        }
    }

    private func adoptOnce(
        _ prepared: PreparedReload, _ course: ReloadCourse, _ check: ReloadCheck
    ) async throws -> ReloadPlan {
        var prepared = prepared
        let trial = ReloadTrial(prepared, check)
        do {
            try await run(trial)
            return try takingReloadGate {
                try prepared.adopt(in: self, trial)
                tell(.reloaded(prepared.plan), course)
                prepared.next.hookRunner.reloaded(prepared.plan.value)
                startAgain()
                return prepared.plan
            }
        } catch {
            let stopped = await prepared.discard()
            if error is PreparedReload.Overtaken { throw error }
            throw try takingReloadGate { refused(error, after: prepared.old, course, stopped: stopped) }
        }
    }

    /// Runs a check, which a cancellation of this task or the end of the container cancels.
    private func run(_ trial: ReloadTrial) async throws {
        let limit = current.lifecycleLog.limit
        // Without the values of this task, such as its overrides.
        let task = Task.detached(priority: Task.currentPriority) {
            try await trial.run { [weak self] in _ = self?.beginShutdown(within: limit) }
        }
        current.lifecycle.note(check: task)
        defer { current.lifecycle.note(check: nil) }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Records why a check failed, and returns the error: ``PreparedReload/Overtaken`` if another wiring is in use since.
    private func refused(
        _ error: any Error, after old: Generation, _ course: ReloadCourse, stopped: [String]
    ) -> any Error {
        if current.lifecycle.isEnding { return recorded(current.shutDown(), course) }
        let isOvertaken = !current.isCurrent(old)
        guard let error = error as? ContainerError else {
            let cancelled = ContainerError(.reloadCheckCancelled())
            // What took effect meanwhile was not refused.
            if isOvertaken { tell(.refused(cancelled), course) } else { refuse(cancelled, course) }
            return error
        }
        if isOvertaken { return PreparedReload.Overtaken() }
        var faults = error.diagnostics
        if let first = faults.first { faults[0] = first.atCheck(stopped: stopped) }
        return recorded(ContainerError(faults, underlying: error.underlying), course)
    }

    private func recorded(_ error: ContainerError, _ course: ReloadCourse) -> ContainerError {
        refuse(error, course)
        return error
    }
}

extension Container {
    /// The number of reloads that wait for the check of another one.
    package var checkedReloadsWaiting: Int { journal.turns.waiting }
}

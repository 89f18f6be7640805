import MoonwireSupport
import MoonwireValues

extension Container {
    /// Reads all scripts again and adopts the new wiring; a fault changes nothing.
    ///
    /// Instances are carried over if nothing has changed that they were built from. The others are stopped after the last
    /// resolve in the old generation has ended; a resolve in progress stays in its generation. If another thread is
    /// reloading, this one waits, unless that thread waits for a service that this one builds.
    ///
    /// ```swift
    /// let plan = try container.reload()
    /// print(plan)   // ~ service "mailer" (container.lua:4 -> container.lua:4)
    /// ```
    ///
    /// - Returns: What the reload changed.
    /// - Throws: ``ContainerError`` with all faults, or with the reason of a hook that vetoed the reload.
    @discardableResult public func reload() throws -> ReloadPlan {
        try reload(by: .call, isDisturbed: { _ in false })
    }

    /// As above, unless the read may be incomplete: then it throws ``DisturbedReading``, and nothing has changed.
    func reload(by source: ReloadSource, isDisturbed: ([FileRecord]) -> Bool) throws -> ReloadPlan {
        try takingReloadGate {
            var course = ReloadCourse(by: source, before: followedFiles)
            return try recording(&course) { try exchangeGeneration(isDisturbed, &$0) }
        }
    }

    /// Runs `body` while no other thread reloads.
    func takingReloadGate<R>(_ call: String = "reload", _ body: () throws -> R) throws -> R {
        if ReloadTrial.isCurrent(in: current) { throw ContainerError(.reloadInReload(call)) }
        return try reloadGate.take(
            orThrow: ContainerError(.reloadInReload(call)), orThrow: { ContainerError(.reloadWhileBuilding($0, call)) },
            body)
    }

    /// Returns what ``reload()`` would change now, without a change; throws ``ContainerError`` with all faults.
    public func reloadPlan() throws -> ReloadPlan {
        try resolving { try CandidateGeneration(try source.readMoment { _ in }, after: $0.unscoped, of: self).plan }
    }

    /// The outcomes of all reloads from now on, including those of a watch.
    public func reloads() -> Updates<ReloadOutcome> { journal.outcomes.updates() }

    private func exchangeGeneration(
        _ isDisturbed: ([FileRecord]) -> Bool, _ course: inout ReloadCourse
    ) throws -> ReloadPlan {
        guard let old = current.lease() else { throw current.ended() }
        defer { old.endLease() }
        var candidate = try candidate(after: old, isDisturbed: isDisturbed)
        let plan = candidate.plan
        course.cause = .application
        try old.hookRunner.veto(plan.value, isChanged: candidate.changes)
        let next = try exchange(&candidate, for: old) { next in
            try next.open { course.cause = $0.isOfScript ? .scripts : .application }
        } adopting: {
            noteAdoption(of: $0, after: old)
        }
        next.hookRunner.reloaded(plan.value)
        startAgain()
        return plan
    }

    /// Reads the next generation, and compares it with the current one.
    ///
    /// What a rollback has replaced does not come back by itself.
    func candidate(after old: Generation, isDisturbed: ([FileRecord]) -> Bool) throws -> CandidateGeneration {
        let reading = try readAgain(isDisturbed: isDisturbed)
        if journal.isRolledBack(reading.traces) { throw ContainerError(.stillRolledBack()) }
        return try CandidateGeneration(reading, after: old, of: self)
    }

    /// Records that a reload replaces a generation; called under a lock before the exchange.
    func noteAdoption(of next: Generation, after old: Generation) {
        journal.note(next, after: old, isRollback: false)
        // A reader of the new wiring must not see that an older one is in use.
        refusal.withLock { $0 = nil }
    }

    /// Replaces the current generation, which the caller leases; what is not carried over is stopped when its last resolve has ended.
    ///
    /// `open` lets the next generation build services. `adopting` is called under a lock, and nothing refuses the exchange after that.
    func exchange(
        _ candidate: inout CandidateGeneration, for old: Generation, open: (Generation) throws -> Void,
        adopting: (Generation) -> Void
    ) throws -> Generation {
        let next = candidate.generation()
        let passed = try next.adopted {
            try open(next)
            return try adopt(next, from: &candidate, for: old, adopting: adopting)
        }
        complete(passed, candidate, next, for: old)
        return next
    }

    /// What an exchange leaves to be done outside the lock, where the replaced objects are released.
    struct Passed {
        fileprivate let held: [Holding]
        fileprivate let late: [Holding]
        fileprivate let parameters: ParameterStore.Change
    }

    /// Makes the next generation the current one; `check` is called under the lock, and may refuse that.
    func adopt(
        _ next: Generation, from candidate: inout CandidateGeneration, for old: Generation,
        check: () throws -> Void = {}, adopting: (Generation) -> Void
    ) throws -> Passed {
        try settings.withLock { settings in
            if current.lifecycleLog.end != nil { throw current.ended() }
            try check()
            try candidate.admitSupplies()
            settings.add(next.parameters.earlySettings)
            let parameters = next.parameters.set(settings.all, after: old.parameters)
            settings.inheritSecrets(from: parameters.after)
            adopting(next)
            let instances = candidate.handOver(to: next)
            old.noteReplacedRuns(keeping: candidate.diff.positions)
            _ = current.exchange(next)
            next.instances.takeovers.noteAdoption()
            return Passed(held: instances.held, late: instances.late, parameters: parameters)
        }
    }

    /// Completes an exchange: the lease ends that the container had of the former generation.
    ///
    /// `built` are the positions of the services that were built to check the next generation.
    func complete(
        _ passed: Passed, _ candidate: CandidateGeneration, _ next: Generation, for old: Generation, built: [Int] = []
    ) {
        for holding in passed.late { old.passOn(holding) }
        withExtendedLifetime(passed) {}
        current.gate.drain()
        next.takeOverStates(atPositions: built)
        candidate.reapply(passed.held, in: next)
        old.endLease()
        diagnostics.report(candidate.remarks + endedWrappers(of: next))
        if ledger.isFollowing || next.wantsPreferences { ledger.follow(next) }
    }

    /// A remark for each wrapper of an object that is kept, whose function no script contains.
    private func endedWrappers(of next: Generation) -> [Diagnostic] {
        (current.wrappers?.takeEnded() ?? []).filter { next.isHeld($0.object) }.map {
            .wrapperEnded(typeName(dynamicType(of: $0.object)), $0.wrap.member, $0.wrap.origin)
        }
    }
}

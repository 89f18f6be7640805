import Foundation
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
        try reload(isDisturbed: { _ in false })
    }

    /// As above, unless the read may be incomplete: then it throws ``DisturbedReading``, and nothing has changed.
    func reload(isDisturbed: ([FileRecord]) -> Bool) throws -> ReloadPlan {
        try reloadGate.take(
            orThrow: ContainerError(.reloadInReload()), orThrow: { ContainerError(.reloadWhileBuilding($0)) }
        ) {
            var cause = RefusedReload.Cause.scripts
            let files = followedFiles
            do {
                let plan = try exchangeGeneration(isDisturbed, &cause)
                tell(.reloaded(plan))
                return plan
            } catch let error as ContainerError {
                if error.isOfFiles { cause = .files }
                note(error, cause, before: files)
                tell(.refused(error))
                throw error
            }
        }
    }

    /// Returns what ``reload()`` would change now, without a change; throws ``ContainerError`` with all faults.
    public func reloadPlan() throws -> ReloadPlan {
        try resolving { try CandidateGeneration(try source.readMoment { _ in }, after: $0.unscoped, of: self).plan }
    }

    /// The outcomes of all reloads from now on, including those of a watch.
    public func reloads() -> Updates<ReloadOutcome> { outcomes.updates() }

    private func tell(_ outcome: ReloadOutcome) {
        if outcomes.send([outcome]) { diagnostics.report([.slowListener(to: "reloads")]) }
    }

    /// Records that a reload was refused.
    ///
    /// A retry that is refused for the same reason is not reported again.
    ///
    /// `files` are those that were followed before.
    private func note(_ error: ContainerError, _ cause: RefusedReload.Cause, before files: [FileRecord]) {
        forgetTexts()
        let isSameEdit = files.elementsEqual(followedFiles) { $0.isSameReading(as: $1) }
        let (refused, isKnown) = refusal.withLock { last in
            let refused = RefusedReload(date: last?.date ?? Date(), cause: cause, error: error)
            let isKnown = isSameEdit && last?.cause == cause && last?.error.diagnostics == error.diagnostics
            last = refused
            return (refused, isKnown)
        }
        if !isKnown { diagnostics.report(error.diagnostics + [.refused(refused)]) }
    }

    private func exchangeGeneration(
        _ isDisturbed: ([FileRecord]) -> Bool, _ cause: inout RefusedReload.Cause
    ) throws -> ReloadPlan {
        guard let old = current.lease() else { throw current.ended() }
        defer { old.endLease() }
        var candidate = try CandidateGeneration(try readAgain(isDisturbed: isDisturbed), after: old, of: self)
        let plan = candidate.plan
        cause = .application
        try old.hookRunner.veto(plan.value, isChanged: candidate.changes)
        let next = try exchange(&candidate, for: old) { next in
            try next.open { cause = $0.isOfScript ? .scripts : .application }
        } adopting: {
            // A reader of the new wiring must not see that an older one is in use.
            refusal.withLock { $0 = nil }
        }
        next.hookRunner.reloaded(plan.value)
        startAgain()
        return plan
    }

    /// Replaces the current generation, which the caller leases; what is not carried over is stopped when its last resolve has ended.
    ///
    /// `open` lets the next generation build services. `adopting` is called under a lock, and nothing refuses the exchange after that.
    func exchange(
        _ candidate: inout CandidateGeneration, for old: Generation, open: (Generation) throws -> Void,
        adopting: () -> Void
    ) throws -> Generation {
        let next = candidate.generation()
        // The replaced objects must be released outside the lock.
        let (instances, parameters) = try next.adopted {
            try open(next)
            return try settings.withLock { settings in
                if current.lifecycleLog.end != nil { throw current.ended() }
                try candidate.admitSupplies()
                let parameters = next.parameters.set(settings.all, after: old.parameters)
                settings.inheritSecrets(from: parameters.after)
                adopting()
                let instances = candidate.handOver(to: next)
                old.noteReplacedRuns(keeping: candidate.diff.positions)
                _ = current.exchange(next)
                return (instances, parameters)
            }
        }
        for holding in instances.late { old.passOn(holding) }
        withExtendedLifetime((instances, parameters)) {}
        current.gate.drain()
        candidate.reapply(instances.held, in: next)
        old.endLease()
        diagnostics.report(candidate.remarks)
        if ledger.isFollowing || next.wantsPreferences { ledger.follow(next) }
        return next
    }
}

extension ContainerError {
    /// Whether files could not be read that may become readable shortly.
    fileprivate var isOfFiles: Bool {
        code == .filesChanged || diagnostics.contains { $0.code == .unavailableFile }
    }
}

import MoonwireValues

extension Container {
    /// Reads every script again and serves from what they say now; on any fault the container stays as it was.
    ///
    /// Instances go on when nothing that they were built from has changed; the others are stopped once nobody resolves in
    /// the old generation any more. A resolve in progress stays in its generation.
    ///
    /// ```swift
    /// let plan = try container.reload()
    /// print(plan)   // ~ service "mailer" (container.lua:4 -> container.lua:4)
    /// ```
    ///
    /// Throws ``ContainerError`` with everything that is wrong.
    @discardableResult public func reload() throws -> ReloadPlan {
        try turn.take(orThrow: ContainerError(.reloadInReload())) {
            do {
                let plan = try exchangeGeneration()
                outcomes.send([.reloaded(plan)])
                return plan
            } catch let error as ContainerError {
                diagnostics.report(error.diagnostics)
                outcomes.send([.refused(error)])
                throw error
            }
        }
    }

    /// What a change would do, without doing it; throws ``ContainerError`` with everything that is wrong.
    public func plan(for change: PlannedChange) throws -> ReloadPlan {
        try resolving { try Draft(try source.read(), after: $0, of: self).plan }
    }

    /// The outcomes of reloads from now on, whoever asks for them.
    public var reloads: AsyncStream<ReloadOutcome> { outcomes.stream() }

    private func exchangeGeneration() throws -> ReloadPlan {
        guard let old = current.lease() else { throw ContainerError(.containerEnded(nil, at: nil)) }
        defer { old.endLease() }
        let draft = try Draft(try readAgain(), after: old, of: self)
        let plan = draft.plan
        try old.hookRunner.veto(plan.value)
        let next = draft.generation()
        try next.open()
        // What goes now must go outside the lock.
        let late = settings.withLock { settings in
            let held = old.handOver(to: next, draft.succession.places)
            let parameters = next.parameters.set(settings.all)
            _ = current.exchange(next)
            return (held, parameters)
        }
        withExtendedLifetime(late) {}
        current.gate.drain()
        old.endLease()
        diagnostics.report(draft.remarks)
        if ledger.isFollowing || next.wantsPreferences { ledger.follow(next) }
        next.hookRunner.reloaded(plan.value)
        return plan
    }
}

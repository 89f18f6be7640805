package import MoonwireValues

/// Runs the hooks of a generation, without holding a lock.
package struct HookRunner {
    let generation: Generation

    init(_ generation: Generation) {
        self.generation = generation
    }

    var plan: HookPlan { generation.plan.hooks }

    /// Calls the `reloading` hooks; throws ``ContainerError`` if one vetoes, or one of Swift fails.
    ///
    /// A mistake in a script's hook must not block the edit that corrects it. So a failure there is only reported, and so is the
    /// veto of a hook that the edit changes.
    ///
    /// `isChanged` returns whether the new scripts contain the hook only in a changed form, or not at all.
    package func veto(_ reload: @autoclosure () -> PlainValue, isChanged: (Hook) -> Bool = { _ in false }) throws {
        let hooks = plan.hooks(.reloading)
        if hooks.isEmpty { return }
        let reload = reload()
        let time = generation.plan.graph.layers.functionTime.fresh
        for (number, planned) in hooks.enumerated() where !planned.hook.isOfScript || !time.isUsedUp {
            let hook = planned.hook
            let answer: HookAnswer
            defer { reportOverrun(hook, time, before: hooks[(number + 1)...]) }
            do { answer = try run(planned, [.value(reload)], info(.reloading), within: time) } catch let error
                as ContainerError
            {
                guard hook.isOfScript else { throw error }
                generation.reports.diagnostics.report(error.diagnostics.map(\.asWarning))
                continue
            }
            guard case .veto(let reason) = answer else { continue }
            guard hook.isOfScript, isChanged(hook) else { throw masked(ContainerError(.vetoed(hook, reason))) }
            generation.reports.diagnostics.report(masked(ContainerError(.vetoWithoutEffect(hook, reason))).diagnostics)
        }
    }

    /// Calls the `reloaded` hooks; their errors are reported, because nothing can be undone.
    package func reloaded(_ reload: @autoclosure () -> PlainValue) {
        let hooks = plan.hooks(.reloaded)
        if hooks.isEmpty { return }
        let reload = reload()
        let time = generation.plan.graph.layers.functionTime.fresh
        for (number, planned) in hooks.enumerated() where !planned.hook.isOfScript || !time.isUsedUp {
            report { try run(planned, [.value(reload)], info(.reloaded), within: time) }
            reportOverrun(planned.hook, time, before: hooks[(number + 1)...])
        }
    }

    /// Reports that a script's hook has used up the time of all hooks, and how many are no longer called.
    private func reportOverrun(_ hook: Hook, _ time: CPUTimeLimit, before others: ArraySlice<PlannedHook>) {
        guard hook.isOfScript else { return }
        let left = others.count { $0.hook.isOfScript }
        let fault = time.diagnostic {
            .functionsTookTooLong(hook.phrase, limit: $0, at: hook.origin.location, notCalled: left)
        }
        if let fault { generation.reports.diagnostics.report([fault.asWarning]) }
    }

    /// Calls the hooks of a preference, `Group.name`, with its new value; throws ``ContainerError`` if one fails.
    package func preferenceChanged(_ name: String, new: PlainValue, old: PlainValue) throws {
        for planned in plan.hooks(ofPreference: name) {
            try run(planned, [.value(.text(name)), .value(new), .value(old)], info(.preference, name))
        }
    }

    /// Runs one hook; its error names the hook and the path, without secrets.
    @discardableResult func run(
        _ planned: PlannedHook, _ arguments: [HookArgument], _ info: HookInfo
    ) throws -> HookAnswer {
        do {
            return try generation.withResolver { resolver in
                var info = info
                info.resolver = resolver
                return try planned.run(arguments, info)
            }
        } catch let error as ContainerError {
            throw masked(error.isTraced ? error : error.needed(by: info.path))
        }
    }

    /// Runs one hook; a script's hook uses the time that all of them share.
    @discardableResult private func run(
        _ planned: PlannedHook, _ arguments: [HookArgument], _ info: HookInfo, within time: CPUTimeLimit
    ) throws -> HookAnswer {
        guard planned.hook.isOfScript else { return try run(planned, arguments, info) }
        return try time.measure { try run(planned, arguments, info) }
    }

    /// Runs a body that must not fail: its errors are reported to the container's diagnostics.
    func report(_ body: () throws -> Void) {
        do { try body() } catch {
            let error = error as? ContainerError
            generation.reports.diagnostics.report(generation.secrets.masked(error?.diagnostics.map(\.asWarning) ?? []))
        }
    }

    func masked(_ error: ContainerError) -> ContainerError { generation.secrets.masked(error) }

    /// The `info` of hooks that do not concern a service.
    func info(_ event: HookEvent, _ name: String? = nil, type: String? = nil) -> HookInfo {
        HookInfo(
            event, HookSubject(name, type: type), path: Resolution.current.ids, ServiceResolver(generation))
    }
}

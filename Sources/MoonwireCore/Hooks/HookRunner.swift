package import MoonwireValues

/// Runs the hooks of a generation. Nothing of ours is locked meanwhile.
package struct HookRunner {
    let generation: Generation

    init(_ generation: Generation) {
        self.generation = generation
    }

    var plan: HookPlan { generation.hooks }

    /// Asks hooks whether a reload may take effect; throws ``ContainerError`` when one refuses, or one of Swift fails.
    ///
    /// A mistake in a hook of a script must not keep out the edit that corrects it. So a failure there is only reported, and
    /// so is the veto of a hook that the edit changes.
    ///
    /// - Parameter isChanged: Whether the scripts that were read again do not have the hook as it is.
    package func veto(_ reload: @autoclosure () -> Value, isChanged: (Hook) -> Bool = { _ in false }) throws {
        let hooks = plan.hooks(.reloading)
        if hooks.isEmpty { return }
        let reload = reload()
        let time = generation.graph.functionTime.fresh
        for (number, planned) in hooks.enumerated() where !planned.hook.isOfScript || !time.isUsedUp {
            let hook = planned.hook
            let answer: HookAnswer
            defer { reportOverrun(hook, time, before: hooks[(number + 1)...]) }
            do { answer = try run(planned, [.value(reload)], info(.reloading), within: time) } catch let error
                as ContainerError
            {
                guard hook.isOfScript else { throw error }
                generation.diagnostics.report(error.diagnostics.map(\.asWarning))
                continue
            }
            guard case .veto(let reason) = answer else { continue }
            guard hook.isOfScript, isChanged(hook) else { throw masked(ContainerError(.vetoed(hook, reason))) }
            generation.diagnostics.report(masked(ContainerError(.vetoWithoutEffect(hook, reason))).diagnostics)
        }
    }

    /// Tells hooks that a reload took effect; what goes wrong in them is reported, as nothing can be taken back.
    package func reloaded(_ reload: @autoclosure () -> Value) {
        let hooks = plan.hooks(.reloaded)
        if hooks.isEmpty { return }
        let reload = reload()
        let time = generation.graph.functionTime.fresh
        for (number, planned) in hooks.enumerated() where !planned.hook.isOfScript || !time.isUsedUp {
            report { try run(planned, [.value(reload)], info(.reloaded), within: time) }
            reportOverrun(planned.hook, time, before: hooks[(number + 1)...])
        }
    }

    /// Reports that a hook of a script has used up the time that all of them have, and how many are not called any more.
    private func reportOverrun(_ hook: Hook, _ time: FunctionTime, before others: ArraySlice<PlannedHook>) {
        guard hook.isOfScript else { return }
        let left = others.count { $0.hook.isOfScript }
        let fault = time.diagnostic {
            .functionsTookTooLong(hook.phrase, limit: $0, at: hook.origin.location, notCalled: left)
        }
        if let fault { generation.diagnostics.report([fault.asWarning]) }
    }

    /// Tells hooks that a preference, `Group.name`, has another value; throws ``ContainerError`` when one fails.
    package func preferenceChanged(_ name: String, new: Value, old: Value) throws {
        for planned in plan.hooks(ofPreference: name) {
            try run(planned, [.value(.text(name)), .value(new), .value(old)], info(.preference, name))
        }
    }

    /// Runs one hook; what goes wrong says which one it was and who needs what, and no secret.
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

    /// Runs one hook; one of a script takes of the time that all of them have together.
    @discardableResult private func run(
        _ planned: PlannedHook, _ arguments: [HookArgument], _ info: HookInfo, within time: FunctionTime
    ) throws -> HookAnswer {
        guard planned.hook.isOfScript else { return try run(planned, arguments, info) }
        return try time.measure { try run(planned, arguments, info) }
    }

    /// Runs what must not fail: a mistake in it goes to the container's diagnostics.
    func report(_ body: () throws -> Void) {
        do { try body() } catch {
            let error = error as? ContainerError
            generation.diagnostics.report(generation.secrets.masked(error?.diagnostics.map(\.asWarning) ?? []))
        }
    }

    func masked(_ error: ContainerError) -> ContainerError { generation.secrets.masked(error) }

    /// What hooks are told about something that is no service.
    func info(_ event: HookEvent, _ name: String? = nil, type: String? = nil) -> HookInfo {
        HookInfo(
            event: event, id: name, type: type, tags: [], path: Resolution.current.ids, resolver: Resolver(generation))
    }
}

package import MoonwireValues

// Messages about hooks: their targets, and errors while they run.

extension Diagnostic.Code {
    /// The target of a hook does not exist, or does not fit the event.
    public static let invalidHookTarget = Diagnostic.Code("invalid-hook-target")
    /// A hook threw an error.
    public static let hookFailed = Diagnostic.Code("hook-failed")
    /// A hook vetoed a reload.
    public static let vetoed = Diagnostic.Code("vetoed")
    /// A service is requested while definitions are still being registered.
    public static let unavailableWhileRegistering = Diagnostic.Code("unavailable-while-registering")
}

extension Diagnostic {
    static func unknownTarget(_ hook: Hook, _ name: String, near suggestions: [String]) -> Diagnostic {
        let code: Diagnostic.Code =
            switch hook.event.subject {
            case .service: .unknownService
            case .parameter: .unknownParameter
            default: .invalidHookTarget
            }
        let isStrange = hook.event == .injected && suggestions.isEmpty
        return Diagnostic(
            code, "\(hook.phrase): \(hook.event.noun) \"\(name)\" is not defined", at: hook.origin.location,
            suggestions: suggestions,
            hints: isStrange
                ? ["only the slots of exposed types and of types passed to `Registrations.owner` are known"] : [])
    }

    static func uninjectableTarget(_ hook: Hook, _ kind: SlotDescription.Kind) -> Diagnostic {
        Diagnostic(
            .invalidHookTarget, "\(hook.phrase): the slot is \(kind.wrapper), which no container fills",
            at: hook.origin.location, hints: [kind.remedy])
    }

    static func matchesNothing(_ hook: Hook, near: [String]) -> Diagnostic {
        Diagnostic(
            .invalidHookTarget, "\(hook.phrase) matches no \(hook.event.noun)", at: hook.origin.location,
            severity: .warning,
            suggestions: near)
    }

    static func tooMuchHooked(_ hook: Hook, room: Int) -> Diagnostic {
        let count =
            switch hook.event.subject {
            case .service: "a hook counts for each service that it matches"
            case .slot: "a hook counts once for each service that has a slot that it may match"
            default: "a hook counts for each \(hook.event.noun) whose name begins like its pattern"
            }
        return Diagnostic(
            .limitExceeded,
            "\(hook.phrase): the hooks of all \(hook.event.noun)s need more than the \(room) bytes that remain",
            at: hook.origin.location,
            hints: [count, "`Limits.hostMemory` sets how much memory the scripts may use in total"])
    }

    static func unfitTarget(_ hook: Hook) -> Diagnostic {
        let expected =
            hook.event.hasTarget
            ? "the target must be \(hook.event.expectedTarget)"
            : "the event concerns the container as a whole and takes no target"
        return Diagnostic(.invalidHookTarget, "\(hook.phrase): \(expected)", at: hook.origin.location)
    }

    static func neverHeld(_ hook: Hook, _ definition: Definition) -> Diagnostic {
        Diagnostic(
            .invalidHookTarget,
            "\(hook.phrase) never runs: \(definition.phrase) has scope \"\(definition.scope.rawValue)\", "
                + "and the container holds shared instances only",
            at: hook.origin.location, severity: .warning)
    }

    package static func hookFailed(_ hook: Hook, for id: String?, _ error: any Error) -> Diagnostic {
        let subject = hook.target?.text == id ? "" : id.map { " for \(hook.event.noun) \"\($0)\"" } ?? ""
        let failure = (error as? any ScriptFailure)?.diagnostic
        let location = failure?.location ?? hook.origin.location
        let hints = location == hook.origin.location ? [] : hook.origin.location.map { ["the hook is at \($0)"] } ?? []
        return Diagnostic(
            .hookFailed, "\(hook.phrase) failed\(subject): \(failure?.message ?? "\(error)")", at: location,
            hints: (failure?.hints ?? []) + hints)
    }

    /// The hook or preference is the one whose function ran when the limit was reached.
    ///
    /// `notCalled` is the number of hooks that are not called because of it.
    package static func functionsTookTooLong(
        _ phrase: String, limit: Duration, at location: ScriptLocation?, notCalled: Int = 0
    ) -> Diagnostic {
        let others = notCalled == 0 ? [] : ["not called after it: \(notCalled) hook\(notCalled == 1 ? "" : "s")"]
        return Diagnostic(
            .limitExceeded,
            "\(phrase): together, the hooks, passes, conditions, and preference checks of the scripts used more than \(limit) of CPU time",
            at: location,
            hints: others + [
                "`Limits.cpuTime` sets how much one call may use, and all of them may use \(CPUTimeLimit.calls) times as much"
            ])
    }

    /// The same fault, with the hook that caused it.
    package func inHook(_ hook: Hook) -> Diagnostic {
        var copy = self
        copy.location = location ?? hook.origin.location
        copy.hints.append("in \(hook.phrase)" + (hook.origin.location.map { " at \($0)" } ?? ""))
        return copy
    }

    /// The same, for an event that cannot be undone or stopped.
    package var asWarning: Diagnostic {
        Diagnostic(
            code, message, at: location, severity: .warning, suggestions: suggestions, path: path, hints: hints)
    }

    package static func wrongReplacement(
        _ hook: Hook, of id: String?, _ type: Any.Type, wanted: Any.Type
    ) -> Diagnostic {
        let (found, expected) = distinctNames(of: type, and: wanted)
        return Diagnostic(
            .wrongType,
            "\(hook.phrase) returned \(found), which cannot replace service \"\(id ?? "")\", "
                + "which is \(expected)",
            at: hook.origin.location)
    }

    package static func wrongHookArgument(
        _ event: HookEvent, _ id: String?, _ type: Any.Type, wanted: Any.Type
    ) -> Diagnostic {
        let (found, expected) = distinctNames(of: type, and: wanted)
        return Diagnostic(
            .wrongType,
            "the closure of a hook expects \(expected), but \(event.noun) \"\(id ?? "")\" is \(found)",
            at: nil)
    }

    package static func vetoed(_ hook: Hook, _ reason: String?) -> Diagnostic {
        Diagnostic(
            .vetoed, "\(hook.phrase) vetoed the reload" + (reason.map { ": \($0)" } ?? ""), at: hook.origin.location,
            hints: hook.isOfScript ? ["change or remove this hook to reload despite its veto"] : [])
    }

    package static func vetoWithoutEffect(_ hook: Hook, _ reason: String?) -> Diagnostic {
        Diagnostic(
            .vetoed, "\(hook.phrase) vetoed the reload" + (reason.map { ": \($0)" } ?? ""), at: hook.origin.location,
            severity: .warning, hints: ["the veto has no effect, because the reload changes or removes this hook"])
    }

    package static func builtTooEarly(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .unavailableWhileRegistering,
            "\(definition.phrase) was requested while the definitions are being registered",
            at: definition.origin.location, hints: ["nothing can be built before the load is complete"])
    }

    package static func changesItself(_ event: HookEvent, _ names: [String], _ name: String) -> Diagnostic {
        let cycle = names + [name]
        return Diagnostic(
            .serviceCycle, "\(event.noun) \"\(name)\" is changed by its own hooks: \(cycle.joined(separator: " -> "))",
            at: nil)
    }
}

extension HookEvent {
    /// The targets of the event's hooks, for messages.
    fileprivate var noun: String {
        switch subject {
        case .service: "service"
        case .slot: "slot"
        case .parameter: "parameter"
        case .preference: "preference"
        case .container: "container"
        }
    }
}

import MoonwireSupport
import MoonwireValues

// Messages about services that run as long as their container, and about the order of starts.

extension Diagnostic.Code {
    /// The `run` of a service failed, or ended before the service was ready.
    public static let runFailed = Diagnostic.Code("run-failed")
    /// The `run` of a service returned, which ends the container.
    public static let runReturned = Diagnostic.Code("run-returned")
    /// The order in which services start cannot be determined, or has no effect.
    public static let startOrder = Diagnostic.Code("start-order")
}

extension Diagnostic {
    // Faults of definitions.

    /// A key of the lifecycle that has no effect without one of the others.
    static func keyWithout(
        _ others: [String], _ key: String, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        let missing = others.map(\.quoted).joined(separator: " and no ")
        return Diagnostic(
            .wrongAction, "\(definition.phrase) has \"\(key)\", but no \(missing)", at: location)
    }

    static func runIsSynchronous(
        _ method: String, of type: String, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .wrongAction,
            "\(definition.phrase): \"run\" expects an asynchronous method, but \(type).\(method) is synchronous",
            at: location, hints: ["`start` calls a method that returns when the service has started"])
    }

    static func afterWithoutStart(_ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .startOrder, "\(definition.phrase) has \"after\", but the start of the container does not build it",
            at: location, hints: ["\"eager\", \"start\", or \"run\" makes it take part in the start"])
    }

    static func afterUnstarted(_ id: String, _ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .startOrder,
            "\(definition.phrase): \"after\" refers to \"\(id)\", but the start of the container does not build that",
            at: location, hints: ["\"eager\", \"start\", or \"run\" makes it take part in the start"])
    }

    static func startCycle(_ ids: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .startOrder,
            "service \"\(ids.first ?? "")\" starts after itself: \(ids.shortenedPath.joined(separator: " -> "))",
            at: location)
    }

    // Messages of a running container.

    package static func runFailed(_ definition: Definition, _ error: any Error) -> Diagnostic {
        failed(.runFailed, "\(definition.phrase) ended with an error", definition, "run", error)
    }

    package static func runReturned(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .runReturned, "\(definition.phrase) ended: its \"run\" returned", at: definition.location(of: ["run"]))
    }

    /// `end` is how the run ended.
    package static func endedBeforeReady(_ definition: Definition, _ end: Result<Void, any Error>) -> Diagnostic {
        let subject = "\(definition.phrase) could not be started"
        switch end {
        case .success:
            return Diagnostic(
                .runFailed, "\(subject): \"run\" returned before the service was ready",
                at: definition.location(of: ["run"]))
        case .failure(let error):
            return failed(
                .runFailed, "\(subject): \"run\" failed before the service was ready", definition, "run", error)
        }
    }

    /// `end` is how a run ended while a reload was checked.
    package static func endedDuringCheck(_ definition: Definition, _ end: Result<Void, any Error>) -> Diagnostic {
        let subject = "\(definition.phrase) ended during the check of the reload"
        switch end {
        case .success:
            return Diagnostic(.runFailed, "\(subject): its \"run\" returned", at: definition.location(of: ["run"]))
        case .failure(let error): return failed(.runFailed, subject, definition, "run", error)
        }
    }

    /// A replaced instance that is still in use.
    package static func runOverlaps(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .stillInUse,
            "\(definition.phrase) runs beside its former instance, which did not end within \(limit)",
            at: definition.location(of: ["run"]), severity: .warning,
            hints: ["`container.generations` shows what uses the former instance"])
    }

    package static func readyFailed(_ definition: Definition, _ error: any Error) -> Diagnostic {
        failed(.startFailed, "\(definition.phrase) could not be started", definition, "ready", error)
    }

    package static func neverReady(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .startFailed,
            "\(definition.phrase) could not be started: its \"ready\" did not return true within \(limit)",
            at: definition.location(of: ["ready"]))
    }

    package static func runWasCancelled(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .stopFailed,
            "\(definition.phrase) could not be stopped: \"run\" did not end within \(limit), and was cancelled",
            at: definition.location(of: ["run"]), severity: .warning)
    }

    package static func runNeverEnded(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .stopFailed,
            "\(definition.phrase) could not be stopped: \"run\" did not end within \(limit), and ignores its cancellation",
            at: definition.location(of: ["run"]), severity: .warning)
    }

    /// A container that was released without a shutdown.
    package static func runNotAwaited(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .notStopped,
            "\(definition.phrase) was cancelled, but nothing awaits the end of its \"run\": its container was released",
            at: definition.location(of: ["run"]), severity: .warning,
            hints: ["call `await container.shutdownGracefully()` before the container is released"])
    }

    /// A function of a script cannot run as long as its service.
    package static func runIsNotAsynchronous(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .wrongAction, "\(definition.phrase): \"run\" expects an asynchronous method",
            at: definition.location(of: ["run"]))
    }
}

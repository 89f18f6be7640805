import MoonwireSupport
import MoonwireValues

// Messages about the start, the health, and the end of services.

extension Diagnostic.Code {
    /// A lazy service is used in a way in which it cannot be lazy.
    public static let lazyService = Diagnostic.Code("lazy-service")
    /// An action such as `start` or `stop` does not fit the service.
    public static let wrongAction = Diagnostic.Code("wrong-action")
    /// Starting an instance failed.
    public static let startFailed = Diagnostic.Code("start-failed")
    /// A program cannot receive a signal.
    public static let unusableSignal = Diagnostic.Code("unusable-signal")
    /// An action or a factory of a service starts the container that runs it.
    public static let startInAction = Diagnostic.Code("start-in-action")
    /// Stopping an instance failed.
    public static let stopFailed = Diagnostic.Code("stop-failed")
    /// An instance was not stopped, because nothing awaits its asynchronous action.
    public static let notStopped = Diagnostic.Code("not-stopped")
    /// The check of an instance found a problem.
    public static let unhealthy = Diagnostic.Code("unhealthy")
    /// A generation of a container is still in use after its shutdown.
    public static let stillInUse = Diagnostic.Code("still-in-use")
}

extension Diagnostic {
    /// A lazy service that the start of the container builds.
    static func lazyInStart(_ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongAction, "\(definition.phrase) is lazy, but the start of the container builds it", at: location,
            hints: ["remove \"lazy\", or \"eager\", \"start\", and \"run\""])
    }

    /// A lazy service that is built with arguments for each reference.
    static func lazyWithArguments(_ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .lazyService, "\(definition.phrase) is lazy, but takes arguments", at: location,
            hints: ["remove \"lazy\"; a `provider` is given the arguments at each call"])
    }

    /// A reference to a lazy service in a parameter, which passes the service itself.
    static func lazyInParameter(
        _ reference: ServiceReference, _ definition: Definition, _ place: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .lazyService,
            "\(definition.phrase): \(place) refers to \"\(reference.id)\", which is lazy, through a parameter",
            at: location,
            hints: ["write the reference in the definition, or `lazy \"\(reference.id)\"` in the parameter"])
    }

    /// `key` is that of the action in the definition.
    static func actionWithoutInstances(
        _ key: String, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        let consequence =
            switch key {
            case "stop": "so the container cannot stop its instances"
            case "eager": "so the start of the container cannot build it"
            default: "so \"\(key)\" has no instance to use"
            }
        return Diagnostic(
            .wrongAction,
            "\(definition.phrase) has scope \"\(definition.scope.rawValue)\", \(consequence)",
            at: location, hints: ["the container holds instances of shared services only"])
    }

    static func actionTakesArguments(
        _ key: String, _ method: String, of type: String, _ signature: Signature, _ definition: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .wrongAction,
            "\(definition.phrase): \"\(key)\" calls \(type).\(method) without arguments, but it takes \(signature.argumentList)",
            at: location)
    }

    static func answerIsNotBoolean(
        _ key: String, _ method: String, of type: String, _ signature: Signature, _ definition: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .wrongAction,
            "\(definition.phrase): \"\(key)\" expects a method that returns true or false, or nothing, but \(type).\(method) returns \(signature.result)",
            at: location)
    }

    package static func startInAction() -> Diagnostic {
        Diagnostic(
            .startInAction, "`start` was called by an action or a factory of a service of the same container", at: nil,
            hints: ["call it from a task that they do not await"])
    }

    package static func unusableSignal(_ number: Int32) -> Diagnostic {
        Diagnostic(.unusableSignal, "a program cannot receive signal \(number)", at: nil)
    }

    package static func stopFailed(_ definition: Definition, _ error: any Error) -> Diagnostic {
        failed(.stopFailed, "\(definition.phrase) could not be stopped", definition, "stop", error, severity: .warning)
    }

    package static func startFailed(_ definition: Definition, _ error: any Error) -> Diagnostic {
        failed(.startFailed, "\(definition.phrase) could not be started", definition, "start", error)
    }

    static func failed(
        _ code: Code, _ subject: String, _ definition: Definition, _ key: String, _ error: any Error,
        severity: Severity = .fault
    ) -> Diagnostic {
        let failure = (error as? any ScriptFailure)?.diagnostic ?? (error as? ContainerError)?.diagnostics.first
        return Diagnostic(
            code, "\(subject): \(failure?.message ?? "\(error)")",
            at: failure?.location ?? definition.location(of: [key]) ?? definition.origin.location, severity: severity)
    }

    /// An asynchronous `stop` that ended after its limit.
    package static func stopWasCancelled(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .stopFailed,
            "\(definition.phrase) could not be stopped: \"stop\" did not end within \(limit), and was cancelled",
            at: definition.location(of: ["stop"]), severity: .warning)
    }

    /// An asynchronous `stop` that ignores its cancellation.
    package static func stopNeverEnded(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .stopFailed,
            "\(definition.phrase) could not be stopped: \"stop\" did not end within \(limit), and ignores its cancellation",
            at: definition.location(of: ["stop"]), severity: .warning)
    }

    /// A container that was released without a shutdown.
    package static func notStopped(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .notStopped,
            "\(definition.phrase) was not stopped: its \"stop\" is asynchronous, and its container was released",
            at: definition.location(of: ["stop"]), severity: .warning,
            hints: ["call `await container.shutdownGracefully()` before the container is released"])
    }

    package static func unhealthy(_ definition: Definition, _ reason: String?) -> Diagnostic {
        let reason = reason.map { ": \($0)" } ?? ", as its \"health\" returned false"
        return Diagnostic(
            .unhealthy, "\(definition.phrase) is not healthy\(reason)", at: definition.location(of: ["health"]))
    }

    package static func healthFailed(_ definition: Definition, _ error: any Error) -> Diagnostic {
        failed(.unhealthy, "\(definition.phrase) is not healthy", definition, "health", error)
    }

    package static func healthTookTooLong(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .unhealthy, "\(definition.phrase) is not healthy: its \"health\" did not end within \(limit)",
            at: definition.location(of: ["health"]))
    }

    /// `holders` describes the generation with those that hold it.
    package static func stillInUse(_ holders: String, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .stillInUse, "not everything was stopped within \(limit): \(holders)", at: nil, severity: .warning,
            hints: ["its instances are stopped when the last of them ends"])
    }

    /// The story of a start that failed, as hints of its first fault.
    ///
    /// `areStopped` states whether the fault ends the container.
    package func atStart(started: [String], areStopped: Bool, notStarted: [String]) -> Diagnostic {
        var fault = self
        let phrase = areStopped ? "started before that, and stopped again" : "started before that"
        if !started.isEmpty { fault.hints.append("\(phrase): \(started.shortList)") }
        if !notStarted.isEmpty { fault.hints.append("not started: \(notStarted.shortList)") }
        return fault
    }
}

extension [String] {
    /// The ids of services in one line, which counts those that it does not show.
    var shortList: String {
        let most = 10
        let shown = prefix(most).joined(separator: ", ")
        return count > most ? "\(shown), and \(count - most) others" : shown
    }
}

extension String {
    /// What can receive a lazy service.
    static func lazyHint(_ type: String) -> String {
        "receive it as `LazyService<\(type)>` or `ServiceProvider<\(type)>`, or remove `lazy = true` from its definition"
    }
}

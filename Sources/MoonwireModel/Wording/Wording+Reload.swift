import MoonwireSupport
import MoonwireValues

// Messages about reloads.

extension Diagnostic.Code {
    /// Code that runs as part of a reload requests another one.
    public static let nestedReload = Diagnostic.Code("nested-reload")
    /// A reload took effect.
    public static let reloaded = Diagnostic.Code("reloaded")
    /// A listener is too slow, and elements are dropped.
    public static let slowListener = Diagnostic.Code("slow-listener")
    /// Files changed while they were read.
    public static let filesChanged = Diagnostic.Code("files-changed")
    /// A file cannot be read at the moment.
    public static let unavailableFile = Diagnostic.Code("unavailable-file")
    /// The container has no scripts to reload or to watch.
    public static let noSource = Diagnostic.Code("no-source")
    /// A reload did not take effect.
    public static let refusedReload = Diagnostic.Code("refused-reload")
    /// An instance is stopped although somebody still holds it.
    public static let stillHeld = Diagnostic.Code("still-held")
    /// A reload would replace an instance that is pinned.
    public static let pinned = Diagnostic.Code("pinned")
    /// An instance could not take over the state of the one that it replaces.
    public static let handoverFailed = Diagnostic.Code("handover-failed")
    /// The setters and calls of an instance could not run again.
    public static let reapplyFailed = Diagnostic.Code("reapply-failed")
    /// The system cannot report changes of files.
    public static let cannotWatch = Diagnostic.Code("cannot-watch")
}

extension Diagnostic {
    package static func reloadInReload(_ call: String = "reload") -> Diagnostic {
        Diagnostic(
            .nestedReload, "`\(call)` was called by code that runs as part of a reload or a reset", at: nil,
            hints: ["\(call) from another thread, or once that has returned"])
    }

    /// A reload on a thread that is building services; `ids` are these services, outermost first.
    package static func reloadWhileBuilding(_ ids: [String], _ call: String = "reload") -> Diagnostic {
        Diagnostic(
            .nestedReload, "`\(call)` was called while building a service that another reload is waiting for", at: nil,
            path: ids, hints: ["\(call) once the service is built"])
    }

    package static func filesKeepChanging(attempts: Int) -> Diagnostic {
        Diagnostic(
            .filesChanged, "the files changed each of the \(attempts) times that they were read", at: nil,
            hints: ["replace all of them in one step, or reload when they no longer change"])
    }

    /// A listener that lost elements because it was too slow; `property` is the sequence over which it iterates.
    package static func slowListener(to property: String) -> Diagnostic {
        Diagnostic(
            .slowListener, "a listener to `\(property)` is too slow: its oldest elements are dropped", at: nil,
            severity: .warning, hints: ["its property `dropped` counts them"])
    }

    package static func noSource() -> Diagnostic {
        Diagnostic(.noSource, "this container was not made from scripts, so there is nothing to reload", at: nil)
    }

    static func unfitHandover(
        _ method: String, of type: String, _ signature: Signature, _ definition: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic {
        let found =
            signature.isAsync
            ? "is asynchronous" : "takes \(signature.arguments.isEmpty ? "no arguments" : signature.argumentList)"
        return Diagnostic(
            .wrongAction,
            "\(definition.phrase): \"handover\" calls \(type).\(method) with the former instance, but it \(found)",
            at: location)
    }

    static func handoverOfSupplied(_ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongAction, "\(definition.phrase) has \"handover\", but the application supplies its instances",
            at: location)
    }

    static func handoverOfValue(
        _ type: String, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .wrongAction,
            "\(definition.phrase) has \"handover\", but \(type) is not a class, so no method or function can change an instance",
            at: location)
    }

    package static func handoverOfOtherType(_ definition: Definition, _ type: String) -> Diagnostic {
        Diagnostic(
            .handoverFailed,
            "\(definition.phrase) takes over nothing from the instance that it replaces, which has another type, \(type)",
            at: definition.location(of: ["handover"]) ?? definition.origin.location, severity: .warning)
    }

    package static func handoverInProgress(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .handoverFailed,
            "\(definition.phrase) cannot be built now, because another build is taking over the state of the replaced instance",
            at: definition.origin.location, hints: ["resolve the service again"])
    }

    package static func handoverFailed(_ definition: Definition, _ error: any Error) -> Diagnostic {
        failed(
            .handoverFailed, "\(definition.phrase) could not take over the state of the instance that it replaces",
            definition, "handover", error)
    }

    static func reapplyWithoutSteps(_ definition: Definition) -> Diagnostic {
        reapplyFault("has no \"set\" and no \"call\" that could run again", definition)
    }

    static func reapplyOfFunction(_ definition: Definition) -> Diagnostic {
        reapplyFault(
            "has \"configure\", which cannot run again", definition,
            hints: ["what a function leaves in an instance must not outlive its script; \"set\" and \"call\" run again"]
        )
    }

    static func reapplyInOtherScope(_ definition: Definition) -> Diagnostic {
        reapplyFault(
            "has scope \"\(definition.scope.rawValue)\"; only the instances of shared services are kept", definition)
    }

    static func reapplyToValue(_ type: String, _ definition: Definition) -> Diagnostic {
        reapplyFault("has type \(type), which is not a class: everybody has a copy of the value", definition)
    }

    private static func reapplyFault(
        _ problem: String, _ definition: Definition, hints: [String] = []
    ) -> Diagnostic {
        Diagnostic(
            .wrongAction, "\(definition.phrase) has `reload = \"reapply\"`, but it \(problem)",
            at: definition.location(of: ["reload"]), hints: hints)
    }

    package static func reapplyFailed(_ definition: Definition, step: Int, _ error: any Error) -> Diagnostic {
        let script = (error as? any ScriptFailure)?.diagnostic
        let failure = script ?? (error as? ContainerError)?.diagnostics.first
        return Diagnostic(
            .reapplyFailed,
            "\(definition.phrase) was kept, but what has changed could not be applied to it: \(failure?.message ?? "\(error)")",
            at: script?.location ?? definition.location(of: definition.fieldPath(ofStep: step)), severity: .warning,
            hints: ["it may still use services that the reload has stopped; the next reload tries again"])
    }

    package static func stillHeld(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .stillHeld,
            "\(definition.phrase) was replaced, and is stopped after \(limit), although something still holds it",
            at: definition.location(of: ["reload"]), severity: .warning)
    }

    /// `path` leads from the service to the one that is the reason.
    package static func pinned(
        _ definition: Definition, _ reason: ReloadPlan.Reason, path: [String]
    ) -> Diagnostic {
        let subject = path.count > 1 ? "service \"\(path[path.count - 1])\"" : "it"
        let cause =
            switch reason {
            case .removed: "\(subject) is no longer defined"
            case .changed: "\(subject) has changed"
            case .function: "a file of the functions that build \(subject) has changed"
            case .rebuild: "\(subject) is rebuilt by each reload"
            }
        return Diagnostic(
            .pinned, "\(definition.phrase) is pinned, and cannot be replaced by a reload: \(cause)",
            at: definition.origin.location,
            path: path.count > 1 ? path : [],
            hints: ["undo the change, restart the program, or remove `reload = \"pinned\"`"])
    }

    package static func reloaded(_ plan: ReloadPlan) -> Diagnostic {
        let services = plan.added.count + plan.removed.count + plan.changed.count
        let counts = [
            (services, "service"), (plan.parameters.count, "parameter"), (plan.replaced.count, "instance"),
        ].map { count, noun in "\(count) \(noun)\(count == 1 ? "" : "s")" }
        return Diagnostic(
            .reloaded, "reloaded: \(counts[0]) and \(counts[1]) changed, \(counts[2]) replaced", at: nil,
            severity: .note)
    }

    package static func refused(_ refused: RefusedReload) -> Diagnostic {
        let count = refused.error.diagnostics.faults.count
        let reason =
            switch refused.cause {
            case .scripts: "the scripts have \(count) fault\(count == 1 ? "" : "s")"
            case .application, .files: refused.error.diagnostics.first?.message ?? "code of the application failed"
            }
        return Diagnostic(
            .refusedReload, "the container still uses the previous wiring: \(reason)", at: nil, severity: .warning)
    }

    package static func watchPolls(_ obstacle: WatchObstacle, every interval: Duration) -> Diagnostic {
        let reason =
            switch obstacle {
            case .noNotifications: "the system provides no notifications of changes to this process"
            case .exhausted: "the system's limit of watched files is reached"
            case .denied(let path): "\"\(path)\" cannot be watched"
            case .remote(let path): "other computers can change \"\(path)\" unnoticed"
            }
        let hint = obstacle == .exhausted ? ["increase `fs.inotify.max_user_watches`"] : []
        return Diagnostic(
            .cannotWatch, "\(reason), so the files are checked every \(interval.milliseconds) ms", at: nil,
            severity: .warning, hints: hint)
    }

    package static func cannotWatch() -> Diagnostic {
        Diagnostic(.cannotWatch, "the files cannot be watched, as the process has too many files open", at: nil)
    }
}

extension ReloadPlan: CustomStringConvertible {
    /// The number of changes of one kind that the description contains; the others are counted.
    private static let mostShown = 20

    /// A line for each change, and one for the instances that are kept; of many, the first and the number of the others.
    public var description: String {
        var lines = Self.lines(added, "+", "service") { "+ service \"\($0.name)\" (\($0.locations))" }
        lines += Self.lines(removed, "-", "service") { "- service \"\($0.name)\" (\($0.locations))" }
        lines += Self.lines(changed, "~", "service") { "~ service \"\($0.name)\" (\($0.locations))" }
        lines += Self.lines(parameters, "~", "parameter") { change in
            "\(change.before == nil ? "+" : change.after == nil ? "-" : "~") parameter \"\(change.name)\" (\(change.locations))"
        }
        lines += Self.lines(replaced, "replaced:", "instance", \.description)
        if !reapplied.isEmpty { lines.append("applied again: \(Self.list(reapplied))") }
        if !kept.isEmpty { lines.append("kept: \(Self.list(kept))") }
        return lines.isEmpty ? "nothing changes" : lines.joined(separator: "\n")
    }

    private static func lines<Item>(
        _ items: [Item], _ sign: String, _ noun: String, _ line: (Item) -> String
    ) -> [String] {
        let more = items.count - mostShown
        return items.prefix(mostShown).map(line)
            + (more > 0 ? ["\(sign) \(Diagnostic.more(more)) \(noun)\(more == 1 ? "" : "s")"] : [])
    }

    private static func list(_ ids: [String]) -> String {
        let more = ids.count - mostShown
        return ids.prefix(mostShown).joined(separator: ", ") + (more > 0 ? ", \(Diagnostic.more(more))" : "")
    }
}

extension ReloadPlan.Change {
    fileprivate var locations: String {
        let locations = [before, after].compactMap { $0.map { "\($0)" } }
        return locations.isEmpty ? "Swift" : locations.joined(separator: " -> ")
    }
}

extension ReloadPlan.Replacement: CustomStringConvertible {
    /// The instance and the reason, as in `replaced: mailer (changed: mailer -> transport)`.
    public var description: String {
        let way = through.count > 1 ? ": \(through.shortenedPath.joined(separator: " -> "))" : ""
        return "replaced: \(id) (\(reason.phrase)\(way))"
    }
}

extension ReloadPlan.Reason {
    fileprivate var phrase: String {
        switch self {
        case .removed: "removed"
        case .changed: "changed"
        case .function: "a function, and files have changed"
        case .rebuild: "rebuilt each time"
        }
    }
}

import MoonwireSupport
import MoonwireValues

// Messages about services that need each other.

extension Diagnostic.Code {
    /// `later` is used where it has no meaning.
    public static let misplacedLater = Diagnostic.Code("misplaced-later")
    /// The services of a cycle cannot be built together.
    public static let impossibleCycle = Diagnostic.Code("impossible-cycle")
}

extension CycleObstacle {
    fileprivate var phrase: String {
        switch self {
        case .scope(let scope): "its scope is \"\(scope.rawValue)\""
        case .otherScope(let own, let other, let id):
            "its scope is \"\(own.rawValue)\", and that of \"\(id)\" is \"\(other.rawValue)\""
        case .asynchronous: "its construction is asynchronous"
        case .reload(let policy): "its \"reload\" is \"\(policy.name)\""
        }
    }

    fileprivate var hint: String {
        switch self {
        case .scope, .otherScope:
            "all services of a cycle must have scope \"shared\", \"graph\", or the same scope that the application opens"
        case .asynchronous: "`lazy` or `provider` instead of `later` breaks the cycle"
        case .reload: "the services of a cycle are built, kept, and replaced together"
        }
    }
}

extension Diagnostic {
    /// A cycle of services that are needed while they are built; the first one is also the last.
    ///
    /// `others` is the number of services that depend on each other in addition to those of the shown cycle.
    /// `step` is a setter or a call by which the cycle could be closed; nil if there is none.
    static func serviceCycle(
        _ cycle: [Definition], others: Int, step: (definition: Definition, place: String, id: String)?
    ) -> Diagnostic {
        let ids = cycle.map(\.id)
        let more = others == 1 ? "1 more service takes" : "\(others) more services take"
        let later = step.map { step in
            "or pass `later \"\(step.id)\"` to \(step.place) of \(step.definition.phraseOfID): it is passed when all have been constructed"
        }
        return Diagnostic(
            .serviceCycle, "\(cycle[0].phraseOfID) depends on itself: \(ids.shortenedPath.joined(separator: " -> "))",
            at: cycle[0].origin.location,
            hints: (others > 0 ? ["\(more) part in cycles with these"] : [])
                + ["`lazy` or `provider` instead of `ref` breaks a cycle"] + (later.map { [$0] } ?? []))
    }

    /// A reference that can only be passed to a setter or a call.
    static func misplacedLater(
        _ reference: ServiceReference, _ place: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .misplacedLater, "\(place) cannot use `later \"\(reference.id)\"`", at: location,
            hints: ["`later` is only allowed in `set` and `call` of a service with an id, and not in a parameter"])
    }

    /// A parameter, or an element of one, that would be passed later.
    static func laterInParameter(
        _ reference: ServiceReference, _ name: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .misplacedLater, "parameter \"\(name)\" cannot use `later \"\(reference.id)\"`", at: location,
            hints: ["write `later \"\(reference.id)\"` in `set` or `call` of the services that use the parameter"])
    }

    /// A reference to a service that does not need the definition.
    static func needlessLater(
        _ reference: ServiceReference, _ definition: Definition, _ place: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .misplacedLater,
            "\(definition.phrase): \(place) uses `later \"\(reference.id)\"`, but \"\(reference.id)\" does not need it",
            at: location, severity: .warning, hints: ["write `ref \"\(reference.id)\"`"])
    }

    static func impossibleCycle(
        _ definition: Definition, _ obstacle: CycleObstacle, _ ids: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .impossibleCycle,
            "\(definition.phraseOfID) cannot be part of the cycle \(ids.shortenedPath.joined(separator: " -> ")): "
                + obstacle.phrase,
            at: location ?? definition.origin.location, hints: [obstacle.hint])
    }

    /// A service outside the cycle, which would keep an instance that is not complete.
    package static func incompleteService(_ ids: [String], _ definition: Definition) -> Diagnostic {
        Diagnostic(
            .serviceCycle,
            "\(definition.phrase) is requested before the services of its cycle are complete: "
                + ids.shortenedPath.joined(separator: " -> "),
            at: definition.origin.location)
    }

    /// A call or a hook replaces an instance that other services of its cycle have received.
    package static func replacedInCycle(_ definition: Definition, by step: String) -> Diagnostic {
        Diagnostic(
            .impossibleCycle,
            "\(definition.phrase): \(step) replaces the instance, which other services of its cycle may have received",
            at: definition.origin.location)
    }
}

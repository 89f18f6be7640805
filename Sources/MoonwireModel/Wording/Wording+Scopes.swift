package import MoonwireValues

// Messages about scopes that scripts or the application declare.

extension Diagnostic.Code {
    /// A declaration of a scope is not valid.
    public static let invalidScope = Diagnostic.Code("invalid-scope")
    /// A service needs one of a scope that is not open for as long as the service lives.
    public static let shorterLifetime = Diagnostic.Code("shorter-lifetime")
    /// A scope that is needed is not open.
    public static let scopeNotOpen = Diagnostic.Code("scope-not-open")
    /// A scope was opened on a thread that is resolving.
    public static let scopeInResolve = Diagnostic.Code("scope-in-resolve")
}

extension Diagnostic {
    package static func badScopeName(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidScope, "\"\(name)\" is not a valid name of a scope", at: location,
            hints: ["a name consists of letters, digits, and underscores, and does not begin with a digit"])
    }

    static func builtInScope(_ definition: ScopeDefinition) -> Diagnostic {
        Diagnostic(
            .invalidScope, "scopes: every container has the scope \"\(definition.name)\", which cannot be declared",
            at: definition.location)
    }

    static func scopeConflict(_ definition: ScopeDefinition, former: ScopeDefinition) -> Diagnostic {
        let place = { (parent: String?) in parent.map { "within \"\($0)\"" } ?? "on its own" }
        return Diagnostic(
            .invalidScope,
            "scopes: \"\(definition.name)\" opens \(place(definition.parent)) here, "
                + "and \(place(former.parent))\(former.location.map { " at \($0)" } ?? " in Swift")",
            at: definition.location, hints: ["declare a scope once, or the same way each time"])
    }

    static func unknownOuterScope(_ definition: ScopeDefinition, known: [String]) -> Diagnostic {
        let name = definition.parent ?? ""
        if !ServiceScope.builtIn.contains(name) {
            return .unknownScope(name, "scopes: \"\(definition.name)\"", known: known, at: definition.location)
        }
        return Diagnostic(
            .invalidScope, "scopes: \"\(definition.name)\" cannot open within \"\(name)\", which is never opened",
            at: definition.location, hints: ["leave out `within` for a scope that opens on its own"])
    }

    static func scopeCycle(_ definition: ScopeDefinition, _ names: [String]) -> Diagnostic {
        Diagnostic(
            .invalidScope, "scopes: \"\(definition.name)\" opens within itself: \(names.joined(separator: " -> "))",
            at: definition.location)
    }

    package static func unknownScope(
        _ name: String, _ subject: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        let names = known.isEmpty ? "no scope is declared" : "the scopes are \(known.joined(separator: ", "))"
        return Diagnostic(
            .unknownScope, "\(subject): there is no scope \"\(name)\"", at: location, suggestions: near,
            hints: near.isEmpty ? [names] : [])
    }

    /// A service that needs one of a scope that ends before the service; `path` leads from one to the other.
    static func shorterLifetime(
        _ holder: Definition, _ service: Definition, _ scope: String, _ path: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        shorterLifetime(
            holder, needs: service, path, "which only exists in scope \"\(scope)\"", "`provider` or `lazy`", scope,
            at: location)
    }

    /// A service that keeps one that expires; `path` leads from one to the other.
    static func keptTooLong(
        _ holder: Definition, _ service: Definition, _ path: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let time = service.scope.timeToLive.map { " after \($0.text)" } ?? ""
        return shorterLifetime(
            holder, needs: service, path, "which expires\(time)", "`provider`", ServiceScope.cachedName, at: location)
    }

    /// `handles` are the words with which the holder would resolve the service later.
    private static func shorterLifetime(
        _ holder: Definition, needs service: Definition, _ path: [String], _ end: String, _ handles: String,
        _ scope: String, at location: ScriptLocation?
    ) -> Diagnostic {
        let place = service.origin.location.map { " (\($0))" } ?? ""
        return Diagnostic(
            .shorterLifetime,
            "\(holder.phrase) has scope \"\(holder.scope.rawValue)\", but needs \(service.phrase)\(place), \(end)",
            at: location,
            hints: (path.count > 2 ? [path.shortenedPath.joined(separator: " -> ")] : []) + [
                "use \(handles) to resolve it when it is used, "
                    + "or state `outlives = { \"\(scope)\" }` if the first instance is meant to be kept"
            ])
    }

    /// A time that is stated in Swift.
    static func invalidTimeToLive(_ definition: Definition, _ duration: Duration) -> Diagnostic {
        Diagnostic(
            .invalidScope, "\(definition.phrase): an instance cannot be used for \(duration)",
            at: definition.origin.location, hints: ["state a time of up to 365 days"])
    }
}

// Messages about open scopes.

/// What was used after its end.
package enum ClosedScope {
    case scope(String)
    case overrides

    fileprivate var phrase: String {
        switch self {
        case .scope(let name): "scope \"\(name)\", which has been closed"
        case .overrides: "overrides, which have been closed"
        }
    }
}

/// Why a resolve does not find a scope.
package enum ScopeAbsence {
    case notOpened
    /// It was closed while the task ran.
    case closed
    /// It is open, but the resolve is part of the build of a service that lives longer.
    case hidden
}

extension Diagnostic {
    /// A service whose scope is not open where it is resolved.
    package static func scopeNotOpen(_ definition: Definition, _ absence: ScopeAbsence) -> Diagnostic {
        scopeNotOpen(definition.phrase, definition.scope.rawValue, absence, at: definition.origin.location)
    }

    package static func scopeNotOpen(
        _ phrase: String, _ name: String, _ absence: ScopeAbsence, at location: ScriptLocation?
    ) -> Diagnostic {
        let (state, hint) =
            switch absence {
            case .notOpened: ("is not open", "resolve it inside `withScope(\"\(name)\") { … }`")
            case .closed: ("has been closed", "a task that outlives a scope cannot resolve its services")
            case .hidden:
                (
                    "is not open for a service that outlives it",
                    "use `provider` or `lazy` to resolve it when it is used"
                )
            }
        return Diagnostic(
            .scopeNotOpen, "\(phrase) has scope \"\(name)\", which \(state)", at: location, hints: [hint])
    }

    package static func scopeClosed(_ closed: ClosedScope, requested id: String?) -> Diagnostic {
        let subject = id.map { "service \"\($0)\"" } ?? "a service"
        return Diagnostic(.scopeNotOpen, "\(subject) was requested from \(closed.phrase)", at: nil)
    }

    package static func scopeClosed(_ closed: ClosedScope, opening inner: String) -> Diagnostic {
        Diagnostic(.scopeNotOpen, "scope \"\(inner)\" was opened inside \(closed.phrase)", at: nil)
    }

    /// A scope that the application opens but nobody declares.
    package static func unopenableScope(_ name: String, known: [String]) -> Diagnostic {
        guard !ServiceScope.builtIn.contains(name) else {
            return Diagnostic(
                .unknownScope, "scope \"\(name)\" cannot be opened: every container has it", at: nil,
                hints: ["declare a scope: `scopes { \"request\" }`"])
        }
        let near = Suggestions(among: known).nearest(to: name)
        let names =
            known.isEmpty
            ? "declare it: `scopes { \"\(name)\" }`"
            : "the scopes that can be opened are \(known.joined(separator: ", "))"
        return Diagnostic(
            .unknownScope, "there is no scope \"\(name)\"", at: nil, suggestions: near,
            hints: near.isEmpty ? [names] : [])
    }

    package static func outerScopeNotOpen(
        _ definition: ScopeDefinition, _ outer: String, wasClosed: Bool
    ) -> Diagnostic {
        Diagnostic(
            .scopeNotOpen,
            "scope \"\(definition.name)\" opens within \"\(outer)\", which \(wasClosed ? "has been closed" : "is not open")",
            at: definition.location, hints: wasClosed ? [] : ["open it inside `withScope(\"\(outer)\") { … }`"])
    }

    /// A scope that is opened on a thread that is building services; `ids` are these services, outermost first.
    package static func scopeInResolve(_ name: String, _ ids: [String]) -> Diagnostic {
        Diagnostic(
            .scopeInResolve,
            "scope \"\(name)\" cannot be opened while a service is resolved or a hook runs: it would have no effect",
            at: nil, path: ids, hints: ["a resolve in progress uses the services that it started with"])
    }

    /// An instance that is supplied when a scope opens, for a service that does not belong to the scope.
    package static func supplyOfOtherScope(_ definition: Definition, to name: String) -> Diagnostic {
        Diagnostic(
            .wrongType,
            "\(definition.phrase) has scope \"\(definition.scope.rawValue)\" and cannot be supplied to scope \"\(name)\"",
            at: definition.origin.location, hints: ["only services of the scope can be supplied to it"])
    }
}

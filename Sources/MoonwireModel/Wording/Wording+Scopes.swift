package import MoonwireValues

// Messages about scopes that scripts or the application declare.

extension Diagnostic.Code {
    /// A declaration of a scope is not valid.
    public static let invalidScope = Diagnostic.Code("invalid-scope")
    /// A service needs one of a scope that is not open for as long as the service lives.
    public static let shorterLifetime = Diagnostic.Code("shorter-lifetime")
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
        if case .named = ServiceScope(rawValue: name) {
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
        let place = service.origin.location.map { " (\($0))" } ?? ""
        return Diagnostic(
            .shorterLifetime,
            "\(holder.phrase) has scope \"\(holder.scope.rawValue)\", but needs \(service.phrase)\(place), "
                + "which only exists in scope \"\(scope)\"",
            at: location,
            hints: (path.count > 2 ? [path.shortenedPath.joined(separator: " -> ")] : []) + [
                "use `provider` or `lazy` to resolve it when it is used, "
                    + "or state `outlives = { \"\(scope)\" }` if the first instance is meant to be kept"
            ])
    }
}

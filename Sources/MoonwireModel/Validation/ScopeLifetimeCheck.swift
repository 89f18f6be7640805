import MoonwireValues

/// A service must not need one of a scope that is not open for as long as the service lives, and must not keep one that expires.
///
/// It may have a handle, which resolves in the scope that is open at that time, or state the scope in `outlives`. A lazy handle keeps its
/// first instance, so it does not help with one that expires.
enum ScopeLifetimeCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var members: [String: [Int]] = [:]
        var cached: [Int] = []
        for (position, definition) in graph.definitions.enumerated() where !definition.isAlias {
            switch definition.scope {
            case .named(let name): members[name, default: []].append(position)
            case .cached: cached.append(position)
            case .shared, .transient, .graph, .weak: break
            }
        }
        let scopes = graph.scopes.openable.filter { members[$0] != nil }
        return graph.definitions.flatMap { unknownScopes($0, graph) } + faults(in: scopes, members, graph)
            + faults(ofKeeping: cached, graph)
    }

    private static func faults(
        in scopes: [String], _ members: [String: [Int]], _ graph: DefinitionGraph
    ) -> [Diagnostic] {
        if scopes.isEmpty { return [] }
        let search = UserSearch(graph) { $1.reference.isHandle }
        return scopes.flatMap { scope in
            search.paths(to: members[scope] ?? [], unless: { isAdmitted(scope, by: $0, graph) }).map { path in
                fault(graph, path, isHandle: \.isHandle) { holder, service, ids, location in
                    .shorterLifetime(holder, service, scope, ids, at: location)
                }
            }
        }
    }

    private static func faults(ofKeeping cached: [Int], _ graph: DefinitionGraph) -> [Diagnostic] {
        if cached.isEmpty { return [] }
        // The decorators of a service that expires do so with it.
        let search = UserSearch(graph) { user, edge in
            if edge.reference.kind == .provider { return true }
            guard let target = edge.target, case .cached = user.scope else { return false }
            return user.decorates != nil && user.outermostID == graph.definitions[target].outermostID
        }
        return search.paths(to: cached, unless: { isAdmittedToKeep(by: $0, graph) }).map { path in
            fault(graph, path, isHandle: { $0.kind == .provider }) { .keptTooLong($0, $1, $2, at: $3) }
        }
    }

    private static func isAdmittedToKeep(by definition: Definition, _ graph: DefinitionGraph) -> Bool {
        definition.isFaulty || definition.outlives.contains(ServiceScope.cachedName)
            || graph.layers.lacksTypeDefaults && !definition.written.contains(.scope)
    }

    /// Whether a service may need one of a scope.
    private static func isAdmitted(_ scope: String, by definition: Definition, _ graph: DefinitionGraph) -> Bool {
        if definition.isFaulty || definition.outlives.contains(scope) { return true }
        if graph.layers.lacksTypeDefaults, !definition.written.contains(.scope) { return true }
        guard case .named(let own) = definition.scope else { return false }
        return graph.scopes.isOpen(scope, throughout: own) ?? true
    }

    /// A path from the service that lives too long to the one that does not.
    private static func fault(
        _ graph: DefinitionGraph, _ path: [Int], isHandle: (ServiceReference) -> Bool,
        _ make: (_ holder: Definition, _ service: Definition, _ ids: [String], _ location: ScriptLocation?) ->
            Diagnostic
    ) -> Diagnostic {
        let holder = graph.definitions[path[0]]
        let edge = graph.facts.dependencies[path[0]].edges.first { $0.target == path[1] && !isHandle($0.reference) }
        var fault = make(
            holder, graph.definitions[path[path.count - 1]], path.map { graph.definitions[$0].id },
            edge.flatMap { graph.location(of: $0, from: holder) } ?? holder.origin.location)
        fault.called(from: holder.origin.caller)
        return fault
    }

    private static func unknownScopes(_ definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        if definition.outlives.isEmpty { return [] }
        let known = graph.scopes.openable + [ServiceScope.cachedName]
        return definition.outlives.enumerated().compactMap { index, name in
            guard graph.types != nil || known.count > 1, !known.contains(name) else { return nil }
            return .unknownScope(
                name, definition.phrase, known: known, at: definition.location(of: ["outlives", "\(index + 1)"]))
        }
    }
}

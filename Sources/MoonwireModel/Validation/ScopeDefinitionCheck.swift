/// A declared scope must have a name of its own, and a declared scope around it.
enum ScopeDefinitionCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let scopes = graph.scopes
        let conflicts = scopes.conflicts.map { Diagnostic.scopeConflict($0, former: $1) }
        var cyclic: Set<String> = []
        let faults = scopes.definitions.compactMap { definition -> Diagnostic? in
            if ServiceScope.builtIn.contains(definition.name) { return .builtInScope(definition) }
            guard let parent = definition.parent else { return nil }
            guard scopes.openable.contains(parent) else {
                return .unknownOuterScope(definition, known: scopes.openable.filter { $0 != definition.name })
            }
            let names = scopes.enclosing(definition.name)
            guard let end = names.dropFirst().firstIndex(of: definition.name) else { return nil }
            // Reported once for all scopes of the cycle.
            guard cyclic.isDisjoint(with: names) else { return nil }
            cyclic.formUnion(names)
            return .scopeCycle(definition, Array(names[...end]))
        }
        return (conflicts + faults).map { fault in
            var fault = fault
            fault.called(from: graph.scopes.definitions.first { $0.location == fault.location }?.origin.caller)
            return fault
        }
    }
}

/// A scope must be one that every container has, or that a layer declares or a manifest names.
enum UnknownScopeCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let known = Set(graph.scopes.names)
        return graph.definitions.compactMap { definition in
            guard case .named(let name) = definition.scope, !known.contains(name),
                !graph.layers.reportedScopes.contains(name)
            else { return nil }
            let location = definition.location(of: ["scope"])
            return .unknownScope(name, definition.phrase, known: graph.scopes.names, at: location)
        }
    }
}

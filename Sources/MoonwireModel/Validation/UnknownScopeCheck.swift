/// A scope must be one that every container has, or that a manifest names.
enum UnknownScopeCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard let known = graph.types?.scopes else { return [] }
        return graph.definitions.compactMap { definition in
            guard case .named(let name) = definition.scope, !known.contains(name) else { return nil }
            let location = definition.location(of: ["scope"])
            return .unknownScope(name, definition.phrase, known: known, at: location)
        }
    }
}

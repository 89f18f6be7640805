import MoonwireValues

/// A service that an included file does not export must not be referred to by other files.
///
/// A tag makes a service available to those who collect it, exported or not. A file may refer to its own services in what it
/// adds to those of others, such as decorators, and in what others inherit.
enum ModuleCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.definitions.contains(where: { $0.module != nil }) || !graph.table.abstracts.isEmpty else {
            return []
        }
        return zip(graph.definitions, graph.facts.dependencies).flatMap { definition, needs in
            needs.edges.compactMap { edge -> Diagnostic? in
                guard let target = edge.target, !edge.reference.isCollected,
                    let module = hidden(graph.definitions[target], from: [edge.reference.module, definition.module])
                else { return nil }
                return .notExported(
                    graph.definitions[target], module, in: definition, edge.valuePath.phrase,
                    at: graph.location(of: edge, from: definition))
            } + (parentFault(definition, graph).map { [$0] } ?? [])
        }
    }

    private static func parentFault(_ definition: Definition, _ graph: DefinitionGraph) -> Diagnostic? {
        guard let parent = definition.inheritance?.parent,
            let service = graph.table.abstracts[parent.id]
                ?? graph.table.index[parent.id].map({ graph.definitions[$0] }),
            let module = hidden(service, from: [definition.module])
        else { return nil }
        let location = parent.location ?? definition.location(of: ["parent"])
        return .notExported(service, module, in: definition, "\"parent\"", at: location)
    }

    /// The module that hides a service from all of these; a wrapped service is that of its decorators alone.
    private static func hidden(_ service: Definition, from users: [FileModule?]) -> FileModule? {
        guard !service.isWrapped, let module = service.module else { return nil }
        let hiding = users.compactMap { module.hiding(service.id, from: $0) }
        return hiding.count == users.count ? hiding.first : nil
    }
}

extension ServiceReference {
    /// Whether its service has the tag that is collected.
    fileprivate var isCollected: Bool { if case .tag = selection?.reason { true } else { false } }
}

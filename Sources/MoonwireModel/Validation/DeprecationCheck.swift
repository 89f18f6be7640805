import MoonwireValues

/// A reference to a deprecated service, or by a deprecated alias, is a warning.
enum DeprecationCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let isDeprecated: (Definition) -> Bool = { $0.deprecation != nil }
        guard
            graph.definitions.contains(where: isDeprecated)
                || graph.table.abstracts.values.contains(where: isDeprecated)
        else { return [] }
        var remarks: [Diagnostic] = []
        var lists: Set<ObjectIdentifier> = []
        for (definition, needs) in zip(graph.definitions, graph.facts.dependencies) where definition.deprecation == nil
        {
            for edge in needs.edges {
                if let list = edge.reference.excluded, lists.insert(ObjectIdentifier(list)).inserted {
                    remarks += self.remarks(ofExcluding: list, by: definition, graph)
                }
                guard let target = edge.target.flatMap({ deprecated(behind: $0, graph) }) else { continue }
                let location = graph.location(of: edge, from: definition)
                remarks.append(.deprecated(graph.definitions[target], usedBy: definition, edge.valuePath, at: location))
            }
            remarks += self.remarks(ofNamesIn: definition, graph)
        }
        return remarks.inScriptOrder
    }

    /// The services that a definition names without a value: its parent, those that start before it, and what it decorates.
    private static func remarks(ofNamesIn definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        var remarks: [Diagnostic] = []
        if let parent = definition.inheritance?.parent, let service = deprecated(parent.id, graph) {
            let location = parent.location ?? definition.location(of: ["parent"])
            remarks.append(.deprecated(service, in: "\(definition.phrase): \"parent\"", at: location))
        }
        for (number, reference) in definition.lifecycle.after.enumerated() {
            guard let service = deprecated(reference.id, graph) else { continue }
            let location = reference.location ?? definition.location(of: ["after", "\(number + 1)"])
            remarks.append(.deprecated(service, in: "\(definition.phrase): \"after\"", at: location))
        }
        // A decorated service is deprecated with its decorators, so that only an alias is named.
        if definition.decorates != nil,
            let alias = graph.table.index[definition.subject].map({ graph.definitions[$0] }),
            alias.aliasTarget != nil, alias.deprecation != nil
        {
            remarks.append(.deprecated(alias, in: definition.phrase, at: definition.origin.location))
        }
        return remarks
    }

    private static func remarks(
        ofExcluding list: ServiceList, by definition: Definition, _ graph: DefinitionGraph
    ) -> [Diagnostic] {
        list.services.compactMap { reference in
            deprecated(reference.id, graph).map {
                .deprecated($0, in: "\(definition.phrase): \"exclude\"", at: reference.location)
            }
        }
    }

    /// The service or the alias with that id, or the service behind the alias, if it is deprecated; nil otherwise.
    private static func deprecated(_ id: String, _ graph: DefinitionGraph) -> Definition? {
        if let abstract = graph.table.abstracts[id] { return abstract.deprecation == nil ? nil : abstract }
        return graph.table.index[id].flatMap { deprecated(behind: $0, graph) }.map { graph.definitions[$0] }
    }

    /// The position of the alias itself, or of the service to which it finally refers, if it is deprecated; nil otherwise.
    private static func deprecated(behind position: Int, _ graph: DefinitionGraph) -> Int? {
        if graph.definitions[position].deprecation != nil { return position }
        return graph.table.target(ofDefinitionAt: position).flatMap {
            graph.definitions[$0].deprecation == nil ? nil : $0
        }
    }
}

extension ServiceReference {
    /// The services that the expression that selected this one excludes.
    fileprivate var excluded: ServiceList? {
        switch selection?.reason {
        case .tag(let tagged): tagged.excluded
        case .type(let typed): typed.excluded
        case .argument, nil: nil
        }
    }
}

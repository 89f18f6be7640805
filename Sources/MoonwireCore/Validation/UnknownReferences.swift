/// Every service that a definition or a parameter needs must be defined, unless the reference is optional.
enum UnknownReferences {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        definitions(graph) + parameters(graph)
    }

    private static func definitions(_ graph: DefinitionGraph) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        for (place, needs) in graph.needs.enumerated() {
            for edge in needs.edges
            where edge.target == nil && edge.reference.kind != .optional && !edge.isThroughParameter {
                let definition = graph.definitions[place]
                var fault = Diagnostic.unknownService(
                    edge.reference.id, in: definition, edge.site, at: graph.location(of: edge, from: definition),
                    suggestions: suggestions(for: edge.reference.id, graph),
                    path: DependentPath(graph).leading(to: place))
                fault.called(from: definition.origin.caller)
                faults.append(fault)
            }
        }
        return faults
    }

    /// Whoever uses the parameter: the fault lies where it is set.
    private static func parameters(_ graph: DefinitionGraph) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        for (name, leaf) in graph.parameters.leaves {
            leaf.value.visitReferences { reference in
                guard isUnknown(reference, graph) else { return }
                faults.append(
                    .unknownService(
                        reference.id, inParameter: name,
                        at: reference.location ?? leaf.origin.location(of: leaf.path, in: "parameters"),
                        suggestions: suggestions(for: reference.id, graph)))
            }
        }
        return faults
    }

    private static func isUnknown(_ reference: ServiceReference, _ graph: DefinitionGraph) -> Bool {
        reference.kind != .optional && graph.index[reference.id] == nil
    }

    private static func suggestions(for id: String, _ graph: DefinitionGraph) -> [String] {
        Suggestions(among: graph.index.keys.sorted()).nearest(to: id)
    }
}

/// Who needs a service, as a chain from the outermost that nobody needs.
struct DependentPath {
    private let graph: DefinitionGraph

    init(_ graph: DefinitionGraph) {
        self.graph = graph
    }

    /// The ids from an outermost service down to the one at `place`; only that one when nobody needs it.
    func leading(to place: Int) -> [String] {
        var chain = [place]
        while let dependent = firstDependent(of: chain[0]), !chain.contains(dependent) {
            chain.insert(dependent, at: 0)
        }
        return chain.map { graph.definitions[$0].id }
    }

    private func firstDependent(of place: Int) -> Int? {
        graph.needs.firstIndex { needs in needs.edges.contains { $0.target == place } }
    }
}

import MoonwireValues

/// Every service that a definition or a parameter requires must be defined, unless the reference is optional.
enum UnknownReferenceCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var search = Search(graph)
        return search.definitions() + search.parameters()
    }

    /// The faults of a definition that is not in the graph.
    static func check(_ definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        Search(graph).unknown(Dependencies(of: definition, graph.lookup), of: definition, [definition.id])
    }

    private struct Search {
        private let graph: DefinitionGraph
        // Created for the first fault: most graphs have none.
        private lazy var paths = DependentPath(graph)

        init(_ graph: DefinitionGraph) {
            self.graph = graph
        }

        mutating func definitions() -> [Diagnostic] {
            var faults: [Diagnostic] = []
            for (position, needs) in graph.facts.dependencies.enumerated()
            where needs.edges.contains(where: \.isUnknown) {
                let path = paths.leading(to: position)
                faults += unknown(needs, of: graph.definitions[position], path)
            }
            return faults
        }

        /// `path` contains the services that need the definition, and itself.
        func unknown(_ needs: Dependencies, of definition: Definition, _ path: [String]) -> [Diagnostic] {
            needs.edges.filter(\.isUnknown).map { edge in
                var fault = unknown(edge, from: definition, path)
                fault.called(from: definition.origin.caller)
                return fault
            }
        }

        private func unknown(_ edge: Dependencies.Edge, from definition: Definition, _ path: [String]) -> Diagnostic {
            let id = edge.reference.id
            let location = graph.location(of: edge, from: definition)
            if let abstract = graph.table.abstracts[id] {
                return .abstractService(abstract, in: definition, edge.valuePath, at: location)
            }
            return .unknownService(
                edge.reference, in: definition, edge.valuePath, at: location,
                suggestions: graph.names.services.nearest(to: id),
                path: path)
        }

        /// A parameter that nothing uses may still name a service that does not exist.
        mutating func parameters() -> [Diagnostic] {
            var faults: [Diagnostic] = []
            for (name, leaf) in graph.parameters.leaves {
                var unknown: [(reference: ServiceReference, location: ScriptLocation?)] = []
                let source = FieldSource(origin: leaf.origin, subject: "parameters", path: leaf.path)
                leaf.value.visitReferences(at: source) { reference, location in
                    if isUnknown(reference) { unknown.append((reference, location())) }
                }
                for (reference, location) in unknown {
                    faults.append(
                        .unknownService(
                            reference, inParameter: name, at: location,
                            suggestions: graph.names.services.nearest(to: reference.id)))
                }
            }
            return faults
        }

        private func isUnknown(_ reference: ServiceReference) -> Bool {
            !reference.isOptional && graph.table.index[reference.id] == nil
        }
    }
}

extension Dependencies.Edge {
    /// Whether the service must be defined, and is not.
    fileprivate var isUnknown: Bool { target == nil && !reference.isOptional && !isThroughParameter }
}

/// The users of a service, as a chain from an outermost one that nothing uses.
struct DependentPath {
    private let graph: DefinitionGraph
    /// For each definition, the first one that needs it.
    private let dependents: [Int?]

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        var dependents = [Int?](repeating: nil, count: graph.definitions.count)
        for (position, needs) in graph.facts.dependencies.enumerated() {
            for edge in needs.edges {
                guard let needed = edge.target, dependents[needed] == nil else { continue }
                dependents[needed] = position
            }
        }
        self.dependents = dependents
    }

    /// The ids from an outermost service down to the one at `position`; only that one if nothing needs it.
    ///
    /// The length is limited, because each of thousands of faults may be at the end of a long chain.
    func leading(to position: Int) -> [String] {
        var chain = [position]
        var seen: Set<Int> = [position]
        while let last = chain.last, let dependent = dependents[last], seen.insert(dependent).inserted {
            guard chain.count < [String].longestShownPath - 1 else {
                return ["…"] + chain.reversed().map { graph.definitions[$0].id }
            }
            chain.append(dependent)
        }
        return chain.reversed().map { graph.definitions[$0].id }
    }
}

/// Every service that a definition or a parameter needs must be defined, unless the reference is optional.
enum UnknownReferences {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var search = Search(graph)
        return search.definitions() + search.parameters()
    }

    private struct Search {
        private let graph: DefinitionGraph
        private let paths: DependentPath
        private let nearest: Suggestions
        private var suggestions: [String: [String]] = [:]

        init(_ graph: DefinitionGraph) {
            self.graph = graph
            paths = DependentPath(graph)
            nearest = Suggestions(among: graph.index.keys.sorted())
        }

        mutating func definitions() -> [Diagnostic] {
            var faults: [Diagnostic] = []
            for (place, edges) in graph.edges.enumerated() {
                for edge in edges where isUnknown(edge.reference) {
                    let definition = graph.definitions[place]
                    faults.append(
                        .unknownService(
                            edge.reference.id, in: definition, edge.site,
                            at: graph.location(of: edge, from: definition),
                            suggestions: suggestions(for: edge.reference.id), path: paths.leading(to: place)))
                }
            }
            return faults
        }

        /// A parameter that nobody uses may still name a service that does not exist.
        mutating func parameters() -> [Diagnostic] {
            var faults: [Diagnostic] = []
            for (name, leaf) in graph.parameters.leaves {
                leaf.value.visitReferences { reference in
                    guard isUnknown(reference) else { return }
                    faults.append(
                        .unknownService(
                            reference.id, inParameter: name,
                            at: reference.location ?? leaf.origin.location(of: leaf.path, in: "parameters"),
                            suggestions: suggestions(for: reference.id)))
                }
            }
            return faults
        }

        private func isUnknown(_ reference: ServiceReference) -> Bool {
            reference.kind != .optional && graph.index[reference.id] == nil
        }

        /// One removed service may be missed in thousands of places.
        private mutating func suggestions(for id: String) -> [String] {
            if let known = suggestions[id] { return known }
            let fresh = nearest.nearest(to: id)
            suggestions[id] = fresh
            return fresh
        }
    }
}

/// Who needs a service, as a chain from the outermost that nobody needs.
struct DependentPath {
    private let graph: DefinitionGraph
    /// For each definition, the first that needs it.
    private let dependents: [Int?]

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        var dependents = [Int?](repeating: nil, count: graph.definitions.count)
        for (place, edges) in graph.edges.enumerated() {
            for edge in edges {
                guard let needed = graph.index[edge.reference.id], dependents[needed] == nil else { continue }
                dependents[needed] = place
            }
        }
        self.dependents = dependents
    }

    /// The ids from an outermost service down to the one at `place`; only that one when nobody needs it.
    func leading(to place: Int) -> [String] {
        var chain = [place]
        var seen: Set<Int> = [place]
        while let last = chain.last, let dependent = dependents[last], seen.insert(dependent).inserted {
            chain.append(dependent)
        }
        return chain.reversed().map { graph.definitions[$0].id }
    }
}

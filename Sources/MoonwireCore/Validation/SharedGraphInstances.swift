/// A `graph` instance that is not `Sendable` must not end in two services that other threads may have.
///
/// It does when one resolve builds two shared services that refer to it, or a shared service and one that the caller gets.
/// What functions ask for, and what handles ask for later, is not known here.
enum SharedGraphInstances {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let confined = graph.definitions.indices.filter { isConfined(graph, at: $0) }
        guard !confined.isEmpty else { return [] }
        let search = HolderSearch(graph)
        return confined.compactMap { place in
            guard let ways = search.ways(to: place) else { return nil }
            let definition = graph.definitions[place]
            var fault = Diagnostic.sharedGraphInstance(
                definition, type(of: definition, graph.serviceTypes[place]),
                ways: ways.map { way in
                    (holder: graph.definitions[way.holder].id, ids: way.places.map { graph.definitions[$0].id })
                })
            fault.called(from: definition.origin.caller)
            return fault
        }
    }

    private static func type(of definition: Definition, _ type: TypeRegistry.Entry?) -> String {
        if case .swift(let factory) = definition.construction { return factory.caster.targetName }
        return type?.description.name ?? definition.id
    }

    private static func isConfined(_ graph: DefinitionGraph, at place: Int) -> Bool {
        let definition = graph.definitions[place]
        guard definition.scope == .graph, !definition.isFaulty else { return false }
        if case .swift(let factory) = definition.construction { return !factory.isSendable }
        return graph.serviceTypes[place].map { !$0.description.isSendable } ?? false
    }
}

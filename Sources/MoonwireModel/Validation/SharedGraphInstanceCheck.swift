/// A `graph` instance that is not `Sendable` must not be held by two services that several threads can use.
///
/// It is if one resolve builds two shared services that refer to it or have it in a slot, or a shared service and one that the
/// caller gets. The dependencies of functions are known only as far as `uses` states them, and those of handles and slots that
/// resolve later are not known.
enum SharedGraphInstanceCheck {
    /// The condition under which two holders have the instance.
    enum Reason {
        /// In any case.
        case certain
        /// Unless a slot on the path gets another value.
        case slots
        /// If a function keeps a service that it resolves.
        case functions
    }

    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let confined = graph.definitions.indices.filter { isConfined(graph, at: $0) }
        guard !confined.isEmpty else { return [] }
        var needs = SlotDependencies(graph)
        var search = HolderSearch(graph, needs, needs.fills)
        var certain: HolderSearch?
        var withUses: HolderSearch?
        var faults: [Diagnostic] = []
        for position in confined {
            var found: (ways: [HolderSearch.Way], reason: Reason)?
            if let ways = search.ways(to: position) {
                if certain == nil { certain = HolderSearch(graph, needs, needs.certainFills()) }
                // A slot may name the id of another service, or may have been assigned.
                found = certain?.ways(to: position).map { ($0, .certain) } ?? (ways, .slots)
            } else if withUses?.isExhausted != true {
                if withUses == nil { withUses = HolderSearch(graph, needs, needs.fills, withUses: true) }
                found = withUses?.ways(to: position).map { ($0, .functions) }
            }
            if search.isExhausted || certain?.isExhausted == true { return faults + [tooMuchWork(graph, position)] }
            if let found { faults.append(fault(graph, position, found.ways, found.reason)) }
        }
        return faults
    }

    private static func tooMuchWork(_ graph: DefinitionGraph, _ position: Int) -> Diagnostic {
        let definition = graph.definitions[position]
        var fault = Diagnostic.tooManyHolders(definition, type(of: definition, graph.facts.types[position]))
        fault.called(from: definition.origin.caller)
        return fault
    }

    private static func fault(
        _ graph: DefinitionGraph, _ position: Int, _ ways: [HolderSearch.Way], _ reason: Reason
    ) -> Diagnostic {
        let definition = graph.definitions[position]
        let name = { (position: Int) in
            let owner = position - graph.definitions.count
            return owner < 0 ? graph.definitions[position].id : graph.layers.owners[owner].slotOwner.name
        }
        var fault = Diagnostic.sharedGraphInstance(
            definition, type(of: definition, graph.facts.types[position]),
            ways: ways.map { (holder: name($0.holder), ids: $0.positions.map(name)) }, reason)
        fault.called(from: definition.origin.caller)
        return fault
    }

    private static func type(of definition: Definition, _ type: TypeRegistry.Entry?) -> String {
        if case .swift(let factory) = definition.construction { return factory.product.targetName }
        return type?.description.name ?? definition.id
    }

    private static func isConfined(_ graph: DefinitionGraph, at position: Int) -> Bool {
        let definition = graph.definitions[position]
        guard definition.scope == .graph, !definition.isFaulty else { return false }
        if case .swift(let factory) = definition.construction { return !factory.isSendable }
        return graph.facts.types[position].map { !$0.description.isSendable } ?? false
    }
}

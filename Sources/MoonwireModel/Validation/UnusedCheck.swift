/// Reports private services and parameters of scripts to which nothing refers.
struct UnusedCheck {
    private let graph: DefinitionGraph
    private let pass: Pass
    private let standard: StandardPass

    /// What `pass.unused` reports.
    static func check(_ standard: StandardPass, _ pass: Pass, _ graph: DefinitionGraph) -> [Diagnostic] {
        UnusedCheck(graph: graph, pass: pass, standard: standard).diagnostics
    }

    private var diagnostics: [Diagnostic] {
        var selection = ServiceSelection(graph, pass)
        var services: Set<Int> = []
        var parameters: Set<String> = []
        for exception in standard.exceptions {
            let positions = selection.positions(of: exception.target)
            let names = graph.parameters.names.filter { exception.target.matches(name: $0) }
            if positions.isEmpty, names.isEmpty { selection.report(exception) }
            services.formUnion(positions)
            parameters.formUnion(names)
        }
        // Without the types, what `auto` wires and what is injected into slots is not known.
        if graph.types == nil { return selection.diagnostics }
        return selection.diagnostics + unusedServices(except: services) + unusedParameters(except: parameters)
    }

    private func unusedServices(except exceptions: Set<Int>) -> [Diagnostic] {
        let used = usedServices
        return graph.definitions.indices.compactMap { position in
            let definition = graph.definitions[position]
            guard !definition.isPublic, !definition.isWrapped, !used.contains(position), !exceptions.contains(position),
                definition.tags.isEmpty, !definition.lifecycle.takesPartInStart
            else { return nil }
            return .unusedService(definition, pass, standard.severity)
        }
    }

    /// The positions of the services and aliases to which something refers.
    private var usedServices: Set<Int> {
        var used: Set<Int> = []
        for needs in graph.facts.dependencies {
            for edge in needs.edges { if let target = edge.target { used.insert(target) } }
        }
        for value in otherValues {
            value.visitReferences { reference, _ in
                if let target = graph.table.index[reference.id] { used.insert(target) }
            }
        }
        for source in SlotDependencies(graph).sources { used.formUnion(source) }
        for definition in graph.definitions {
            let parent = definition.inheritance?.parent
            for reference in definition.lifecycle.after + (parent.map { [$0] } ?? []) {
                if let target = graph.table.index[reference.id] { used.insert(target) }
            }
        }
        return used
    }

    /// The values that injection rules and `bind` contain.
    private var otherValues: [WiredValue] {
        graph.rules.rules.compactMap(\.value) + graph.layers.all.flatMap { $0.bindings.map(\.value) }
    }

    private func unusedParameters(except exceptions: Set<String>) -> [Diagnostic] {
        let tree = graph.parameters
        var used = ParameterUses(graph.definitions + graph.table.abstracts.values, tree).names
        used.formUnion(graph.tags.parameterNames)
        for value in otherValues { used.formUnion(value.referredParameters(\.namedParameters)) }
        // What the application sets, it may read.
        for layer in graph.layers.all where layer.parameters.isSetByApplication {
            used.formUnion(layer.parameters.leafNames)
        }
        let unread = tree.leaves.filter { name, _ in
            !name.withEnclosingNames.contains { used.contains($0) || exceptions.contains($0) }
        }
        return unread.map { name, leaf in
            .unusedParameter(name, pass, standard.severity, at: leaf.location)
        }
    }
}

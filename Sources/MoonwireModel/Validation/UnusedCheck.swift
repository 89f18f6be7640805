/// Reports private services and parameters of scripts to which nothing refers.
struct UnusedCheck {
    private let graph: DefinitionGraph
    private let pass: Pass
    private let standard: StandardPass

    /// Adds what `pass.unused` finds, and returns what is wrong with its description.
    static func check(
        _ standard: StandardPass, _ pass: Pass, _ graph: DefinitionGraph, _ report: inout PassReport
    ) -> [Diagnostic] {
        UnusedCheck(graph: graph, pass: pass, standard: standard).check(&report)
    }

    private func check(_ report: inout PassReport) -> [Diagnostic] {
        var selection = ServiceSelection(graph, pass)
        var services: Set<Int> = []
        var parameters: Set<String> = []
        for exception in standard.exceptions {
            let positions = selection.positions(of: exception)
            let names = graph.parameters.names.filter { exception.target.matches(name: $0) }
            if positions.isEmpty, names.isEmpty { selection.report(exception) }
            services.formUnion(positions)
            parameters.formUnion(names)
        }
        // Without the types, what `auto` wires and what is injected into slots is not known.
        if graph.types == nil { return selection.diagnostics + [.standardPassWithoutTypes(pass)] }
        if selection.diagnostics.faults.isEmpty {
            reportServices(except: services, &report)
            reportParameters(except: parameters, &report)
        }
        return selection.diagnostics
    }

    private func reportServices(except exceptions: Set<Int>, _ report: inout PassReport) {
        let used = usedServices
        for position in graph.definitions.indices {
            let definition = graph.definitions[position]
            guard !definition.isPublic, definition.isSelectable, definition.tags.isEmpty,
                !used.contains(position), !exceptions.contains(position), !definition.lifecycle.takesPartInStart
            else { continue }
            let original = graph.definitions[graph.table.original(ofServiceAt: position)]
            report.add(standard.severity) { .unusedService(original, pass, standard.severity) }
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

    /// The values that injection rules, `bind`, and the replacements of scenarios contain.
    private var otherValues: [WiredValue] {
        let scenarios = graph.layers.all.flatMap(\.scenarios)
        return graph.rules.rules.compactMap(\.value) + graph.layers.all.flatMap { $0.bindings.map(\.value) }
            + scenarios.flatMap { $0.replacements.map { .inline($0) } + $0.parameters.leaves.map(\.leaf.value) }
    }

    private func reportParameters(except exceptions: Set<String>, _ report: inout PassReport) {
        let tree = graph.parameters
        let replacements = graph.layers.all.flatMap { $0.scenarios.flatMap(\.replacements) }
        var used = ParameterUses(graph.definitions + graph.table.abstracts.values + replacements, tree).names
        used.formUnion(graph.tags.parameterNames)
        for value in otherValues { used.formUnion(value.referredParameters(\.namedParameters)) }
        for layer in graph.layers.all {
            used.formUnion(layer.readParameters)
            // What the application sets, it may read.
            if layer.parameters.isSetByApplication { used.formUnion(layer.parameters.leafNames) }
        }
        for (name, leaf) in tree.leaves
        where !name.withEnclosingNames.contains(where: { used.contains($0) || exceptions.contains($0) }) {
            report.add(standard.severity) { .unusedParameter(name, pass, standard.severity, at: leaf.location) }
        }
    }
}

import MoonwireValues

/// A service of one component must not refer to one of another, unless its component uses the other.
struct BoundaryCheck {
    private let graph: DefinitionGraph
    private let pass: Pass
    private let standard: StandardPass
    private let components: [StandardPass.Component]
    /// By position, the index of the component to which a definition belongs.
    private var membership: [Int?]
    private var exceptions: Set<Int> = []
    private var diagnostics: [Diagnostic] = []

    /// Adds what `pass.boundaries` finds, and returns what is wrong with its description.
    static func check(
        _ components: [StandardPass.Component], _ standard: StandardPass, _ pass: Pass, _ graph: DefinitionGraph,
        _ report: inout PassReport
    ) -> [Diagnostic] {
        var check = BoundaryCheck(components, standard, pass, graph)
        check.assign()
        if check.diagnostics.faults.isEmpty { check.compare(&report) }
        return check.diagnostics
    }

    private init(
        _ components: [StandardPass.Component], _ standard: StandardPass, _ pass: Pass, _ graph: DefinitionGraph
    ) {
        self.components = components
        self.standard = standard
        self.pass = pass
        self.graph = graph
        membership = [Int?](repeating: nil, count: graph.definitions.count)
    }

    /// Determines the component of each definition; a decorator and what it wraps belong to that of the service.
    private mutating func assign() {
        reportBadComponents()
        var selection = ServiceSelection(graph, pass)
        exceptions = selection.positions(of: standard.exceptions)
        for (number, component) in components.enumerated() {
            for position in selection.positions(of: component.services).sorted() {
                if let other = membership[position], other != number {
                    diagnostics.append(
                        .inTwoComponents(
                            graph.definitions[position], components[other].name, component.name, pass,
                            at: pass.location(of: component.path)))
                } else {
                    membership[position] = number
                }
            }
        }
        diagnostics += selection.diagnostics
        for (position, definition) in graph.definitions.enumerated() where membership[position] == nil {
            guard definition.outermostID != definition.id, let outermost = graph.table.index[definition.outermostID]
            else { continue }
            membership[position] = membership[outermost]
            if exceptions.contains(outermost) { exceptions.insert(position) }
        }
    }

    private mutating func reportBadComponents() {
        if components.isEmpty { diagnostics.append(.noComponents(pass)) }
        var names: Set<String> = []
        for component in components {
            if !names.insert(component.name).inserted { diagnostics.append(.componentTwice(component.name, pass)) }
            if component.services.isEmpty {
                diagnostics.append(.emptyComponent(component.name, pass, at: pass.location(of: component.path)))
            }
        }
        let suggestions = Suggestions(among: names.sorted())
        for component in components {
            for (index, name) in component.uses.enumerated() where !names.contains(name) {
                let path = component.path.isEmpty ? [] : component.path + ["uses", "\(index + 1)"]
                diagnostics.append(
                    .unknownComponent(
                        name, component.name, near: suggestions.nearest(to: name), pass, at: pass.location(of: path)))
            }
        }
    }

    private func compare(_ report: inout PassReport) {
        let admitted = components.map { component in
            Set([component.name] + component.uses)
        }
        for (position, needs) in graph.facts.dependencies.enumerated() where !exceptions.contains(position) {
            guard let own = membership[position] else { continue }
            let definition = graph.definitions[position]
            for edge in needs.edges {
                guard let target = edge.target.flatMap({ graph.table.target(ofDefinitionAt: $0) }),
                    let other = membership[target], !admitted[own].contains(components[other].name)
                else { continue }
                report.add(standard.severity) {
                    .crossesBoundary(
                        definition, components[own], graph.definitions[target], components[other].name, pass,
                        standard.severity, at: graph.location(of: edge, from: definition))
                }
            }
        }
    }
}

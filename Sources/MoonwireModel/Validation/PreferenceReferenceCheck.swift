import MoonwireValues

/// Every preference to which a definition, a parameter, or a rule refers must be defined.
enum PreferenceReferenceCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        definitions(graph) + parameters(graph) + rules(graph)
    }

    /// The faults of a definition that is not in the graph.
    static func check(_ definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        faults(Dependencies(of: definition, graph.lookup), graph)
    }

    private static func definitions(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.facts.dependencies.flatMap { $0.preferences.isEmpty ? [] : faults($0, graph) }
    }

    private static func faults(_ dependencies: Dependencies, _ graph: DefinitionGraph) -> [Diagnostic] {
        dependencies.preferences.filter { graph.preferences[$0.reference.name] == nil }.map { use in
            var fault = unknown(
                use.reference, in: "\(use.definition.phrase): \(use.valuePath.phrase)",
                at: use.definition.location(of: use.valuePath), graph)
            fault.called(from: use.definition.origin.caller)
            return fault
        }
    }

    private static func parameters(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.parameters.leaves.flatMap { name, leaf in
            unknown(in: leaf.value, graph).map {
                let location = leaf.origin.location(of: leaf.path, in: "parameters")
                return unknown($0, in: "parameter \"\(name)\"", at: location, graph)
            }
        }
    }

    private static func rules(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.rules.rules.flatMap { rule in
            (rule.value.map { unknown(in: $0, graph) } ?? []).map { reference in
                var fault = unknown(reference, in: "\(rule.phrase): \(rule.field)", at: rule.source.location, graph)
                fault.called(from: rule.origin.caller)
                return fault
            }
        }
    }

    private static func unknown(in value: WiredValue, _ graph: DefinitionGraph) -> [PreferenceReference] {
        var references: [PreferenceReference] = []
        value.visitPreferences { if graph.preferences[$0.name] == nil { references.append($0) } }
        return references
    }

    private static func unknown(
        _ reference: PreferenceReference, in subject: String, at location: ScriptLocation?, _ graph: DefinitionGraph
    ) -> Diagnostic {
        let near = Suggestions(among: graph.preferences.titles).nearest(to: reference.name)
        return .unknownPreference(reference, in: subject, at: location, near: near)
    }
}

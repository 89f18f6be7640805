import MoonwireValues

/// Names of types and methods are shown in messages and listings, so no secret may be one.
enum SecretFaults {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard !graph.secretNames.isEmpty || graph.parameters.hasSecrets else { return [] }
        var fillings = graph.needs.flatMap(\.fillings)
        let lookup = Needs.Lookup(graph.index, graph.evaluator)
        for rule in graph.rules.rules {
            rule.value?.visitInlineServices { fillings += Needs(of: $0, lookup).fillings }
        }
        return fillings.compactMap { filling in
            guard filling.site.isName, case .template(let template) = filling.value,
                (try? graph.evaluator.value(of: template))?.isSecret == true
            else { return nil }
            var fault = Diagnostic.secretName(filling.definition, filling.site)
            fault.called(from: filling.definition.origin.caller)
            return fault
        }
    }
}

extension Site {
    /// Whether the place holds the name of a type or a method.
    fileprivate var isName: Bool {
        switch part {
        case .type, .factory: true
        default: false
        }
    }
}

import MoonwireValues

/// Names of types and methods are shown in messages and listings, so they must not contain secrets.
enum SecretCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard !graph.secretNames.isEmpty || graph.parameters.hasSecrets else { return [] }
        var fillings = graph.facts.dependencies.flatMap(\.fillings)
        let lookup = Dependencies.Lookup(graph.table.index, graph.evaluator)
        for rule in graph.rules.rules {
            rule.value?.visitInlineServices { fillings += Dependencies(of: $0, lookup).fillings }
        }
        return fillings.compactMap { filling in
            guard filling.valuePath.isName, case .template(let template) = filling.value,
                (try? graph.evaluator.value(of: template))?.isSecret == true
            else { return nil }
            var fault = Diagnostic.secretName(filling.definition, filling.valuePath)
            fault.called(from: filling.definition.origin.caller)
            return fault
        }
    }
}

extension ValuePath {
    /// Whether the path is that of the name of a type or a method.
    fileprivate var isName: Bool {
        switch part {
        case .type, .factory: true
        default: false
        }
    }
}

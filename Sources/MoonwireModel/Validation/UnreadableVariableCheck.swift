import MoonwireValues

extension DefinitionGraph {
    /// The current faults of variables of the environment that are read when services are built; secrets are masked.
    package var unreadableVariables: [Diagnostic] {
        var search = VariableSearch()
        for (_, leaf) in parameters.leaves { search.visit(leaf.value) }
        for rule in rules.rules { if let value = rule.value { search.visit(value) } }
        for definition in definitions { search.visit(definition) }
        let faults = search.references.compactMap { reference -> Diagnostic? in
            do {
                _ = try evaluator.value(of: reference)
                return nil
            } catch let error as ContainerError {
                return error.diagnostics.first
            } catch { return nil }
        }
        return SecretMask(self).masked(faults)
    }
}

/// Collects the variables of the environment in values, each location once.
private struct VariableSearch {
    private(set) var references: [EnvironmentReference] = []
    private var seen: Set<EnvironmentReference> = []

    mutating func visit(_ definition: Definition) {
        definition.visitValues { value, _ in visitAlone(value) }
    }

    mutating func visit(_ value: WiredValue) {
        switch value {
        case .list(let elements): for element in elements { visit(element) }
        case .map(let entries): for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { visit(entry) }
        case .keyedMap(let entries):
            for entry in entries {
                visitAlone(.template(entry.key))
                visit(entry.value)
            }
        default: visitAlone(value)
        }
    }

    /// Without nested lists and maps.
    private mutating func visitAlone(_ value: WiredValue) {
        switch value {
        case .environment(let reference): add(reference)
        case .template(let template):
            for case .environment(let reference) in template.parts { add(reference) }
        case .inline(let definition): visit(definition)
        case .reference, .argument: for inner in value.innerValues { visit(inner.value) }
        default: break
        }
    }

    private mutating func add(_ reference: EnvironmentReference) {
        if seen.insert(reference).inserted { references.append(reference) }
    }
}

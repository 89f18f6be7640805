import MoonwireSupport

extension DefinitionGraph {
    /// The current and former values of the variables that are secrets.
    package var secretTexts: [String] { secretNames.flatMap { variables.values(ofSecret: $0) } }

    /// The strings that processors have returned for these variables.
    package var derivedSecretTexts: [String] { secretNames.flatMap { variables.derivedTexts(ofSecret: $0) } }

    /// The variables that definitions, parameters, and rules read as secrets.
    var secretNames: Set<String> {
        if let known = cache.secretNames.withLock({ $0 }) { return known }
        let found = findSecretNames()
        cache.secretNames.withLock { $0 = found }
        return found
    }

    private func findSecretNames() -> Set<String> {
        var names: Set<String> = []
        for needs in facts.dependencies { names.formUnion(needs.secrets) }
        for definition in table.abstracts.values { definition.collectSecretNames(&names) }
        for rule in rules.rules { rule.value?.collectSecretNames(&names) }
        for layer in layers.all {
            for definition in layer.definitions { definition.collectSecretTagNames(&names) }
            // Includes replaced values, because instances may hold them.
            for (_, leaf) in layer.parameters.leaves { leaf.value.collectSecretNames(&names) }
        }
        return names
    }
}

extension Definition {
    fileprivate func collectSecretNames(_ names: inout Set<String>) {
        visitValues { value, _ in value.collectSecretNames(&names) }
    }

    fileprivate func collectSecretTagNames(_ names: inout Set<String>) {
        for tag in tags {
            tag.priority.collectSecretNames(&names)
            for attribute in tag.attributes { attribute.value.collectSecretNames(&names) }
        }
    }
}

extension WiredValue {
    fileprivate func collectSecretNames(_ names: inout Set<String>) {
        switch self {
        case .environment(let reference) where reference.isSecret: names.insert(reference.name)
        case .inline(let inner): inner.collectSecretNames(&names)
        case .list(let elements): for element in elements { element.collectSecretNames(&names) }
        case .map(let entries): for entry in entries.values { entry.collectSecretNames(&names) }
        case .keyedMap(let entries): for entry in entries { entry.value.collectSecretNames(&names) }
        case .reference, .argument: for inner in innerValues { inner.value.collectSecretNames(&names) }
        default: break
        }
    }
}

extension ParameterTree {
    /// Whether the value of a parameter contains nothing from the environment, directly or through other parameters.
    package func isIndependentOfEnvironment(_ name: String) -> Bool {
        var known: Set<String> = []
        return isIndependentOfEnvironment(name, &known)
    }

    /// Whether the value of a string contains nothing from the environment.
    package func isIndependentOfEnvironment(_ template: TextTemplate) -> Bool {
        var known: Set<String> = []
        return isIndependentOfEnvironment(template, &known)
    }

    /// `known` are the parameters that were looked at already.
    private func isIndependentOfEnvironment(_ name: String, _ known: inout Set<String>) -> Bool {
        guard known.insert(name).inserted else { return true }
        // Lists and maps are never constants of a direct build, so their contents do not matter.
        guard case .leaf(let leaf)? = self[name] else { return false }
        switch leaf.value {
        case .value: return true
        case .parameter(let reference): return isIndependentOfEnvironment(reference.name, &known)
        case .template(let template): return isIndependentOfEnvironment(template, &known)
        default: return false
        }
    }

    private func isIndependentOfEnvironment(_ template: TextTemplate, _ known: inout Set<String>) -> Bool {
        template.parts.allSatisfy { part in
            switch part {
            case .text: true
            case .parameter(let name): isIndependentOfEnvironment(name, &known)
            case .environment: false
            }
        }
    }
}

package import MoonwireValues

// Parameters and variables as plain data, for what reads them while scripts are still read.

extension ParameterTree {
    /// A parameter's value as plain data, while scripts are still read; throws ``ContainerError`` when it is none.
    package func plainValue(
        of name: String, variables: EnvironmentVariables, at location: ScriptLocation?
    ) throws -> Value {
        do {
            let filled = try ParameterEvaluator(tree: self, variables: variables).value(of: name)
            if !filled.isSecret, let plain = filled.value.plain { return plain }
            throw ContainerError(.notPlain(name))
        } catch let error as ContainerError {
            throw ContainerError(error.diagnostics.map { $0.at(location) })
        }
    }
}

extension EnvironmentReference {
    /// The variable's value now; throws ``ContainerError`` when it is missing or does not fit.
    package func value(in variables: EnvironmentVariables) throws -> Value {
        let filled = try ParameterEvaluator(tree: ParameterTree(), variables: variables).value(of: self)
        return filled.value.plain ?? .null
    }
}

extension WiredValue {
    /// The value as plain data; nil when something in it stands for a service, a function or an object.
    fileprivate var plain: Value? {
        switch self {
        case .value(let value): return value
        case .list(let elements):
            let plain = elements.compactMap(\.plain)
            return plain.count == elements.count ? .list(plain) : nil
        case .map(let entries):
            let plain = entries.compactMapValues(\.plain)
            return plain.count == entries.count ? .map(plain) : nil
        case .template, .reference, .parameter, .environment, .inline, .function, .object: return nil
        }
    }
}

extension WiredValue {
    /// The value with other references; `inline` changes the definitions of services without an id.
    func mapReferences(
        _ change: (ServiceReference) -> ServiceReference, inline: (Definition) -> Definition
    ) -> WiredValue {
        switch self {
        case .reference(let reference):
            let arguments = reference.arguments?.mapValues { $0.value.mapReferences(change, inline: inline) }
            return .reference(change(arguments.map(reference.with) ?? reference))
        case .list(let elements): return .list(elements.map { $0.mapReferences(change, inline: inline) })
        case .map(let entries): return .map(entries.mapValues { $0.mapReferences(change, inline: inline) })
        case .keyedMap(let entries):
            return .keyedMap(entries.map { $0.with($0.value.mapReferences(change, inline: inline)) })
        case .inline(let definition): return .inline(inline(definition))
        case .argument(let argument):
            return argument.defaultValue.map {
                .argument(argument.with(default: $0.mapReferences(change, inline: inline)))
            } ?? self
        case .value, .template, .parameter, .environment, .preference, .function, .object, .placeholder: return self
        }
    }
}

extension Arguments {
    /// The same with other values.
    func mapValues(_ change: (WiredValue) -> WiredValue) -> Arguments {
        var whole = self
        whole.positional = positional.map(change)
        whole.labeled = labeled.map { LabeledValue($0.label, change($0.value)) }
        return whole
    }
}

extension Definition {
    /// The same with other values in its arguments, properties, and calls.
    func mapValues(_ change: (WiredValue) -> WiredValue) -> Definition {
        var whole = self
        if !arguments.isEmpty { whole.arguments = arguments.mapValues(change) }
        if !setters.isEmpty {
            whole.setters = setters.map { Setter(name: $0.name, value: change($0.value), path: $0.path) }
        }
        if !calls.isEmpty {
            whole.calls = calls.map {
                MethodCall(method: $0.method, arguments: $0.arguments.mapValues(change), number: $0.number)
            }
        }
        return whole
    }
}

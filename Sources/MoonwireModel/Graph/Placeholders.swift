extension Definition {
    /// Says what stands in for a placeholder; it gets the definition in which it lies, an inline one perhaps, and the field.
    typealias Replacement = (Placeholder, _ definition: Definition, _ path: [String]) -> WiredValue

    /// The definition with something else in place of each placeholder.
    func replacingPlaceholders(_ replace: Replacement) -> Definition {
        guard hasPlaceholders else { return self }
        var whole = self
        if case .method(let receiver, let name) = construction {
            whole.construction = .method(of: replacing(receiver, ["factory", "1"], replace), name: name)
        }
        whole.arguments = replacing(arguments, ["args"], first: 1, replace)
        whole.setters = setters.map {
            Setter(name: $0.name, value: replacing($0.value, $0.path, replace), path: $0.path)
        }
        whole.calls = calls.enumerated().map { number, call in
            // In the table, the method's name comes first.
            let arguments = replacing(call.arguments, ["call", "\(number + 1)"], first: 2, replace)
            return MethodCall(method: call.method, arguments: arguments)
        }
        return whole
    }

    private func replacing(
        _ arguments: Arguments, _ path: [String], first: Int, _ replace: Replacement
    ) -> Arguments {
        var whole = Arguments()
        whole.positional = arguments.positional.enumerated().map { replacing($1, path + ["\($0 + first)"], replace) }
        whole.labeled = arguments.labeled.map {
            LabeledValue($0.label, replacing($0.value, path + [$0.label], replace))
        }
        return whole
    }

    private func replacing(_ value: WiredValue, _ path: [String], _ replace: Replacement) -> WiredValue {
        value.replacingPlaceholders(path) {
            replace($0, self, $1)
        } inline: {
            $0.replacingPlaceholders(replace)
        }
    }
}

extension WiredValue {
    /// The value with something else in place of each placeholder, whose way inside the value is told.
    func replacingPlaceholders(
        _ path: [String] = [], _ replace: (Placeholder, [String]) -> WiredValue, inline: (Definition) -> Definition
    ) -> WiredValue {
        switch self {
        case .placeholder(let placeholder): replace(placeholder, path)
        case .list(let elements):
            .list(
                elements.enumerated().map { $1.replacingPlaceholders(path + ["\($0 + 1)"], replace, inline: inline) })
        case .map(let entries):
            .map(
                Dictionary(
                    uniqueKeysWithValues: entries.map {
                        ($0, $1.replacingPlaceholders(path + [$0], replace, inline: inline))
                    }))
        case .keyedMap(let entries):
            .keyedMap(
                entries.map { entry in
                    entry.with(entry.value.replacingPlaceholders(path + [entry.written], replace, inline: inline))
                })
        case .inline(let definition): .inline(inline(definition))
        default: self
        }
    }
}

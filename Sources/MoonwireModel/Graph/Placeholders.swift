extension Definition {
    /// Replaces a placeholder; receives the definition that contains it, possibly an inline one, and the field.
    typealias Replacement = (Placeholder, _ definition: Definition, _ path: [String]) -> WiredValue

    /// The definition with all placeholders replaced.
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
            // In the table, the name of the method comes first.
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
    /// The value with placeholders replaced; `replace` receives each placeholder's path.
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
        case .reference(let reference):
            reference.arguments.map { arguments in
                .reference(
                    reference.with(
                        arguments.mapValues {
                            $0.value.replacingPlaceholders(path + [$0.label], replace, inline: inline)
                        }))
            } ?? self
        case .argument(let argument):
            argument.defaultValue.map {
                .argument(argument.with(default: $0.replacingPlaceholders(path, replace, inline: inline)))
            } ?? self
        case .value, .template, .parameter, .environment, .function, .object: self
        }
    }
}

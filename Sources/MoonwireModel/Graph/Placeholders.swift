extension Definition {
    /// Replaces a placeholder; receives the definition that contains it, possibly an inline one, and the field.
    typealias Replacement = (Placeholder, _ definition: Definition, _ path: [String]) -> WiredValue

    /// Completes a definition, possibly an inline one, whose placeholders were replaced.
    typealias Completion = (Definition) -> Definition

    /// The definition with all placeholders replaced, completed after the inline ones in it.
    func replacingPlaceholders(_ replace: Replacement, complete: Completion = { $0 }) -> Definition {
        guard hasPlaceholders else { return self }
        var whole = self
        if case .method(let receiver, let name) = construction {
            let receiver = replacing(receiver, ["factory", "1"], replace, complete)
            whole.construction = .method(of: receiver, name: name)
        }
        whole.arguments = replacing(arguments, ["args"], first: 1, replace, complete)
        whole.setters = setters.map {
            Setter(name: $0.name, value: replacing($0.value, $0.path, replace, complete), path: $0.path)
        }
        whole.calls = calls.map { call in
            // In the table, the name of the method comes first.
            let arguments = replacing(call.arguments, ["call", "\(call.number)"], first: 2, replace, complete)
            return MethodCall(method: call.method, arguments: arguments, number: call.number)
        }
        return complete(whole)
    }

    private func replacing(
        _ arguments: Arguments, _ path: [String], first: Int, _ replace: Replacement, _ complete: Completion
    ) -> Arguments {
        var whole = arguments
        whole.positional = arguments.positional.enumerated().map {
            replacing($1, path + ["\($0 + first)"], replace, complete)
        }
        whole.labeled = arguments.labeled.map {
            LabeledValue($0.label, replacing($0.value, path + [$0.label], replace, complete))
        }
        return whole
    }

    private func replacing(
        _ value: WiredValue, _ path: [String], _ replace: Replacement, _ complete: Completion
    ) -> WiredValue {
        value.replacingPlaceholders(path) {
            replace($0, self, $1)
        } inline: {
            $0.replacingPlaceholders(replace, complete: complete)
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
        case .value, .template, .parameter, .environment, .preference, .function, .object: self
        }
    }
}

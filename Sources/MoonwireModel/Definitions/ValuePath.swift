import MoonwireValues

/// The path of a value in a definition: the part of the definition, and the path inside the part's value.
package struct ValuePath: Sendable {
    enum Part: Sendable {
        case argument(String)
        case position(Int)
        case property(String, path: [String])
        case call(String, number: Int, CallArgument)
        case factory
        case type
        case uses(Int)
        case after(Int)
        case alias
    }

    /// An argument of a call.
    enum CallArgument: Sendable {
        case label(String)
        case position(Int)

        /// The argument as a message names it.
        fileprivate var phrase: String {
            switch self {
            case .label(let label): "\"\(label)\""
            case .position(let index): "\(index + 1)"
            }
        }

        /// The field in the table of the call, in which the name of the method comes first.
        fileprivate var field: String {
            switch self {
            case .label(let label): label
            case .position(let index): "\(index + 2)"
            }
        }
    }

    let part: Part
    var nested: [String] = []

    init(_ part: Part) {
        self.part = part
    }

    func inside(_ step: String) -> ValuePath {
        var copy = self
        copy.nested.append(step)
        return copy
    }

    /// The path as a message names it: `argument "engine"`.
    var phrase: String {
        let name =
            switch part {
            case .argument(let label): "argument \"\(label)\""
            case .position(let index): "argument \(index + 1)"
            case .property(let name, _): "property \"\(name)\""
            case .call(let method, _, let argument): "argument \(argument.phrase) of call \"\(method)\""
            case .factory: "\"factory\""
            case .type: "\"type\""
            case .uses: "\"uses\""
            case .after: "\"after\""
            case .alias: "alias"
            }
        return nested.isEmpty ? name : name + " at " + nested.joined(separator: ".")
    }

    /// Whether the value is the receiver of a factory method.
    package var isOfFactory: Bool { if case .factory = part { true } else { false } }

    /// The path in the table of the script.
    var fieldPath: [String] {
        switch part {
        case .argument(let label): ["args", label] + nested
        case .position(let index): ["args", "\(index + 1)"] + nested
        case .property(_, let path): path + nested
        case .call(_, let number, let argument): ["call", "\(number)", argument.field] + nested
        case .factory: ["factory", "1"]
        case .type: ["type"]
        case .uses(let index): ["uses", "\(index + 1)"]
        case .after(let index): ["after", "\(index + 1)"]
        case .alias: []
        }
    }
}

extension Definition {
    /// Visits every value in the definition that is neither plain data nor the plain name of a type, with its path.
    ///
    /// This includes values inside lists and maps.
    func visitValues(_ visit: (WiredValue, ValuePath) -> Void) {
        visitConstruction(visit)
        visitArguments(arguments, visit) {
            .argument($0)
        } position: {
            .position($0)
        }
        for setter in setters {
            Self.descend(setter.value, ValuePath(.property(setter.name, path: setter.path)), visit)
        }
        for call in calls {
            visitArguments(call.arguments, visit) {
                .call(call.method, number: call.number, .label($0))
            } position: {
                .call(call.method, number: call.number, .position($0))
            }
        }
        for (index, use) in uses.enumerated() { visit(.reference(use), ValuePath(.uses(index))) }
    }

    private func visitConstruction(_ visit: (WiredValue, ValuePath) -> Void) {
        switch construction {
        case .type(let template), .staticMethod(let template):
            if !template.isPlain { visit(.template(template), ValuePath(.type)) }
        case .method(let receiver, let name):
            Self.descend(receiver, ValuePath(.factory), visit)
            visit(.template(name), ValuePath(.factory))
        case .synthetic(let type): type.map { visit(.template($0), ValuePath(.type)) }
        case .alias(let target): visit(.reference(target), ValuePath(.alias))
        case .function, .swift: break
        }
    }

    private func visitArguments(
        _ arguments: Arguments, _ visit: (WiredValue, ValuePath) -> Void, label: (String) -> ValuePath.Part,
        position: (Int) -> ValuePath.Part
    ) {
        for (index, value) in arguments.positional.enumerated() where !value.isPlain {
            Self.descend(value, ValuePath(position(index)), visit)
        }
        // Avoids copying values that contain nothing to visit.
        arguments.labeled.withUnsafeBufferPointer { labeled in
            for position in labeled.indices where !labeled[position].value.isPlain {
                Self.descend(labeled[position].value, ValuePath(label(labeled[position].label)), visit)
            }
        }
    }

    private static func descend(_ value: WiredValue, _ valuePath: ValuePath, _ visit: (WiredValue, ValuePath) -> Void) {
        if value.isPlain { return }
        visit(value, valuePath)
        guard value.hasParts else { return }
        switch value {
        case .list(let elements):
            for (index, element) in elements.enumerated() { descend(element, valuePath.inside("\(index + 1)"), visit) }
        case .map(let entries):
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) { descend(entry, valuePath.inside(key), visit) }
        case .keyedMap(let entries):
            for entry in entries {
                let valuePath = valuePath.inside(entry.written)
                if entry.key.plainText == nil { visit(.template(entry.key), valuePath) }
                descend(entry.value, valuePath, visit)
            }
        case .reference, .argument:
            for inner in value.innerValues { descend(inner.value, valuePath.inside(inner.label), visit) }
        default: break
        }
    }

    /// The path of a value that does not fit: in the construction, or in one of the following steps.
    package func valuePath(of name: String, inStep step: Int?) -> ValuePath {
        guard let step else { return ValuePath(.argument(name)) }
        if setters.indices.contains(step) { return ValuePath(.property(name, path: setters[step].path)) }
        let position = step - setters.count
        guard calls.indices.contains(position) else { return ValuePath(.argument(name)) }
        return ValuePath(.call(calls[position].method, number: calls[position].number, .label(name)))
    }

    /// The path of a step after the construction in the table of the script.
    package func fieldPath(ofStep step: Int) -> [String] {
        if setters.indices.contains(step) { return setters[step].path }
        let position = step - setters.count
        return calls.indices.contains(position) ? ["call", "\(calls[position].number)"] : ["configure"]
    }

    /// The line of a path in the definition.
    func location(of valuePath: ValuePath) -> ScriptLocation? {
        location(of: valuePath.fieldPath)
    }
}

extension WiredValue {
    /// Whether the value is plain data throughout.
    fileprivate var isPlain: Bool { if case .value = self { true } else { false } }

    /// Whether there are nested values to visit.
    fileprivate var hasParts: Bool {
        switch self {
        case .list, .map, .keyedMap, .argument: true
        case .reference(let reference): reference.arguments != nil
        default: false
        }
    }
}

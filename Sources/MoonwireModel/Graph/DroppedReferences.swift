import MoonwireValues

/// Drops what contains a reference to a service that is not defined: `optional("id", { drop = true })`.
///
/// It drops the element of a list, the entry of a map, the argument with a label, the property, or the call.
struct DroppedReferences {
    private let index: NameIndex
    /// The definition, or the word with a table, whose values are visited.
    private var subject = ""
    private(set) var faults: [Diagnostic] = []

    /// Completes the definitions and the rules, and returns the faults.
    static func drop(from merged: inout MergedLayers) -> [Diagnostic] {
        var dropped = DroppedReferences(index: merged.index)
        merged.definitions = merged.definitions.map { dropped.completed($0) }
        dropped.subject = "inject"
        merged.rules = merged.rules.replacingPlaceholders { value, rule in
            dropped.kept(value, "the value", at: rule.source.location)
        }
        dropped.subject = "bind"
        merged.bindings = merged.bindings.map { binding in
            let written = binding.written
            guard written.value.hasPlaceholders else { return binding }
            let value = dropped.kept(written.value, "the value", at: written.source.location)
            return MergedLayers.Binding(written: written.with(value), layer: binding.layer)
        }
        return dropped.faults
    }

    private func isMissing(_ value: WiredValue) -> Bool {
        if case .reference(let reference) = value { reference.isDroppable && index[reference.id] == nil } else { false }
    }

    /// The definition without what is dropped.
    private mutating func completed(_ definition: Definition) -> Definition {
        guard definition.hasPlaceholders else { return definition }
        let (outer, known) = (subject, faults.count)
        subject = definition.phrase
        defer { subject = outer }
        var whole = definition
        if case .method(let receiver, let name) = definition.construction {
            let location = definition.location(of: ["factory", "1"])
            let receiver = kept(receiver, "the receiver of \"factory\"", at: location)
            whole.construction = .method(of: receiver, name: name)
        }
        whole.arguments.positional = definition.arguments.positional.enumerated().map { position, value in
            kept(
                value, "argument \(position + 1)",
                at: definition.location(of: ["args", "\(position + 1)"]),
                hint: "write it with its label")
        }
        for argument in definition.arguments.labeled where argument.value.isDroppedLate {
            faults.append(
                .cannotDrop(
                    "\(subject): argument \"\(argument.label)\"",
                    at: definition.location(of: ["args", argument.label]),
                    hint: "write it without `drop`: the argument is nil until the service is built"))
        }
        whole.arguments.labeled = kept(definition.arguments.labeled)
        whole.setters = definition.setters.compactMap { setter in
            kept(setter.value).map { Setter(name: setter.name, value: $0, path: setter.path) }
        }
        whole.calls = definition.calls.compactMap { kept($0) }
        // What is still missing is no other fault.
        if faults.count > known { whole.isFaulty = true }
        return whole
    }

    /// A call is dropped with any of its arguments.
    private mutating func kept(_ call: MethodCall) -> MethodCall? {
        let values = call.arguments.positional + call.arguments.labeled.map(\.value)
        if values.contains(where: isMissing) { return nil }
        var arguments = call.arguments
        arguments.positional = arguments.positional.compactMap { kept($0) }
        arguments.labeled = kept(arguments.labeled)
        return MethodCall(method: call.method, arguments: arguments, number: call.number)
    }

    private mutating func kept(_ values: [LabeledValue]) -> [LabeledValue] {
        values.compactMap { labeled in kept(labeled.value).map { LabeledValue(labeled.label, $0) } }
    }

    /// A value that cannot be left out.
    private mutating func kept(
        _ value: WiredValue, _ part: String, at location: ScriptLocation?, hint: String? = nil
    ) -> WiredValue {
        if value.isDroppable { faults.append(.cannotDrop("\(subject): \(part)", at: location, hint: hint)) }
        return kept(value) ?? value
    }

    /// The value without what is dropped in it; nil if it is dropped itself.
    private mutating func kept(_ value: WiredValue) -> WiredValue? {
        switch value {
        case .reference(let reference):
            if isMissing(value) { return nil }
            guard let arguments = reference.arguments else { return value }
            return .reference(
                reference.with(PassedArguments(kept(arguments.values), passesOn: arguments.passesOn)))
        case .list(let elements): return .list(elements.compactMap { kept($0) })
        case .map(let entries): return .map(entries.compactMapValues { kept($0) })
        case .keyedMap(let entries): return .keyedMap(entries.compactMap { entry in kept(entry.value).map(entry.with) })
        case .inline(let definition): return .inline(completed(definition))
        case .argument(let argument):
            guard let value = argument.defaultValue else { return value }
            return .argument(
                argument.with(
                    default: kept(value, "the default of argument \"\(argument.name)\"", at: argument.location))
            )
        case .value, .template, .parameter, .environment, .preference, .function, .object, .placeholder: return value
        }
    }
}

extension WiredValue {
    /// Whether it is a reference that is dropped, with what contains it, if its service is not defined.
    fileprivate var isDroppable: Bool {
        if case .reference(let reference) = self { reference.isDroppable } else { false }
    }

    /// Whether only a build determines whether it is dropped.
    var isDroppedLate: Bool {
        if case .reference(let reference) = self { reference.isDroppable && reference.kind == .built } else { false }
    }
}

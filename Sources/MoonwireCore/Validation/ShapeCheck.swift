import MoonwireValues

/// Checks whether a value that a script wrote fits the Swift type that it is meant for.
struct ShapeCheck {
    /// What does not fit, and how deep inside the value it lies.
    struct Mismatch {
        let expected: String
        let found: String
        var path: [String] = []
    }

    private let graph: DefinitionGraph
    private let types: ServiceTypes

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        types = ServiceTypes(graph)
    }

    func mismatch(_ value: WiredValue, _ shape: ValueShape) -> Mismatch? {
        if case .anything = shape { return nil }
        if case .optional(let wrapped) = shape {
            return isNothing(value) ? nil : mismatch(value, wrapped)
        }
        if isNothing(value) { return Mismatch(expected: shape.phrase, found: ValueKind.null.phrase) }
        switch value {
        case .value(let plain): return mismatch(plain, shape)
        case .template, .parameter: return mismatchOfFilledIn(value, shape)
        case .list(let elements): return mismatch(elements, shape)
        case .map(let entries): return mismatch(entries, shape)
        case .reference(let reference): return mismatch(reference, shape)
        case .inline(let definition): return mismatch(types.type(of: definition), "an inline service", shape)
        case .environment, .function, .object: return nil
        }
    }

    /// A null, or an optional reference to a service that is not defined.
    private func isNothing(_ value: WiredValue) -> Bool {
        switch value {
        case .value(.null): true
        case .reference(let reference): reference.kind == .optional && graph.index[reference.id] == nil
        default: false
        }
    }

    /// A value that the environment or a fault keeps from being known now is checked when a service is built.
    private func mismatchOfFilledIn(_ value: WiredValue, _ shape: ValueShape) -> Mismatch? {
        guard let filled = try? graph.evaluator.value(of: value), !filled.isSecret else { return nil }
        if case .template = filled.value { return nil }
        return mismatch(filled.value, shape)
    }

    private func mismatch(_ value: Value, _ shape: ValueShape) -> Mismatch? {
        switch (value, shape) {
        case (.boolean, .boolean), (.integer, .number), (.number, .number), (.text, .text), (.text, .data),
            (.data, .data):
            return nil
        case (.integer(let integer), .integer(let min, let max)):
            return (min...max).contains(integer)
                ? nil : Mismatch(expected: "an integer from \(min) to \(max)", found: "\(integer)")
        case (.number(let number), .integer):
            guard let integer = Int64(exactly: number) else { break }
            return mismatch(Value.integer(integer), shape)
        case (.text(let text), .choice(let choices)):
            return choices.contains(text) ? nil : Mismatch(expected: shape.phrase, found: value.phrase)
        case (.integer(let integer), .choice(let choices)) where choices.contains("\(integer)"): return nil
        case (.list(let elements), .list(let element)): return mismatch(elements.map(WiredValue.value), element)
        case (.list([]), .map): return nil
        case (.map(let entries), .map(let entry)): return mismatch(entries.mapValues(WiredValue.value), entry)
        default: break
        }
        return Mismatch(expected: shape.phrase, found: value.phrase)
    }

    private func mismatch(_ elements: [WiredValue], _ shape: ValueShape) -> Mismatch? {
        guard case .list(let element) = shape else {
            if elements.isEmpty, case .map = shape { return nil }
            return Mismatch(expected: shape.phrase, found: "a list")
        }
        for (index, value) in elements.enumerated() {
            if let found = mismatch(value, element) { return found.inside("\(index + 1)") }
        }
        return nil
    }

    private func mismatch(_ entries: [String: WiredValue], _ shape: ValueShape) -> Mismatch? {
        guard case .map(let entry) = shape else { return Mismatch(expected: shape.phrase, found: "a map") }
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
            if let found = mismatch(value, entry) { return found.inside(key) }
        }
        return nil
    }

    private func mismatch(_ reference: ServiceReference, _ shape: ValueShape) -> Mismatch? {
        let handle = reference.kind == .lazy ? "Lazy<" : reference.kind == .provider ? "Provider<" : nil
        let wantsHandle =
            shape.phrase.hasPrefix("Lazy<") ? "Lazy<" : shape.phrase.hasPrefix("Provider<") ? "Provider<" : nil
        if handle != nil || wantsHandle != nil {
            return handle == wantsHandle ? nil : Mismatch(expected: shape.phrase, found: reference.phrase)
        }
        return mismatch(types.type(ofServiceNamed: reference.id), reference.phrase, shape)
    }

    /// Only a type that is exposed can be told not to fit; whether a class conforms to a protocol shows when it is built.
    private func mismatch(_ type: ServiceTypes.Answer, _ found: String, _ shape: ValueShape) -> Mismatch? {
        guard case .object(let wanted) = shape else {
            guard case .known(let type) = type else { return nil }
            return Mismatch(expected: shape.phrase, found: "\(found), which is \(type.name)")
        }
        guard case .known(let type) = type, !type.fits(wanted), graph.types?.entry(named: wanted) != nil else {
            return nil
        }
        return Mismatch(expected: wanted, found: "\(found), which is \(type.name)")
    }
}

extension ShapeCheck.Mismatch {
    fileprivate func inside(_ step: String) -> Self {
        var copy = self
        copy.path.insert(step, at: 0)
        return copy
    }
}

extension ServiceReference {
    fileprivate var phrase: String {
        switch kind {
        case .required, .optional: "the service \"\(id)\""
        case .lazy: "a lazy \"\(id)\""
        case .provider: "a provider of \"\(id)\""
        }
    }
}

extension ValueShape {
    /// What fits, as a message says it.
    var phrase: String {
        switch self {
        case .anything: "any value"
        case .boolean: "a boolean"
        case .integer(Int64.min, Int64.max): "an integer"
        case .integer(let min, let max): "an integer from \(min) to \(max)"
        case .number: "a number"
        case .text: "a text"
        case .data: "a text"
        case .list: "a list"
        case .map: "a map"
        case .optional(let wrapped): wrapped.phrase
        case .choice(let choices): "one of \(choices.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .object(let name): name
        }
    }
}

extension Value {
    /// The value as a message shows it.
    var phrase: String {
        switch self {
        case .boolean(let value): "the boolean \(value)"
        case .integer(let value): "the integer \(value)"
        case .number(let value): "the number \(value)"
        case .text(let value): "the text \"\(value)\""
        case .null, .data, .list, .map: kind.phrase
        }
    }
}

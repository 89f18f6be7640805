import MoonwireValues

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Checks whether a value that a script wrote fits the Swift type that it is meant for.
struct ShapeCheck {
    /// What does not fit, and how deep inside the value it lies.
    struct Mismatch {
        let expected: String
        let found: String
        var path: [String] = []
        var suggestions: [String] = []
    }

    private let graph: DefinitionGraph
    private let types: ServiceTypes

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        types = ServiceTypes(graph)
    }

    /// Everything in the value that does not fit.
    func mismatches(_ value: WiredValue, _ shape: ValueShape) -> [Mismatch] {
        if case .anything = shape { return [] }
        if case .optional(let wrapped) = shape { return isNothing(value) ? [] : mismatches(value, wrapped) }
        if isNothing(value) { return [Mismatch(expected: shape.phrase, found: ValueKind.null.phrase)] }
        switch value {
        case .value(let plain): return mismatches(plain, shape)
        case .parameter(let reference):
            // Most parameters are plain, and need no filling in.
            if let plain = graph.parameters.plainValue(of: reference.name) { return mismatches(plain, shape) }
            return mismatchesOfFilledIn(value, shape)
        case .template: return mismatchesOfFilledIn(value, shape)
        case .list(let elements): return mismatches(elements, shape)
        case .map(let entries): return mismatches(entries, shape)
        case .reference(let reference): return asList(mismatch(reference, shape))
        case .inline(let definition): return asList(mismatch(types.type(of: definition), "an inline service", shape))
        case .function: return takesFunction(shape) ? [] : [Mismatch(expected: shape.phrase, found: "a function")]
        case .environment, .object, .placeholder: return []
        }
    }

    private func takesFunction(_ shape: ValueShape) -> Bool {
        switch shape {
        case .function: true
        case .object(let name): graph.types?.entry(named: name) == nil
        default: false
        }
    }

    private func asList(_ mismatch: Mismatch?) -> [Mismatch] { mismatch.map { [$0] } ?? [] }

    /// A null, or an optional reference to a service that is not defined.
    private func isNothing(_ value: WiredValue) -> Bool {
        switch value {
        case .value(.null): true
        case .reference(let reference): reference.kind == .optional && graph.index[reference.id] == nil
        default: false
        }
    }

    /// A value that the environment or a fault keeps from being known now is checked when a service is built.
    private func mismatchesOfFilledIn(_ value: WiredValue, _ shape: ValueShape) -> [Mismatch] {
        guard let filled = try? graph.evaluator.value(of: value), !filled.isSecret else { return [] }
        if case .template = filled.value { return [] }
        return mismatches(filled.value, shape)
    }

    private func mismatches(_ value: Value, _ shape: ValueShape) -> [Mismatch] {
        switch (value, shape) {
        case (.boolean, .boolean), (.integer, .number), (.number, .number), (.text, .text), (.text, .data),
            (.data, .data):
            return []
        case (.integer(let integer), .integer(let min, let max)):
            return (min...max).contains(integer)
                ? [] : [Mismatch(expected: "an integer from \(min) to \(max)", found: "\(integer)")]
        case (.number(let number), .integer):
            guard let integer = Int64(exactly: number) else { break }
            return mismatches(Value.integer(integer), shape)
        case (.text(let text), .choice(let choices)):
            let near = Suggestions(among: choices).nearest(to: text)
            return choices.contains(text)
                ? [] : [Mismatch(expected: shape.phrase, found: value.phrase, suggestions: near)]
        case (.integer(let integer), .choice(let choices)) where choices.contains("\(integer)"): return []
        case (.list(let elements), .list(let element)):
            return mismatches(elements.map(WiredValue.value), .list(element))
        case (_, .date) where fits(value, Date.self): return []
        case (_, .decimal) where fits(value, Decimal.self): return []
        case (_, .url) where fits(value, URL.self): return []
        case (_, .uuid) where fits(value, UUID.self): return []
        case (.list([]), .map): return []
        case (.map(let entries), .map(let entry)): return mismatches(entries.mapValues(WiredValue.value), .map(entry))
        default: break
        }
        return [Mismatch(expected: shape.phrase, found: value.phrase)]
    }

    private func fits<T: Convertible>(_ value: Value, _ type: T.Type) -> Bool {
        (try? value.converted(to: type)) != nil
    }

    private func mismatches(_ elements: [WiredValue], _ shape: ValueShape) -> [Mismatch] {
        guard case .list(let element) = shape else {
            if elements.isEmpty, case .map = shape { return [] }
            return [Mismatch(expected: shape.phrase, found: "a list")]
        }
        return elements.enumerated().flatMap { index, value in
            mismatches(value, element).map { $0.inside("\(index + 1)") }
        }
    }

    private func mismatches(_ entries: [String: WiredValue], _ shape: ValueShape) -> [Mismatch] {
        guard case .map(let entry) = shape else { return [Mismatch(expected: shape.phrase, found: "a map")] }
        return entries.sorted(by: { $0.key < $1.key }).flatMap { key, value in
            mismatches(value, entry).map { $0.inside(key) }
        }
    }

    private func mismatch(_ reference: ServiceReference, _ shape: ValueShape) -> Mismatch? {
        let handle = reference.kind == .lazy ? "LazyService<" : reference.kind == .provider ? "Provider<" : nil
        let wantsHandle = shape.handle
        if handle != nil || wantsHandle != nil {
            guard handle == wantsHandle, let handle else {
                return Mismatch(expected: shape.phrase, found: reference.phrase)
            }
            let service = ValueShape.object(String(shape.phrase.dropFirst(handle.count).dropLast()))
            return mismatch(types.type(ofServiceNamed: reference.id), reference.phrase, service).map {
                Mismatch(expected: shape.phrase, found: $0.found)
            }
        }
        return mismatch(types.type(ofServiceNamed: reference.id), reference.phrase, shape)
    }

    /// Only a type that is exposed can be told not to fit; whether a class conforms to a protocol shows when it is built.
    private func mismatch(
        _ type: ServiceTypes.Answer, _ found: @autoclosure () -> String, _ shape: ValueShape
    ) -> Mismatch? {
        guard case .object(let wanted) = shape else {
            guard case .known(let type) = type else { return nil }
            return Mismatch(expected: shape.phrase, found: "\(found()), which is \(type.description.name)")
        }
        guard case .known(let type) = type, !type.description.fits(wanted), graph.types?.entry(named: wanted) != nil
        else {
            return nil
        }
        return Mismatch(expected: wanted, found: "\(found()), which is \(type.description.name)")
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
        case .lazy, .provider: "`\(kind.rawValue) \"\(id)\"`"
        }
    }
}

extension ValueShape {
    /// The generic type of a handle, when that is what fits.
    fileprivate var handle: String? {
        guard case .object(let name) = self, name.utf8.last == UInt8(ascii: ">") else { return nil }
        return ["LazyService<", "Provider<"].first { name.hasPrefix($0) }
    }

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
        case .date: "a date, as seconds since 1970 or as \"2026-01-31T18:30:00Z\""
        case .decimal: "a decimal number of at most 38 digits"
        case .url: "a URL"
        case .uuid: "a UUID such as \"01234567-89AB-CDEF-0123-456789ABCDEF\""
        case .list: "a list"
        case .map: "a map"
        case .optional(let wrapped): wrapped.phrase
        case .choice(let choices): "one of \(choices.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .function: "a function"
        case .object(let name): name
        }
    }
}

extension Value {
    /// The value as a message shows it.
    package var phrase: String {
        switch self {
        case .boolean(let value): "the boolean \(value)"
        case .integer(let value): "the integer \(value)"
        case .number(let value): "the number \(value)"
        case .text(let value): "the text \"\(value)\""
        case .data: "a text that is not UTF-8"
        case .null, .list, .map, .table: kind.phrase
        }
    }
}

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
        /// What is wrong, to follow the name of the place.
        let sentence: String
        var path: [String] = []
        var suggestions: [String] = []
        var hints: [String] = []

        init(_ sentence: String, path: [String] = []) {
            self.sentence = sentence
            self.path = path
        }

        init(expected: String, found: String, suggestions: [String] = [], hints: [String] = []) {
            self.init("expects \(expected), not \(found)")
            self.suggestions = suggestions
            self.hints = hints
        }
    }

    private let graph: DefinitionGraph
    private let services: ServiceFit

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        services = ServiceFit(graph)
    }

    /// Everything in the value that does not fit.
    ///
    /// Plain data is read as the Swift type, too, where the type is at hand: only the type knows its raw values and fields.
    func mismatches(_ value: WiredValue, _ shape: ValueShape, as type: SwiftType) -> [Mismatch] {
        let found = mismatches(value, shape)
        guard found.isEmpty, let trial = ValueTrial(type), let plain = plainValue(value) else { return found }
        return asList(trial.mismatch(plain))
    }

    /// The value as plain data, parameters filled in; nil when it is none, is secret, or is known later.
    private func plainValue(_ value: WiredValue) -> Value? {
        if case .value(let plain) = value { return plain }
        guard value.plain != nil || value.isFilledIn, let filled = try? graph.evaluator.value(of: value),
            !filled.isSecret
        else { return nil }
        return filled.value.plain
    }

    /// Everything in the value that does not fit.
    func mismatches(_ value: WiredValue, _ shape: ValueShape) -> [Mismatch] {
        if case .anything = shape { return [] }
        if case .object("Any") = shape { return mismatches(inAny: value) }
        if case .optional(let wrapped) = shape { return isNothing(value) ? [] : mismatches(value, wrapped) }
        if isNothing(value) {
            return shape == .plain ? [] : [Mismatch(expected: shape.phrase, found: ValueKind.null.phrase)]
        }
        switch value {
        case .value(let plain): return mismatches(plain, shape)
        case .parameter(let reference):
            // Most parameters are plain, and need no filling in.
            if let plain = graph.parameters.plainValue(of: reference.name) { return mismatches(plain, shape) }
            return mismatchesOfFilledIn(value, shape)
        case .template: return mismatchesOfFilledIn(value, shape)
        case .list(let elements): return mismatches(elements, shape)
        case .map(let entries): return mismatches(entries, shape)
        case .reference(let reference): return asList(services.mismatch(reference, shape))
        case .inline(let definition): return asList(services.mismatch(definition, "an inline service", shape))
        case .function: return takesFunction(shape) ? [] : [Mismatch(expected: shape.phrase, found: "a function")]
        case .environment(let reference): return asList(mismatch(reference, shape))
        case .object(let object): return asList(mismatch(object, shape))
        case .placeholder: return []
        }
    }

    /// `Any` takes values and services, but no handles: those are for ``LazyService`` and ``Provider``.
    private func mismatches(inAny value: WiredValue) -> [Mismatch] {
        switch value {
        case .list(let elements): mismatches(elements, .list(.object("Any")))
        case .map(let entries): mismatches(entries, .map(.object("Any")))
        case .reference(let reference): asList(services.mismatch(reference, .object("Any")))
        default: isNothing(value) ? [Mismatch(expected: "Any", found: ValueKind.null.phrase)] : []
        }
    }

    private func mismatch(_ variable: EnvironmentReference, _ shape: ValueShape) -> Mismatch? {
        guard !variable.type.shape.mayFit(shape) else { return nil }
        let read = "environment variable \"\(variable.name)\", which is read as \(variable.type.shape.phrase)"
        return Mismatch(expected: shape.phrase, found: read)
    }

    /// An object of the application fits where its type does; that of a type which is not exposed cannot be known.
    private func mismatch(_ object: AnyObject, _ shape: ValueShape) -> Mismatch? {
        guard case .object(let wanted) = shape else { return Mismatch(expected: shape.phrase, found: "an object") }
        guard let exposure = graph.types?.entry(named: wanted)?.exposure,
            exposure.casters.first?.accepts(object) == false
        else { return nil }
        let type = dynamicType(of: object)
        let isSameName = shortTypeName(wanted) == typeName(type)
        return Mismatch(
            expected: isSameName ? wanted : shape.phrase,
            found: "an object of type \(isSameName ? qualifiedTypeName(type) : typeName(type))")
    }

    private func takesFunction(_ shape: ValueShape) -> Bool {
        switch shape {
        case .function: true
        case .object(let name): !name.hasPrefix("any ") && shape.handle == nil && graph.types?.entry(named: name) == nil
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
        case (_, .plain): return []
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
            if case .plain = shape { return mismatches(elements, .list(.plain)) }
            if elements.isEmpty, case .map = shape { return [] }
            return [Mismatch(expected: shape.phrase, found: "a list")]
        }
        return elements.enumerated().flatMap { index, value in
            mismatches(value, element).map { $0.inside("\(index + 1)") }
        }
    }

    private func mismatches(_ entries: [String: WiredValue], _ shape: ValueShape) -> [Mismatch] {
        guard case .map(let entry) = shape else {
            if case .plain = shape { return mismatches(entries, .map(.plain)) }
            return [Mismatch(expected: shape.phrase, found: "a map")]
        }
        return entries.sorted(by: { $0.key < $1.key }).flatMap { key, value in
            mismatches(value, entry).map { $0.inside(key) }
        }
    }
}

extension ShapeCheck.Mismatch {
    fileprivate func inside(_ step: String) -> Self {
        var copy = self
        copy.path.insert(step, at: 0)
        return copy
    }
}

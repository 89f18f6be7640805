import MoonwireSupport
import MoonwireValues

/// Checks whether a value of a script fits its expected Swift type.
struct ShapeCheck {
    /// A mismatch, and its path inside the value.
    struct Mismatch {
        /// The message, to follow the name of the value.
        private(set) var sentence: String
        private var expected: String?
        var path: [String] = []
        var suggestions: [String] = []
        var hints: [String] = []
        /// Whether a part of the value at `path` may be the cause.
        var mayConcernParts = false

        init(_ sentence: String) {
            self.sentence = sentence
        }

        init(expected: String, found: String, suggestions: [String] = [], hints: [String] = []) {
            self.init("expects \(expected), got \(found)")
            self.expected = expected
            self.suggestions = suggestions
            self.hints = hints
        }

        /// The same without the actual value, which is a secret.
        var hidden: Mismatch {
            var copy = self
            if let expected { copy.sentence = Mismatch(expected: expected, found: "a secret").sentence }
            copy.suggestions = []
            return copy
        }
    }

    /// The limit of mismatches that are reported for one value: a large one may be a parameter that many services use.
    static let mostMismatches = 20

    /// The result for a parameter, which many uses with the same type share.
    private struct Use: Hashable {
        let parameter: String
        let shape: ValueShape
        /// Nil if only the shape is checked.
        let type: ObjectIdentifier?

        /// The shape of a type is almost always the same, so that it is compared, but not hashed.
        func hash(into hasher: inout Hasher) {
            hasher.combine(NameHash.of(parameter) ^ UInt64(type.map { UInt(bitPattern: $0) } ?? 0))
            if type == nil { hasher.combine(shape) }
        }
    }

    /// Mutable state during the traversal of the values.
    private final class JudgedUses {
        var mismatches: [Use: [Mismatch]] = [:]
    }

    let graph: DefinitionGraph
    private let services: ServiceFit
    private let judged = JudgedUses()

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        services = ServiceFit(graph)
    }

    /// All mismatches in the value.
    ///
    /// Plain data is also read as the Swift type, if it is available: only the type knows its raw values and fields.
    func mismatches(_ value: WiredValue, _ shape: ValueShape, as type: SwiftType) -> [Mismatch] {
        // A value that is given is checked where it is given.
        if case .argument(let argument) = value {
            return argument.defaultValue.map { mismatches($0, shape, as: type) } ?? []
        }
        guard let name = value.wholeParameter else { return mismatchesAlone(value, shape, as: type) }
        let use = Use(parameter: name, shape: shape, type: ObjectIdentifier(type.type ?? Any.self))
        return remembering(use) { mismatchesAlone(value, shape, as: type) }
    }

    private func mismatchesAlone(_ value: WiredValue, _ shape: ValueShape, as type: SwiftType) -> [Mismatch] {
        if case .preference(let reference) = value { return asList(mismatch(reference, shape, ValueTrial(type))) }
        if case .value(let plain) = value, type.type.map({ plain.isOfKind($0, shape) }) == true { return [] }
        let found = mismatches(value, shape)
        let unrelated = found.isEmpty ? type.type.map { mismatchesOfClasses(value, $0) } ?? [] : []
        guard unrelated.isEmpty else { return unrelated }
        guard found.isEmpty, value.mayBePlain, let trial = ValueTrial(type) else { return found }
        guard let filled = filledIn(value) else {
            return asList(mismatchOfKnownParts(value, trial)).map { written($0, in: value) }
        }
        guard admits(filled, value), let plain = filled.value.plain else { return found }
        return asList(trial.mismatch(plain)).map { written(filled.isSecret ? $0.hidden : $0, in: value) }
    }

    /// The mismatch with the keys of maps in its path as the script writes them.
    private func written(_ mismatch: Mismatch, in value: WiredValue) -> Mismatch {
        var mismatch = mismatch
        mismatch.path = graph.evaluator.writtenPath(mismatch.path, in: value)
        return mismatch
    }

    /// The mismatches in a value with unknown parts, whatever the values of these parts are.
    private func mismatchOfKnownParts(_ value: WiredValue, _ trial: ValueTrial) -> Mismatch? {
        guard var parts = KnownParts(value, graph) else { return nil }
        var trials = parts.mostTrials
        func mismatch(_ value: PlainValue) -> Mismatch? {
            trials -= 1
            guard trials >= 0, graph.cache.filled.spend(parts.elements * FilledParameters.effortOfElement) else {
                return nil
            }
            return trial.mismatch(value)
        }
        while let found = mismatch(parts.value) {
            if parts.decide(found) {
                guard parts.alternatives(beside: found.path).allSatisfy({ mismatch($0)?.path == found.path }) else {
                    return nil
                }
                return parts.isSecret ? found.hidden : found
            }
            guard parts.standIn(insteadOfPartAt: found.path) else { return nil }
        }
        return nil
    }

    /// Services of classes that are not exposed, and instances of the application, where other types are expected.
    private func mismatchesOfClasses(_ value: WiredValue, _ type: Any.Type) -> [Mismatch] {
        switch value {
        case .reference(let reference):
            // Finding out whether a type is optional takes time, and most services are of exposed types.
            guard services.mayBeOfUnexposedClass(reference) else { return [] }
            return asList(services.mismatch(reference, unwrapped(type)))
        case .object(let object): return asList(services.mismatch(object, unwrapped(type)))
        case .inline(let definition):
            return asList(services.mismatch(definition, definition.phraseOfInline, unwrapped(type)))
        case .parameter, .template:
            let type = unwrapped(type)
            guard value.wholeParameter != nil, !(type is any Convertible.Type),
                let filled = try? graph.evaluator.value(of: value), admits(filled, value),
                filled.value.wholeParameter == nil
            else { return [] }
            return mismatchesOfClasses(filled.value, type)
        case .list(let elements):
            if let pairs = unwrapped(type) as? any PairsType.Type {
                return some(elements.enumerated()) { index, pair in
                    mismatchesOfClasses(pair.elements.last ?? .value(.null), pairs.valueType).map {
                        $0.inside("2").inside("\(index + 1)")
                    }
                }
            }
            guard let list = unwrapped(type) as? any ListType.Type else { return [] }
            return some(elements.enumerated()) { index, element in
                mismatchesOfClasses(element, list.elementType).map { $0.inside("\(index + 1)") }
            }
        case .map(let entries): return mismatches(ofEntries: entries, type) { _ in true }
        case .keyedMap(let entries):
            let known = Set(entries.filter { $0.key.plainText != nil }.map(\.written))
            return mismatches(ofEntries: entries.byWrittenKey, type, where: known.contains)
        default: return []
        }
    }

    private func mismatches(
        ofEntries entries: [String: WiredValue], _ type: Any.Type, where isKnown: (String) -> Bool
    ) -> [Mismatch] {
        guard let map = unwrapped(type) as? any MapType.Type else { return [] }
        return some(entries.sorted(by: { $0.key < $1.key })) { key, entry in
            asList(isKnown(key) ? map.mismatch(ofKey: key).map { Mismatch($0.sentence) } : nil)
                + mismatchesOfClasses(entry, map.entryType).map { $0.inside(key) }
        }
    }

    private func remembering(_ use: Use, _ judge: () -> [Mismatch]) -> [Mismatch] {
        if let known = judged.mismatches[use] { return known }
        let found = judge()
        judged.mismatches[use] = found
        return found
    }

    /// Whether the limit allows this much work; literal values have been charged already.
    private func admits(_ filled: ParameterEvaluator.Result, _ value: WiredValue) -> Bool {
        if case .value = value { return true }
        return graph.cache.filled.spend(filled.elements * FilledParameters.effortOfElement)
    }

    /// The value with parameters filled in; nil if it is known only later, or is a secret of the environment.
    private func filledIn(_ value: WiredValue) -> ParameterEvaluator.Result? {
        if case .value = value { return ParameterEvaluator.Result(value: value) }
        guard value.plain != nil || value.isFilledIn, let filled = try? graph.evaluator.value(of: value),
            !filled.isHidden
        else { return nil }
        return filled
    }

    /// All mismatches in the value.
    func mismatches(_ value: WiredValue, _ shape: ValueShape) -> [Mismatch] {
        if case .anything = shape { return [] }
        if case .preference(let reference) = value { return asList(mismatch(reference, shape, nil)) }
        if case .optional(let wrapped) = shape { return isNothing(value) ? [] : mismatches(value.asBuilt, wrapped) }
        if case .reference(let reference) = value, reference.kind == .built {
            guard reference.isDroppable else { return [.mayBeNil(reference, expected: shape.phrase)] }
            return mismatches(value.asBuilt, shape)
        }
        if case .object(let name) = shape, shape.takesAnyValue { return mismatches(value, inAny: name) }
        if isNothing(value) {
            return shape == .plain ? [] : [Mismatch(expected: shape.phrase, found: ValueKind.null.phrase)]
        }
        switch value {
        case .value(let plain): return mismatches(plain, shape)
        case .parameter(let reference):
            // Most parameters are plain, and need no filling in.
            if let plain = graph.parameters.plainValue(of: reference.name), !plain.hasElements {
                return mismatches(plain, shape)
            }
            return mismatchesOfFilledIn(value, shape)
        case .template: return mismatchesOfFilledIn(value, shape)
        case .list(let elements): return mismatches(elements, shape)
        case .map(let entries): return mismatches(entries, shape)
        case .keyedMap(let entries): return mismatches(entries.byWrittenKey, shape)
        case .reference(let reference): return asList(services.mismatch(reference, shape))
        case .inline(let definition): return asList(services.mismatch(definition, definition.phraseOfInline, shape))
        case .function: return takesFunction(shape) ? [] : [Mismatch(expected: shape.phrase, found: "a function")]
        case .environment(let reference): return asList(mismatch(reference, shape))
        // A value that is given is checked against the type of the argument.
        case .argument(let argument): return argument.defaultValue.map { mismatches($0, shape) } ?? []
        case .object(let object): return asList(mismatch(object, shape))
        case .preference, .placeholder: return []
        }
    }

    /// `Any` and `AnyHashable` accept values and services, but no handles: those are for ``LazyService`` and ``ServiceProvider``.
    private func mismatches(_ value: WiredValue, inAny name: String) -> [Mismatch] {
        switch value {
        case .list(let elements): mismatches(elements, .list(.object(name)))
        case .map(let entries): mismatches(entries, .map(.object(name)))
        case .keyedMap(let entries): mismatches(entries.byWrittenKey, .map(.object(name)))
        case .reference(let reference): asList(services.mismatch(reference, .object(name)))
        default: isNothing(value) ? [Mismatch(expected: shortTypeName(name), found: ValueKind.null.phrase)] : []
        }
    }

    private func mismatch(_ variable: EnvironmentReference, _ shape: ValueShape) -> Mismatch? {
        guard !variable.type.shape.mayFit(shape) else { return nil }
        let read = "environment variable \"\(variable.name)\", which is read as \(variable.type.shape.phrase)"
        return Mismatch(expected: shape.phrase, found: read)
    }

    /// An object of the application fits if its type does; for a type that is not exposed, that is not known.
    private func mismatch(_ object: AnyObject, _ shape: ValueShape) -> Mismatch? {
        guard case .object(let wanted) = shape, shape.handle == nil else {
            return Mismatch(expected: shape.phrase, found: "an object")
        }
        guard let exposed = graph.types?.entry(named: wanted)?.exposed, !exposed.accepts(object)
        else { return nil }
        let type = dynamicType(of: object)
        let isSameName = shortTypeName(wanted) == typeName(type)
        return Mismatch(
            expected: isSameName ? wanted : shape.phrase,
            found: "an object of type \(isSameName ? qualifiedTypeName(type) : typeName(type))")
    }

    /// A name without a module may be that of a type with its own conversion of functions.
    ///
    /// Nothing else converts a function of a script to a closure, or to an object of another class.
    private func takesFunction(_ shape: ValueShape) -> Bool {
        switch shape {
        case .function, .object("Swift.AnyObject"): true
        case .object(let name):
            !name.contains(".") && !name.contains("->") && !name.hasPrefix("any ") && shape.handle == nil
                && graph.types?.entry(named: name) == nil
        default: false
        }
    }

    func asList(_ mismatch: Mismatch?) -> [Mismatch] { mismatch.map { [$0] } ?? [] }

    /// A null, or an optional reference to a service that is not defined.
    func isNothing(_ value: WiredValue) -> Bool {
        switch value {
        case .value(.null): true
        case .reference(let reference): reference.isOptional && graph.table.index[reference.id] == nil
        default: false
        }
    }

    /// A value that depends on the environment, or has a fault, is checked when a service is built.
    private func mismatchesOfFilledIn(_ value: WiredValue, _ shape: ValueShape) -> [Mismatch] {
        guard let name = value.wholeParameter else { return mismatchesAnew(value, shape) }
        return remembering(Use(parameter: name, shape: shape, type: nil)) { mismatchesAnew(value, shape) }
    }

    private func mismatchesAnew(_ value: WiredValue, _ shape: ValueShape) -> [Mismatch] {
        guard let filled = try? graph.evaluator.value(of: value), !filled.isHidden else {
            return mismatchesOfKnownParts(value, shape)
        }
        guard admits(filled, value) else { return [] }
        if case .template = filled.value { return [] }
        let found = mismatches(filled.value, shape)
        return filled.isSecret ? found.map(\.hidden) : found
    }

    /// The mismatches of a parameter with unknown parts.
    private func mismatchesOfKnownParts(_ value: WiredValue, _ shape: ValueShape) -> [Mismatch] {
        guard let parts = KnownParts(value, graph),
            graph.cache.filled.spend(parts.elements * FilledParameters.effortOfElement)
        else { return [] }
        let found = mismatches(parts.wired, shape)
        return parts.isSecret ? found.map(\.hidden) : found
    }

    func mismatches(_ value: PlainValue, _ shape: ValueShape) -> [Mismatch] {
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
            return mismatches(PlainValue.integer(integer), shape)
        case (.text(let text), .choice(let choices)):
            guard !choices.contains(text) else { return [] }
            let near = Suggestions(among: choices).nearest(to: text)
            return [Mismatch(expected: shape.phrase, found: value.phrase, suggestions: near)]
        case (.integer(let integer), .choice(let choices)) where choices.contains("\(integer)"): return []
        case (.list(let elements), .list), (.list(let elements), .pairs):
            return mismatches(elements.map(WiredValue.value), shape)
        case (.list([]), .map): return []
        case (.map(let entries), .map(let entry)): return mismatches(entries.mapValues(WiredValue.value), .map(entry))
        default: if let type = shape.typeOfOwnForm, fits(value, type) { return [] }
        }
        return [Mismatch(expected: shape.phrase, found: value.phrase)]
    }

    private func fits(_ value: PlainValue, _ type: any Convertible.Type) -> Bool {
        (try? value.converted(to: type)) != nil
    }
}

extension [KeyedEntry] {
    /// The values by their written keys; the filled-in keys are checked elsewhere.
    fileprivate var byWrittenKey: [String: WiredValue] {
        Dictionary(map { ($0.written, $0.value) }, uniquingKeysWith: { $1 })
    }
}

extension ShapeCheck.Mismatch {
    fileprivate static func mayBeNil(_ reference: ServiceReference, expected: String) -> Self {
        Self(expected: expected, found: "`\(reference.written)`, which is nil until the service is built")
    }
}

extension WiredValue {
    /// A service that is passed only if it has been built, as if it has been; any other value as it is.
    fileprivate var asBuilt: WiredValue {
        if case .reference(let reference) = self, reference.kind == .built {
            .reference(reference.required)
        } else {
            self
        }
    }

    /// Whether it can be plain data, which lists and maps without services are.
    fileprivate var mayBePlain: Bool {
        switch self {
        case .reference, .preference, .argument, .inline, .function, .object, .placeholder: false
        case .value, .parameter, .template, .environment, .list, .map, .keyedMap: true
        }
    }

    /// The name of the parameter that is the whole value, not part of it.
    fileprivate var wholeParameter: String? {
        switch self {
        case .parameter(let reference): return reference.name
        case .template(let template):
            if case .parameter(let name)? = template.single { return name }
            return nil
        default: return nil
        }
    }
}

extension PlainValue {
    fileprivate var hasElements: Bool {
        switch self {
        case .list, .map, .table: true
        case .null, .boolean, .integer, .number, .text, .data: false
        }
    }
}

import MoonwireValues

/// Plain data with parts that come from the environment.
///
/// Placeholder values represent these, so that the rest can be checked. No value of a secret variable is used.
struct KnownParts {
    /// The limit of visited elements in all trials.
    private static let effort = 20_000
    private static let deepest = 64

    private indirect enum Part {
        case known(PlainValue)
        case unknown(Int)
        case list([Part])
        case map([String: Part])
    }

    /// A part that comes from the environment.
    private struct Unknown {
        /// The part as a definition or a parameter contains it.
        let written: WiredValue
        let path: [String]
        /// The values that may represent it, the most likely first.
        var standIns: ArraySlice<PlainValue>
        /// All values that it can have, if they are few.
        let choices: [PlainValue]
    }

    /// The number of elements in all lists and maps.
    private(set) var elements = 0
    /// The number of placeholder values to try; more would rarely find anything, and only few are tried for large values.
    var mostTrials: Int { min(max(Self.effort / elements, 1), 16) }
    /// Whether it contains a secret of the application or of a script.
    private(set) var isSecret = false
    private var unknown: [Unknown] = []
    private var whole = Part.known(.null)
    private let graph: DefinitionGraph

    /// Nil for a value that is not plain data, or that has a fault.
    init?(_ value: WiredValue, _ graph: DefinitionGraph) {
        self.graph = graph
        guard let whole = part(value, []) else { return nil }
        if case .unknown = whole { return nil }
        self.whole = whole
    }

    /// The value with its unknown parts represented by other values.
    var value: PlainValue { value(whole) }

    private func value(_ part: Part) -> PlainValue {
        switch part {
        case .known(let value): value
        case .unknown(let number): unknown[number].standIns.first ?? .null
        case .list(let parts): .list(parts.map(value))
        case .map(let parts): .map(parts.mapValues(value))
        }
    }

    /// The value with its unknown parts as they are written.
    var wired: WiredValue { wired(whole) }

    private func wired(_ part: Part) -> WiredValue {
        switch part {
        case .known(let value): .value(value)
        case .unknown(let number): unknown[number].written
        case .list(let parts): .list(parts.map(wired))
        case .map(let parts): .map(parts.mapValues(wired))
        }
    }

    /// Whether the mismatch is independent of the unknown parts.
    func decide(_ mismatch: ShapeCheck.Mismatch) -> Bool {
        !unknown.contains { part in
            mismatch.path.starts(with: part.path) || mismatch.mayConcernParts && part.path.starts(with: mismatch.path)
        }
    }

    /// The value with each other choice for the unknown parts next to a field, because they may determine which fields an
    /// initializer reads.
    func alternatives(beside path: [String]) -> [PlainValue] {
        unknown.indices.filter { unknown[$0].path.dropLast() == path.dropLast() }.flatMap { number in
            unknown[number].choices.map { choice in
                var other = self
                other.unknown[number].standIns = [choice]
                return other.value
            }
        }
    }

    /// Tries the next placeholder value for the unknown part at the path; false if none is left.
    mutating func standIn(insteadOfPartAt path: [String]) -> Bool {
        guard let number = unknown.firstIndex(where: { path.starts(with: $0.path) }) else { return false }
        unknown[number].standIns.removeFirst()
        return !unknown[number].standIns.isEmpty
    }

    /// Whether the limit allows this many more elements; a value that grows beyond it is reported when it is filled in.
    private mutating func add(_ count: Int) -> Bool {
        elements += count
        return elements <= ParameterEvaluator.largestSize
            && graph.cache.filled.spend(count * FilledParameters.effortOfElement)
    }

    private mutating func part(_ value: WiredValue, _ path: [String], depth: Int = 0) -> Part? {
        guard depth < Self.deepest, add(1) else { return nil }
        switch value {
        case .value(let plain): return add(plain.elements) ? .known(plain) : nil
        case .environment(let reference): return unknown(reference, path)
        case .parameter(let reference): return part(ofParameter: reference.name, path, depth)
        case .template(let template): return part(template, path, depth)
        case .list(let elements):
            var parts: [Part] = []
            for (index, element) in elements.enumerated() {
                guard let part = part(element, path + ["\(index + 1)"], depth: depth + 1) else { return nil }
                parts.append(part)
            }
            return .list(parts)
        case .map(let entries): return part(entries.map { ($0.key, $0.value) }, path, depth)
        case .keyedMap(let entries):
            let named = entries.compactMap { entry in name(entry.key).map { ($0, entry.value) } }
            return named.count == entries.count ? part(named, path, depth) : nil
        case .reference, .preference, .argument, .inline, .function, .object, .placeholder: return nil
        }
    }

    private mutating func part(_ entries: [(String, WiredValue)], _ path: [String], _ depth: Int) -> Part? {
        var parts: [String: Part] = [:]
        for (key, entry) in entries {
            guard let part = part(entry, path + [key], depth: depth + 1) else { return nil }
            parts[key] = part
        }
        return .map(parts)
    }

    private mutating func part(_ template: TextTemplate, _ path: [String], _ depth: Int) -> Part? {
        switch template.single {
        case .parameter(let name): return part(ofParameter: name, path, depth)
        case .environment(let reference): return unknown(reference, path)
        case .text, nil: break
        }
        do {
            if let known = known(try graph.evaluator.value(of: template)) { return known }
        } catch {
            guard error.isOfEnvironment else { return nil }
        }
        return unknown(.template(template), .string, path)
    }

    private mutating func part(ofParameter name: String, _ path: [String], _ depth: Int) -> Part? {
        do {
            let filled = try graph.evaluator.value(of: name)
            if let known = known(filled) { return known }
            guard filled.isHidden else { return nil }
        } catch {
            guard error.isOfEnvironment else { return nil }
        }
        return graph.parameters[name].flatMap { part($0, path, depth + 1) }
    }

    private mutating func part(_ node: ParameterTree.Node, _ path: [String], _ depth: Int) -> Part? {
        guard depth < Self.deepest else { return nil }
        switch node {
        case .leaf(let leaf):
            if leaf.isSecret { isSecret = true }
            return part(leaf.value, path, depth: depth)
        case .branch(let children):
            var parts: [String: Part] = [:]
            for (key, child) in children {
                guard let part = part(child, path + [key], depth + 1) else { return nil }
                parts[key] = part
            }
            return .map(parts)
        }
    }

    private mutating func known(_ filled: ParameterEvaluator.Result) -> Part? {
        guard !filled.isHidden, add(filled.elements), let plain = filled.value.plain else { return nil }
        if filled.isSecret { isSecret = true }
        return .known(plain)
    }

    private func name(_ key: TextTemplate) -> String? {
        guard let filled = try? graph.evaluator.value(of: key), !filled.isSecret else { return nil }
        return switch filled.value {
        case .value(.text(let name)): name
        case .value(.integer(let number)): "\(number)"
        default: nil
        }
    }

    /// The current value of a variable is tried first, unless the variable is secret.
    private mutating func unknown(_ reference: EnvironmentReference, _ path: [String]) -> Part {
        let now = reference.isSecret ? nil : try? graph.evaluator.value(of: reference).value.plain
        return unknown(.environment(reference), reference.type, path, now)
    }

    private mutating func unknown(
        _ written: WiredValue, _ type: EnvironmentType, _ path: [String], _ now: PlainValue? = nil
    ) -> Part {
        let standIns = (now.map { [$0] } ?? []) + type.standIns
        unknown.append(Unknown(written: written, path: path, standIns: standIns[...], choices: type.choices))
        return .unknown(unknown.count - 1)
    }
}

extension EnvironmentType {
    /// All values of the type, if they are few.
    fileprivate var choices: [PlainValue] {
        switch self {
        case .bool: [.boolean(true), .boolean(false)]
        case .choice(let choices): choices.map { .text($0) }
        case .chain(_, let last): last.choices
        case .string, .file, .trim, .base64, .json, .int, .number, .list, .processor: []
        }
    }

    /// Values of the type, then some of others: a mismatch with the Swift type is found when a service is built.
    fileprivate var standIns: [PlainValue] {
        let own: [PlainValue] =
            switch self {
            case .string, .file, .trim, .base64, .json, .processor: []
            case .chain(_, let last): last.standIns
            case .int, .number: [.integer(1)]
            case .bool: [.boolean(true)]
            case .list: [.list([.text("text")])]
            case .choice(let choices): choices.map { .text($0) }
            }
        return own + [
            .text("text"), .integer(1), .boolean(true), .list([]), .map([:]), .text("2000-01-01T00:00:00Z"),
            .text("00000000-0000-0000-0000-000000000000"),
        ]
    }
}

extension Error {
    /// Whether the error concerns only the current environment: a variable is missing or does not fit.
    fileprivate var isOfEnvironment: Bool {
        (self as? ContainerError)?.diagnostics.allSatisfy {
            $0.code.concernsVariable
        } == true
    }
}

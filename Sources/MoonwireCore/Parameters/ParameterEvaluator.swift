package import MoonwireValues

/// Fills parameters and variables of the environment in, following parameters that refer to others.
struct ParameterEvaluator {
    let tree: ParameterTree
    let variables: EnvironmentVariables
    /// The names of a load, for suggestions; nil where the tree is asked that is there now.
    var names: KnownNames?

    /// A value in which nothing is left to fill in, and what went into it.
    struct Result {
        var value: WiredValue
        var marks: Marks = []
        /// How many letters and elements it has, roughly.
        var size = 1
        var isSecret: Bool { marks.contains(.secret) }
    }

    struct Marks: OptionSet {
        let rawValue: Int
        /// A secret went in: the value is never shown.
        static let secret = Marks(rawValue: 1)
        /// The environment was read: the value may be another one next time.
        static let environment = Marks(rawValue: 2)
    }

    /// The way of one evaluation from parameter to parameter; each is evaluated once, however often it is used.
    private final class Trail {
        private(set) var chain: [String] = []
        private var entered: Set<String> = []
        /// How many lists and maps the evaluation is in.
        var depth = 0
        var known: [String: Result] = [:]

        /// Whether a parameter is on the way already.
        func passes(_ name: String) -> Bool { entered.contains(name) }

        func enter(_ name: String) {
            chain.append(name)
            entered.insert(name)
        }

        func leave() { entered.remove(chain.removeLast()) }
    }

    /// More would be a mistake, or an attack on the stack.
    static let longestChain = 64
    /// The same for parameters, lists, and maps together.
    private static let deepest = 128
    /// More would be a mistake, or an attack on the memory: a few parameters that double each other grow without bound.
    static let largestSize = 1 << 20

    /// The value of a parameter; throws ``ContainerError`` for an unknown one, a cycle and a variable that does not fit.
    func value(of name: String) throws -> Result {
        // Most parameters are plain, and asked for thousands of times.
        if case .leaf(let leaf)? = tree[name], case .value(let plain) = leaf.value {
            return Result(value: leaf.value, size: plain.size)
        }
        return try value(of: name, Trail())
    }

    /// The value of a text: of the placeholder's type when there is nothing else, a text otherwise.
    func value(of template: TextTemplate) throws -> Result { try value(of: template, Trail()) }

    func value(of value: WiredValue) throws -> Result {
        if case .parameter(let reference) = value { return try self.value(of: reference.name) }
        return try self.value(of: value, Trail())
    }

    func value(of reference: EnvironmentReference) throws -> Result {
        guard let text = variables[reference.name] else { throw ContainerError(.environmentMissing(reference)) }
        guard let value = reference.type.value(of: text) else {
            throw ContainerError(.environmentMismatch(reference, text))
        }
        return Result(
            value: .value(value), marks: reference.isSecret ? [.secret, .environment] : .environment, size: value.size)
    }

    private func value(of name: String, _ trail: Trail) throws -> Result {
        if let known = trail.known[name] { return known }
        guard !trail.passes(name) else {
            throw ContainerError(.parameterCycle(trail.chain + [name], in: tree))
        }
        guard trail.chain.count < Self.longestChain else {
            throw ContainerError(.parameterTooDeep(trail.chain[0], limit: Self.longestChain))
        }
        guard let node = tree[name] else {
            let near = names?.nearest(to: name) ?? Suggestions(among: tree.names).nearest(to: name)
            throw ContainerError(.unknownParameter(name, near: near))
        }
        trail.enter(name)
        defer { trail.leave() }
        let result: Result
        // Directly, as chains of templates are the longest: each level takes as little of the stack as it can.
        if case .leaf(let leaf) = node, case .template(let template) = leaf.value {
            result = try value(of: template, trail)
        } else {
            result = try value(of: node, trail)
        }
        guard result.size <= Self.largestSize else {
            throw ContainerError(.parameterTooLarge(name, limit: Self.largestSize))
        }
        trail.known[name] = result
        return result
    }

    private func value(of template: TextTemplate, _ trail: Trail) throws -> Result {
        if case .parameter(let name)? = template.single { return try value(of: name, trail) }
        if let single = template.single { return try value(of: single) }
        var text = ""
        var marks: Marks = []
        for part in template.parts {
            let filled = if case .parameter(let name) = part { try value(of: name, trail) } else { try value(of: part) }
            guard case .value(let plain) = filled.value, let piece = plain.inlineText else {
                throw ContainerError(.notInline(part))
            }
            text += piece
            marks.formUnion(filled.marks)
        }
        return Result(value: .value(.text(text)), marks: marks, size: text.utf8.count)
    }

    private func value(of part: TextTemplate.Part) throws -> Result {
        switch part {
        case .text(let text): Result(value: .value(.text(text)), size: text.utf8.count)
        case .parameter(let name): try value(of: name)
        case .environment(let reference): try value(of: reference)
        }
    }

    private func value(of node: ParameterTree.Node, _ trail: Trail) throws -> Result {
        switch node {
        case .leaf(let leaf): return try value(of: leaf.value, trail)
        case .branch(let children):
            var whole = Result(value: .value(.null))
            whole.value = .map(try deeper(trail) { try children.mapValues { try whole.add(value(of: $0, trail)) } })
            return whole
        }
    }

    private func value(of value: WiredValue, _ trail: Trail) throws -> Result {
        var whole = Result(value: value)
        switch value {
        case .template(let template): return try self.value(of: template, trail)
        case .parameter(let reference): return try self.value(of: reference.name, trail)
        case .environment(let reference): return try self.value(of: reference)
        case .list(let elements):
            whole.value = .list(
                try deeper(trail) { try elements.map { try whole.add(self.value(of: $0, trail)) } })
        case .map(let entries):
            whole.value = .map(
                try deeper(trail) { try entries.mapValues { try whole.add(self.value(of: $0, trail)) } })
        case .value(let plain): whole.size = plain.size
        case .reference, .inline, .function, .object, .placeholder: break
        }
        return whole
    }
}

extension ParameterEvaluator {
    /// One level deeper into what a parameter is made of.
    private func deeper<R>(_ trail: Trail, _ body: () throws -> R) throws -> R {
        guard trail.depth + trail.chain.count < Self.deepest else {
            throw ContainerError(.parameterNestedTooDeep(trail.chain.first, limit: Self.deepest))
        }
        trail.depth += 1
        defer { trail.depth -= 1 }
        return try body()
    }
}

extension ParameterEvaluator.Result {
    /// Takes a part in, and gives its value.
    fileprivate mutating func add(_ part: Self) -> WiredValue {
        marks.formUnion(part.marks)
        size += part.size
        return part.value
    }
}

extension ParameterTree {
    /// A parameter's value as plain data, while scripts are still read; throws ``ContainerError`` when it is none.
    package func plainValue(
        of name: String, variables: EnvironmentVariables, at location: ScriptLocation?
    ) throws -> Value {
        do {
            let filled = try ParameterEvaluator(tree: self, variables: variables).value(of: name)
            if !filled.isSecret, let plain = filled.value.plain { return plain }
            throw ContainerError(.notPlain(name))
        } catch let error as ContainerError {
            throw ContainerError(error.diagnostics.map { $0.at(location) })
        }
    }
}

extension EnvironmentReference {
    /// The variable's value now; throws ``ContainerError`` when it is missing or does not fit.
    package func value(in variables: EnvironmentVariables) throws -> Value {
        let filled = try ParameterEvaluator(tree: ParameterTree(), variables: variables).value(of: self)
        return filled.value.plain ?? .null
    }
}

extension WiredValue {
    /// Whether the value is known once parameters are filled in.
    var isFilledIn: Bool {
        switch self {
        case .parameter, .template: true
        case .list(let elements): elements.contains(where: \.isFilledIn)
        case .map(let entries): entries.values.contains(where: \.isFilledIn)
        default: false
        }
    }

    /// The value as plain data; nil when something in it stands for a service, a function or an object.
    var plain: Value? {
        switch self {
        case .value(let value): return value
        case .list(let elements):
            let plain = elements.compactMap(\.plain)
            return plain.count == elements.count ? .list(plain) : nil
        case .map(let entries):
            let plain = entries.compactMapValues(\.plain)
            return plain.count == entries.count ? .map(plain) : nil
        case .template, .reference, .parameter, .environment, .inline, .function, .object, .placeholder: return nil
        }
    }
}

extension Value {
    /// How the value reads inside a longer text; nil for lists, maps and nothing.
    fileprivate var inlineText: String? {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): value
        case .null, .data, .list, .map, .table: nil
        }
    }

    /// How many letters and elements there are.
    fileprivate var size: Int {
        switch self {
        case .null, .boolean, .integer, .number: 1
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        case .list(let elements): elements.reduce(1) { $0 + $1.size }
        case .map(let entries): entries.reduce(1) { $0 + $1.value.size }
        case .table(let entries): entries.reduce(1) { $0 + $1.key.size + $1.value.size }
        }
    }
}

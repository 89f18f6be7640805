package import MoonwireValues

/// Parameters that lead back to the first of them.
struct ParameterCycle: Error {
    let members: [String]
}

/// Fills parameters and variables of the environment in, following parameters that refer to others.
struct ParameterEvaluator {
    let tree: ParameterTree
    let variables: EnvironmentVariables

    /// A value in which nothing is left to fill in, and what went into it.
    struct Result {
        var value: WiredValue
        var marks: Marks = []
        var isSecret: Bool { marks.contains(.secret) }
    }

    struct Marks: OptionSet {
        let rawValue: Int
        /// A secret went in: the value is never shown.
        static let secret = Marks(rawValue: 1)
        /// The environment was read: the value may be another one next time.
        static let environment = Marks(rawValue: 2)
    }

    /// The value of a parameter; throws ``ContainerError`` for an unknown one, a cycle and a variable that does not fit.
    func value(of name: String, chain: [String] = []) throws -> Result {
        if let first = chain.firstIndex(of: name) {
            let cycle = ParameterCycle(members: Array(chain[first...]))
            throw ContainerError(.parameterCycle(cycle.members + [name], in: tree), underlying: cycle)
        }
        guard let node = tree[name] else {
            throw ContainerError(.unknownParameter(name, known: tree.names.filter { !chain.contains($0) }))
        }
        return try value(of: node, chain: chain + [name])
    }

    /// The value of a text: of the placeholder's type when there is nothing else, a text otherwise.
    func value(of template: TextTemplate, chain: [String] = []) throws -> Result {
        if let single = template.single { return try value(of: single, chain: chain) }
        var text = ""
        var marks: Marks = []
        for part in template.parts {
            let filled = try value(of: part, chain: chain)
            guard case .value(let plain) = filled.value, let piece = plain.inlineText else {
                throw ContainerError(.notInline(part))
            }
            text += piece
            marks.formUnion(filled.marks)
        }
        return Result(value: .value(.text(text)), marks: marks)
    }

    func value(of reference: EnvironmentReference) throws -> Result {
        guard let text = variables[reference.name] else { throw ContainerError(.environmentMissing(reference)) }
        guard let value = reference.type.value(of: text) else {
            throw ContainerError(.environmentMismatch(reference, text))
        }
        return Result(value: .value(value), marks: reference.isSecret ? [.secret, .environment] : .environment)
    }

    private func value(of part: TextTemplate.Part, chain: [String]) throws -> Result {
        switch part {
        case .text(let text): Result(value: .value(.text(text)))
        case .parameter(let name): try value(of: name, chain: chain)
        case .environment(let reference): try value(of: reference)
        }
    }

    private func value(of node: ParameterTree.Node, chain: [String]) throws -> Result {
        switch node {
        case .leaf(let leaf): return try value(of: leaf.value, chain: chain)
        case .branch(let children):
            var marks: Marks = []
            let map = try children.mapValues { try collect(value(of: $0, chain: chain), &marks) }
            return Result(value: .map(map), marks: marks)
        }
    }

    func value(of value: WiredValue, chain: [String] = []) throws -> Result {
        var marks: Marks = []
        switch value {
        case .template(let template): return try self.value(of: template, chain: chain)
        case .parameter(let reference): return try self.value(of: reference.name, chain: chain)
        case .environment(let reference): return try self.value(of: reference)
        case .list(let elements):
            let list = try elements.map { try collect(self.value(of: $0, chain: chain), &marks) }
            return Result(value: .list(list), marks: marks)
        case .map(let entries):
            let map = try entries.mapValues { try collect(self.value(of: $0, chain: chain), &marks) }
            return Result(value: .map(map), marks: marks)
        case .value, .reference, .inline, .function, .object: return Result(value: value)
        }
    }

    private func collect(_ result: Result, _ marks: inout Marks) -> WiredValue {
        marks.formUnion(result.marks)
        return result.value
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
    /// The value as plain data; nil when something in it stands for a service, a function or an object.
    fileprivate var plain: Value? {
        switch self {
        case .value(let value): return value
        case .list(let elements):
            let plain = elements.compactMap(\.plain)
            return plain.count == elements.count ? .list(plain) : nil
        case .map(let entries):
            let plain = entries.compactMapValues(\.plain)
            return plain.count == entries.count ? .map(plain) : nil
        case .template, .reference, .parameter, .environment, .inline, .function, .object: return nil
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
        case .null, .data, .list, .map: nil
        }
    }
}

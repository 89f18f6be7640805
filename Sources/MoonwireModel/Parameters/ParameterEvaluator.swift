import MoonwireSupport
package import MoonwireValues

/// Fills in parameters and variables of the environment, including parameters that refer to others.
package struct ParameterEvaluator {
    package let tree: ParameterTree
    package let variables: EnvironmentVariables
    /// The names of a load, for suggestions; nil to use the current tree.
    package var names: KnownNames?
    /// The values that were evaluated during a load; nil if each evaluation is independent.
    var filled: FilledParameters?

    package init(
        tree: ParameterTree, variables: EnvironmentVariables, names: KnownNames? = nil, filled: FilledParameters? = nil
    ) {
        self.tree = tree
        self.variables = variables
        self.names = names
        self.filled = filled
    }

    /// The path of one evaluation from parameter to parameter; each is evaluated once, however often it is used.
    private final class EvaluationState {
        private(set) var chain: [String] = []
        private var entered: Set<String> = []
        /// The number of lists and maps around the current value.
        var depth = 0
        var known: [String: Result] = [:]
        /// The extent of evaluation of the current parameter.
        var reach = Reach()
        /// A variable of the environment that was read and exceeds the size of a parameter, if any.
        var largeVariable: EnvironmentReference?

        var nesting: Int { depth + chain.count }

        /// Whether a known value is within the depth limits here: if not, evaluating it reports the fault.
        func admits(_ reach: Reach) -> Bool {
            chain.count + reach.chain <= ParameterEvaluator.longestChain
                && (reach.nesting == 0 || nesting + reach.nesting <= ParameterEvaluator.deepest)
        }

        func use(_ result: Result) -> Result {
            reach.formMaximum(
                Reach(
                    chain: chain.count + result.reach.chain,
                    nesting: result.reach.nesting == 0 ? 0 : nesting + result.reach.nesting))
            return result
        }

        /// Whether a parameter is being evaluated.
        func passes(_ name: String) -> Bool { entered.contains(name) }

        /// The state at the start of a parameter's evaluation.
        struct Start {
            let chain: Int
            let nesting: Int
            let outer: Reach
        }

        func enter(_ name: String) -> Start {
            let start = Start(chain: chain.count, nesting: nesting, outer: reach)
            chain.append(name)
            entered.insert(name)
            reach = Reach(chain: chain.count, nesting: 0)
            return start
        }

        func leave() { entered.remove(chain.removeLast()) }
    }

    /// A longer chain would be a mistake, or an attack on the stack.
    static let longestChain = 64
    /// The same for parameters, lists, and maps together.
    private static let deepest = 128
    /// A larger value would be a mistake, or an attack on the memory: a few parameters that double each other grow without limit.
    static let largestSize = 1 << 20

    /// The value of a parameter; throws ``ContainerError`` for an unknown one, a cycle, and a variable that does not fit.
    package func value(of name: String) throws -> Result {
        // Most parameters are plain, and read thousands of times.
        if case .leaf(let leaf)? = tree[name], case .value(let plain) = leaf.value {
            return Result(
                value: leaf.value, marks: leaf.isSecret ? .secret : [], size: plain.size, elements: plain.elements)
        }
        guard let filled else { return try value(of: name, EvaluationState()) }
        if let known = try filled.value(of: name) { return known }
        do {
            return try value(of: name, EvaluationState())
        } catch let error as ContainerError {
            filled.keep(.failure(error), of: name)
            throw error
        }
    }

    /// The value of a string: of the placeholder's type if there is nothing else, otherwise a string.
    package func value(of template: TextTemplate) throws -> Result { try value(of: template, EvaluationState()) }

    package func value(of value: WiredValue) throws -> Result {
        if case .parameter(let reference) = value { return try self.value(of: reference.name) }
        return try self.value(of: value, EvaluationState())
    }

    package func value(of reference: EnvironmentReference) throws -> Result {
        let text = reference.isSecret ? variables.secret(reference.name) : variables[reference.name]
        guard let text = text ?? reference.defaultText else { throw ContainerError(.environmentMissing(reference)) }
        let isProcessed = reference.type.runsProcessor
        let value = try isProcessed ? processedValue(of: reference, text) : typedValue(of: reference, text)
        if isProcessed { variables.note(value, derivedFrom: reference.name) }
        return Result(
            value: .value(value), marks: reference.isSecret ? [.secret, .environment] : .environment, size: value.size,
            elements: value.elements)
    }

    private func typedValue(of reference: EnvironmentReference, _ text: String) throws -> PlainValue {
        do throws(VariableRefusal) {
            let value = try reference.type.typedValue(of: text) { path throws(FileRefusal) in
                let content = try EnvironmentType.content(ofFile: path)
                variables.note(fileOf: reference.name, content)
                return content
            }
            if let value { return value }
        } catch {
            switch error {
            case .file(let refusal):
                variables.note(fileOf: reference.name, nil)
                throw ContainerError(.environmentMismatch(reference, text, refusal))
            case .processor(let processor, let failure):
                throw ContainerError(.processorFailed(processor, failure, reference), underlying: failure)
            case .noText(let processor, let value, let next):
                throw ContainerError(.processorReturnedNoText(processor, value, next, reference))
            }
        }
        throw ContainerError(.environmentMismatch(reference, text))
    }

    /// The typed value of a variable that processors read, within the time that they have during a load.
    private func processedValue(of reference: EnvironmentReference, _ text: String) throws -> PlainValue {
        guard let filled else { return try typedValue(of: reference, text) }
        return try filled.processedValue(of: reference, text) { try typedValue(of: reference, text) }
    }

    /// Other work is in separate functions, so that each level uses as little of the stack as possible.
    private func value(of name: String, _ state: EvaluationState) throws -> Result {
        if let known = known(name, state) { return known }
        let node = try node(of: name, state)
        let start = state.enter(name)
        defer { state.leave() }
        // Inlined, because chains of templates are the longest.
        if case .leaf(let leaf) = node, case .template(let template) = leaf.value {
            return try finish(value(of: template, state), of: name, start, state)
        }
        return try finish(value(of: node, state), of: name, start, state)
    }

    private func known(_ name: String, _ state: EvaluationState) -> Result? {
        if let known = state.known[name], state.admits(known.reach) { return state.use(known) }
        if let known = try? filled?.value(of: name), state.admits(known.reach) { return state.use(known) }
        return nil
    }

    private func node(of name: String, _ state: EvaluationState) throws -> ParameterTree.Node {
        guard !state.passes(name) else {
            throw ContainerError(.parameterCycle(state.chain + [name], in: tree))
        }
        guard state.chain.count < Self.longestChain else {
            throw ContainerError(.parameterTooDeep(state.chain[0], limit: Self.longestChain))
        }
        guard let node = tree[name] else {
            let near = names?.nearest(to: name) ?? Suggestions(among: tree.names).nearest(to: name)
            throw ContainerError(.unknownParameter(name, near: near))
        }
        return node
    }

    /// Stores the value of a parameter after its evaluation.
    private func finish(_ result: Result, of name: String, _ start: EvaluationState.Start, _ state: EvaluationState)
        throws -> Result
    {
        guard result.size <= Self.largestSize else { throw tooLarge(state) }
        var result = result
        result.reach = Reach(
            chain: state.reach.chain - start.chain, nesting: max(0, state.reach.nesting - start.nesting))
        state.reach.formMaximum(start.outer)
        state.known[name] = result
        filled?.keep(.success(result), of: name)
        return result
    }

    private func value(of template: TextTemplate, _ state: EvaluationState) throws -> Result {
        if case .parameter(let name)? = template.single { return try value(of: name, state) }
        if let single = template.single { return try value(of: single, state) }
        var text = ""
        var marks: Marks = []
        try spend(elements: template.parts.count)
        for part in template.parts {
            let filled =
                if case .parameter(let name) = part { try value(of: name, state) } else { try value(of: part, state) }
            guard case .value(let plain) = filled.value, let piece = plain.inlineText else {
                throw ContainerError(.notInline(part))
            }
            guard piece.utf8.count <= Self.largestSize - text.utf8.count else { throw tooLarge(state) }
            try spend(piece.utf8.count)
            text += piece
            marks.formUnion(filled.marks)
        }
        return Result(value: .value(.text(text)), marks: marks, size: text.utf8.count)
    }

    private func value(of part: TextTemplate.Part, _ state: EvaluationState) throws -> Result {
        switch part {
        case .text(let text): Result(value: .value(.text(text)), size: text.utf8.count)
        case .parameter(let name): try value(of: name, state)
        case .environment(let reference): try value(of: reference, state)
        }
    }

    private func value(of reference: EnvironmentReference, _ state: EvaluationState) throws -> Result {
        let result = try value(of: reference)
        if result.size > Self.largestSize { state.largeVariable = reference }
        return result
    }

    private func value(of node: ParameterTree.Node, _ state: EvaluationState) throws -> Result {
        switch node {
        case .leaf(let leaf):
            var result = try value(of: leaf.value, state)
            if leaf.isSecret { result.marks.insert(.secret) }
            return result
        case .branch(let children):
            var whole = Result(value: .value(.null))
            whole.value = .map(
                try deeper(state, children.count) {
                    try children.mapValues { try add(value(of: $0, state), to: &whole, state) }
                })
            return whole
        }
    }

    private func value(of value: WiredValue, _ state: EvaluationState) throws -> Result {
        var whole = Result(value: value)
        switch value {
        case .template(let template): return try self.value(of: template, state)
        case .parameter(let reference): return try self.value(of: reference.name, state)
        case .environment(let reference): return try self.value(of: reference, state)
        case .list(let elements):
            whole.value = .list(
                try deeper(state, elements.count) {
                    try elements.map { try add(self.value(of: $0, state), to: &whole, state) }
                })
        case .map(let entries):
            whole.value = .map(
                try deeper(state, entries.count) {
                    try entries.mapValues { try add(self.value(of: $0, state), to: &whole, state) }
                })
        case .keyedMap(let entries):
            whole.value = .map(try deeper(state, entries.count) { try filled(entries, &whole, state) })
        case .value(let plain): (whole.size, whole.elements) = (plain.size, plain.elements)
        case .reference(let reference):
            guard let passed = reference.arguments else { break }
            let filled = try deeper(state, passed.values.count) {
                try passed.mapValues { try add(self.value(of: $0.value, state), to: &whole, state) }
            }
            whole.value = .reference(reference.with(filled))
        case .argument, .preference, .inline, .function, .object, .placeholder: break
        }
        return whole
    }
}

extension ParameterEvaluator {
    /// Enters one level of nesting, with the given number of elements.
    private func deeper<R>(_ state: EvaluationState, _ elements: Int, _ body: () throws -> R) throws -> R {
        guard state.nesting < Self.deepest else {
            throw ContainerError(.parameterNestedTooDeep(state.chain.first, limit: Self.deepest))
        }
        try spend(elements: elements)
        state.depth += 1
        state.reach.nesting = max(state.reach.nesting, state.nesting)
        defer { state.depth -= 1 }
        return try body()
    }

    /// Adds a part to a list or map, and returns the part's value.
    private func add(_ part: Result, to whole: inout Result, _ state: EvaluationState) throws -> WiredValue {
        whole.marks.formUnion(part.marks)
        whole.size += part.size
        whole.elements += part.elements
        guard whole.size <= Self.largestSize else { throw tooLarge(state) }
        return part.value
    }

    /// The entries of a map by their filled-in keys.
    private func filled(
        _ entries: [KeyedEntry], _ whole: inout Result, _ state: EvaluationState
    ) throws -> [String: WiredValue] {
        var filled: [String: WiredValue] = [:]
        var keys = FilledKeys()
        for entry in entries {
            let key = try value(of: entry.key, state)
            let name = try keys.name(of: entry, key.value)
            whole.marks.formUnion(key.marks)
            whole.size += key.size
            filled[name] = try add(value(of: entry.value, state), to: &whole, state)
        }
        return filled
    }

    /// The error for a value that is too large; one that is not part of a parameter has no name.
    private func tooLarge(_ state: EvaluationState) -> ContainerError {
        if let variable = state.largeVariable {
            let text = variables[variable.name] ?? ""
            return ContainerError(.variableTooLarge(variable, text, state.chain.last, limit: Self.largestSize))
        }
        return ContainerError(.parameterTooLarge(state.chain.last, limit: Self.largestSize))
    }

    func spend(elements: Int) throws { try spend(elements * FilledParameters.effortOfElement) }

    /// Counts work during a load; throws at the limit.
    private func spend(_ effort: Int) throws {
        guard let filled, !filled.spend(effort) else { return }
        throw ContainerError(.tooMuchFilledIn())
    }
}

extension ParameterTree {
    /// A parameter's value as plain data, while scripts are being read; throws ``ContainerError`` if it is not plain data.
    package func plainValue(
        of name: String, variables: EnvironmentVariables, at location: ScriptLocation?
    ) throws -> PlainValue {
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
    /// The current value of the variable; throws ``ContainerError`` if it is missing or does not fit.
    package func value(in variables: EnvironmentVariables) throws -> PlainValue {
        let filled = try ParameterEvaluator(tree: ParameterTree(), variables: variables).value(of: self)
        return filled.value.plain ?? .null
    }
}

extension WiredValue {
    /// Whether the value is known after parameters are filled in.
    var isFilledIn: Bool {
        switch self {
        case .parameter, .template: true
        case .list(let elements): elements.contains(where: \.isFilledIn)
        case .map(let entries): entries.values.contains(where: \.isFilledIn)
        case .keyedMap: true
        default: false
        }
    }

    /// The value as plain data; nil if it contains a service, a function, or an object.
    var plain: PlainValue? {
        switch self {
        case .value(let value): return value
        case .list(let elements):
            let plain = elements.compactMap(\.plain)
            return plain.count == elements.count ? .list(plain) : nil
        case .map(let entries):
            let plain = entries.compactMapValues(\.plain)
            return plain.count == entries.count ? .map(plain) : nil
        case .template, .reference, .parameter, .environment, .preference, .argument, .keyedMap, .inline, .function,
            .object, .placeholder:
            return nil
        }
    }
}

extension PlainValue {
    /// The value as part of a longer string; nil for lists, maps, and null.
    fileprivate var inlineText: String? {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): value
        case .null, .data, .list, .map, .table: nil
        }
    }
}

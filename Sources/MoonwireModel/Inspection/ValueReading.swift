import MoonwireValues

/// Creates strings of the values in a graph: as written, and with everything filled in, without secrets.
///
/// All of them together are limited. A value beyond the limit has a fault instead.
struct ValueReading {
    private let evaluator: ParameterEvaluator
    private let secrets: SecretMask
    private let budget = TextBudget { .noRoomToFillIn(limit: $0) }
    /// The service whose values are filled in first, and these values.
    private var first: (id: String, values: [ValueInspection])?

    /// - Parameters:
    /// - parameters: Those of the graph, or others that override them.
    /// - first: The service, or abstract definition, whose values are filled in first.
    init(_ graph: DefinitionGraph, _ parameters: ParameterTree?, fillingFirst first: String? = nil) {
        let names = parameters.map { tree in KnownNames { tree.names } } ?? graph.names.parameters
        let parameters = parameters ?? graph.parameters
        evaluator = ParameterEvaluator(tree: parameters, variables: graph.variables, names: names)
        secrets = SecretMask(graph, parameters.secretTexts)
        self.first = first.flatMap { id in
            (graph.table.index[id].map { graph.definitions[$0] } ?? graph.table.abstracts[id]).map {
                (id, values(of: $0))
            }
        }
    }

    func masked(_ text: String) -> String { secrets.masked(text) }

    func written(_ value: WiredValue) -> String { masked(value.written) }

    /// The value of a parameter.
    func value(ofParameter name: String, _ leaf: ParameterTree.Leaf) -> ValueInspection {
        let field = "parameter \"\(name)\""
        guard leaf.isSecret else { return value(leaf.value, field: field, at: leaf.location) }
        return ValueInspection(
            field: field, written: SecretMask.mask, filled: nil, fault: nil, parameters: [], functions: [],
            location: leaf.location)
    }

    func value(_ value: WiredValue, field: String, at location: ScriptLocation?) -> ValueInspection {
        let names = value.referredParameters(\.namedParameters)
        var filled: String?
        var fault: String?
        if value.wantsFilling {
            do { filled = masked(try self.filled(value).written) } catch {
                fault = (error as? ContainerError)?.diagnostics.first.map { masked($0.message) }
            }
        }
        return ValueInspection(
            field: field, written: written(value), filled: filled, fault: fault, parameters: names,
            functions: value.functions, location: location)
    }

    /// The value that a rule injects.
    func content(of rule: InjectionRule) -> String { rule.value.map { written($0) } ?? "skip" }

    /// Arguments, properties, and calls of a definition, in the order in which they take effect.
    func values(of definition: Definition) -> [ValueInspection] {
        if let first, first.id == definition.id { return first.values }
        func value(_ value: WiredValue, _ part: ValuePath.Part) -> ValueInspection {
            let valuePath = ValuePath(part)
            return self.value(value, field: valuePath.phrase, at: value.location ?? definition.location(of: valuePath))
        }
        var values = definition.arguments.positional.enumerated().map { value($1, .position($0)) }
        values += definition.arguments.labeled.map { value($0.value, .argument($0.label)) }
        values += definition.setters.map { value($0.value, .property($0.name, path: $0.path)) }
        for call in definition.calls {
            let number = call.number
            if call.arguments.isEmpty { values.append(self.call(call.method, number, of: definition)) }
            values += call.arguments.positional.enumerated().map {
                value($1, .call(call.method, number: number, .position($0)))
            }
            values += call.arguments.labeled.map {
                value($0.value, .call(call.method, number: number, .label($0.label)))
            }
        }
        if let configure = definition.configure { values.append(step("configure", configure, of: definition)) }
        return values + lifecycle(of: definition)
    }

    private func lifecycle(of definition: Definition) -> [ValueInspection] {
        func value(_ value: PlainValue, _ key: String) -> ValueInspection {
            self.value(.value(value), field: "\"\(key)\"", at: definition.location(of: [key]))
        }
        var values: [ValueInspection] = []
        let lifecycle = definition.lifecycle
        if let isEager = lifecycle.isEager { values.append(value(.boolean(isEager), "eager")) }
        if let isLazy = lifecycle.isLazy { values.append(value(.boolean(isLazy), "lazy")) }
        if let policy = lifecycle.onReturn { values.append(value(.text(policy.rawValue), "on_return")) }
        if let policy = lifecycle.onFailure { values.append(value(.text(policy.rawValue), "on_failure")) }
        if !lifecycle.after.isEmpty { values.append(value(.list(lifecycle.after.map { .text($0.id) }), "after")) }
        return values
            + lifecycle.actions.compactMap { key, action in
                switch action {
                case .function(let function): step(key, function, of: definition)
                case .method(let name): value(.text(name), key)
                case .closure: nil
                }
            }
    }

    private func call(_ method: String, _ number: Int, of definition: Definition) -> ValueInspection {
        ValueInspection(
            field: "call \"\(method)\"", written: "()", filled: nil, fault: nil, parameters: [], functions: [],
            location: definition.location(of: ["call", "\(number)"]))
    }

    private func step(_ key: String, _ function: any ServiceFunction, of definition: Definition) -> ValueInspection {
        value(
            .function(function), field: "\"\(key)\"",
            at: function.location ?? definition.location(of: [key]))
    }

    /// The value with everything filled in except secrets, which are masked.
    private func filled(_ value: WiredValue) throws -> WiredValue {
        switch value {
        case .list(let elements): return .list(try elements.map(filled))
        case .map(let entries): return .map(try entries.mapValues(filled))
        case .keyedMap(let entries):
            let keys = try evaluator.keys(of: entries)
            if keys.isSecret { return .value(.text(SecretMask.mask)) }
            let values = try entries.map { try filled($0.value) }
            return .map(Dictionary(zip(keys.names, values)) { first, _ in first })
        default:
            try budget.refuseIfSpent()
            let result = try evaluator.value(of: value)
            let filled = result.isSecret ? .value(.text(SecretMask.mask)) : result.value
            try budget.spend(filled.writtenLength)
            return filled
        }
    }
}

extension WiredValue {
    /// Whether the value contains parameters or variables.
    fileprivate var wantsFilling: Bool {
        switch self {
        case .parameter, .environment: true
        case .template(let template): template.plainText == nil
        case .list(let elements): elements.contains(where: \.wantsFilling)
        case .map(let entries): entries.values.contains(where: \.wantsFilling)
        case .keyedMap: true
        case .value, .reference, .preference, .argument, .inline, .function, .object, .placeholder: false
        }
    }

    fileprivate var functions: [FunctionInspection] {
        switch self {
        case .function(let function): FunctionInspection.all(function.location, function.lastLine)
        case .list(let elements): elements.flatMap(\.functions)
        case .map(let entries): entries.sorted { $0.key < $1.key }.flatMap(\.value.functions)
        case .keyedMap(let entries): entries.flatMap(\.value.functions)
        case .reference, .argument: innerValues.flatMap(\.value.functions)
        case .value, .template, .parameter, .environment, .preference, .inline, .object, .placeholder: []
        }
    }

    /// The line of the word that created the value; nil for a value that is written without a word.
    fileprivate var location: ScriptLocation? {
        switch self {
        case .reference(let reference): reference.location
        case .parameter(let reference): reference.location
        case .environment(let reference): reference.location
        case .preference(let reference): reference.location
        case .argument(let argument): argument.location
        case .inline(let definition): definition.origin.location
        case .value, .template, .list, .map, .keyedMap, .function, .object, .placeholder: nil
        }
    }
}

/// The uses of parameters by definitions, directly or through other parameters.
package struct ParameterUses: Sendable {
    /// The effects of changing a parameter.
    struct Affected {
        /// The positions of the definitions that use it, in order.
        let definitions: [Int]
        /// The parameters whose values change with it.
        let parameters: Set<String>
    }

    /// By the name of a parameter, the positions of the definitions that name it.
    private var positions: [String: [Int]] = [:]
    /// The parameters that are passed unchanged to an argument, a property, or a call of an exposed type.
    private var typed: Set<String> = []

    private let links: ParameterLinks

    package init(_ definitions: [Definition], _ parameters: ParameterTree) {
        links = ParameterLinks(parameters)
        for position in definitions.indices { add(definitions[position], at: position) }
    }

    private mutating func add(_ definition: Definition, at position: Int) {
        let isTyped = definition.isTyped
        definition.visitValues { value, _ in
            switch value {
            case .parameter(let reference): add(reference.name, at: position, isTyped)
            case .template(let template):
                let isWhole = template.single != nil
                for name in template.parameterNames { add(name, at: position, isWhole && isTyped) }
            case .keyedMap(let entries):
                for entry in entries { for name in entry.key.parameterNames { add(name, at: position, false) } }
            case .inline(let inner): add(inner, at: position)
            default: break
            }
        }
    }

    private mutating func add(_ name: String, at position: Int, _ isTyped: Bool) {
        if positions[name]?.last != position { positions[name, default: []].append(position) }
        if isTyped { typed.insert(name) }
    }

    /// The parameters that a definition or another parameter names.
    var names: Set<String> { Set(positions.keys).union(links.referred) }

    /// Whether an argument, a property, or a call determines the type of the parameter.
    func decide(_ name: String, in tree: ParameterTree) -> Bool {
        !links.names(affectedBy: [name], in: tree).isDisjoint(with: typed)
    }

    /// What changes with a parameter; `tree` contains the parameters before the change.
    func affected(by name: String, in tree: ParameterTree) -> Affected {
        let names = links.names(affectedBy: [name] + tree.names(below: name), in: tree)
        return Affected(definitions: Set(names.flatMap { positions[$0] ?? [] }).sorted(), parameters: names)
    }
}

/// The references between parameters, as the scripts state them.
private struct ParameterLinks {
    /// By a name, the parameters whose values refer to it.
    private var referring: [String: [String]] = [:]

    init(_ tree: ParameterTree) {
        for (name, leaf) in tree.leaves {
            for other in leaf.value.referredParameters { referring[other, default: []].append(name) }
        }
    }

    var referred: Dictionary<String, [String]>.Keys { referring.keys }

    /// The names themselves, the maps that contain them, and all parameters that refer to one of these.
    ///
    /// `tree` contains the current parameters: those that the application has set refer to no others.
    func names(affectedBy names: [String], in tree: ParameterTree) -> Set<String> {
        var affected: Set<String> = []
        var open = names
        while let next = open.popLast() {
            for name in next.withEnclosingNames where affected.insert(name).inserted {
                open += (referring[name] ?? []).filter { tree.refers($0) }
            }
        }
        return affected
    }
}

extension ParameterTree {
    fileprivate func refers(_ name: String) -> Bool {
        if case .leaf(let leaf)? = self[name] { !leaf.value.isPlainValue } else { false }
    }
}

extension String {
    /// A dotted name and the names of the maps that contain it: `a.b`, `a`.
    var withEnclosingNames: [String] {
        indices.filter { self[$0] == "." }.map { String(self[..<$0]) } + [self]
    }
}

extension WiredValue {
    fileprivate var isPlainValue: Bool { if case .value = self { true } else { false } }

    /// The parameters to which the value and all nested lists and maps refer, in the order of the value.
    var referredParameters: [String] { referredParameters { _ in [] } }

    /// The parameters to which the value refers; `inline` returns those of a service without an id.
    func referredParameters(_ inline: (Definition) -> [String]) -> [String] {
        switch self {
        case .parameter(let reference): [reference.name]
        case .template(let template): template.parameterNames
        case .list(let elements): elements.flatMap { $0.referredParameters(inline) }
        case .map(let entries): entries.sorted { $0.key < $1.key }.flatMap { $0.value.referredParameters(inline) }
        case .keyedMap(let entries): entries.flatMap { $0.key.parameterNames + $0.value.referredParameters(inline) }
        case .inline(let definition): inline(definition)
        case .reference, .argument: innerValues.flatMap { $0.value.referredParameters(inline) }
        case .value, .environment, .preference, .function, .object, .placeholder: []
        }
    }
}

extension Definition {
    /// Whether exposed types determine the types of the definition's values.
    fileprivate var isTyped: Bool {
        switch construction {
        case .type, .staticMethod, .method: true
        case .function, .swift, .synthetic, .alias: false
        }
    }
}

extension Definition {
    /// The parameters to which a service without an id refers, in the order of its values.
    var namedParameters: [String] {
        var names: [String] = []
        visitValues { value, _ in
            switch value {
            // The nested values are visited in any case.
            case .list, .map, .reference, .argument: break
            case .keyedMap(let entries): names += entries.flatMap(\.key.parameterNames)
            default: names += value.referredParameters(\.namedParameters)
            }
        }
        return names
    }
}

/// Which definitions use which parameters, directly or through other parameters.
package struct ParameterUses: Sendable {
    /// What another value of a parameter affects.
    struct Affected {
        /// The places of the definitions that use it, in order.
        let definitions: [Int]
        /// The parameters that have another value with it.
        let parameters: Set<String>
    }

    /// By the name of a parameter, the places of the definitions that name it.
    private var positions: [String: [Int]] = [:]
    /// The parameters that are passed whole to something whose type is exposed.
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
            case .inline(let inner): add(inner, at: position)
            default: break
            }
        }
    }

    private mutating func add(_ name: String, at position: Int, _ isTyped: Bool) {
        if positions[name]?.last != position { positions[name, default: []].append(position) }
        if isTyped { typed.insert(name) }
    }

    /// Whether an argument, a property, or a call says what the parameter must be.
    func decide(_ name: String, in tree: ParameterTree) -> Bool {
        !links.names(affectedBy: [name], in: tree).isDisjoint(with: typed)
    }

    /// - Parameter tree: The parameters as they are before the change.
    func affected(by name: String, in tree: ParameterTree) -> Affected {
        let names = links.names(affectedBy: [name] + tree.names(below: name), in: tree)
        return Affected(definitions: Set(names.flatMap { positions[$0] ?? [] }).sorted(), parameters: names)
    }
}

/// Which parameters refer to which others, as the scripts have it.
private struct ParameterLinks {
    /// By a name, the parameters whose values refer to it.
    private var referring: [String: [String]] = [:]

    init(_ tree: ParameterTree) {
        for (name, leaf) in tree.leaves {
            for other in leaf.value.referredParameters { referring[other, default: []].append(name) }
        }
    }

    /// The names themselves, the maps in which they are, and all that refer to one of these.
    ///
    /// - Parameter tree: The parameters as they are now: those that the application has set refer to nothing any more.
    func names(affectedBy names: [String], in tree: ParameterTree) -> Set<String> {
        var affected: Set<String> = []
        var open = names
        while let next = open.popLast() {
            for name in next.steps where affected.insert(name).inserted {
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
    /// A dotted name and the names of the maps in which it is: `a.b`, `a`.
    fileprivate var steps: [String] {
        indices.filter { self[$0] == "." }.map { String(self[..<$0]) } + [self]
    }
}

extension WiredValue {
    fileprivate var isPlainValue: Bool { if case .value = self { true } else { false } }

    /// The parameters that the value and all that lists and maps in it hold refer to, in the order of the value.
    var referredParameters: [String] { referredParameters { _ in [] } }

    /// - Parameter inline: Those of a service without an id.
    func referredParameters(_ inline: (Definition) -> [String]) -> [String] {
        switch self {
        case .parameter(let reference): [reference.name]
        case .template(let template): template.parameterNames
        case .list(let elements): elements.flatMap { $0.referredParameters(inline) }
        case .map(let entries): entries.sorted { $0.key < $1.key }.flatMap { $0.value.referredParameters(inline) }
        case .keyedMap(let entries): entries.flatMap { $0.key.parameterNames + $0.value.referredParameters(inline) }
        case .inline(let definition): inline(definition)
        case .value, .reference, .environment, .function, .object, .placeholder: []
        }
    }
}

extension Definition {
    /// Whether exposed types say what the definition's values must be.
    fileprivate var isTyped: Bool {
        switch construction {
        case .type, .staticMethod, .method: true
        case .function, .swift, .synthetic, .alias: false
        }
    }
}

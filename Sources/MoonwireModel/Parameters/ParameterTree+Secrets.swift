import MoonwireValues

// A value that the application sets for a secret is also a secret, even if the scripts change the parameter afterward.

extension ParameterTree {
    /// Marks the values that replace secrets of the parameters that these will override.
    mutating func inheritSecrets(from former: ParameterTree) {
        guard !former.isEmpty else { return }
        var search = SecretSearch(former)
        root = Self.marked(root, over: former.root, &search)
        hasSecrets = hasSecrets || search.hasFound
    }

    /// Marks all values as secrets.
    mutating func markAllSecret() {
        root = root.mapValues(\.secret)
        hasSecrets = true
    }

    /// The strings and numbers in all values that are marked as secrets.
    package var secretTexts: [String] {
        guard hasSecrets else { return [] }
        var texts: [String] = []
        for (_, leaf) in leaves where leaf.isSecret { leaf.value.collectTexts(&texts) }
        return texts
    }

    /// The same for the replaced values.
    package func secretTexts(replacedBy other: ParameterTree) -> [String] {
        guard hasSecrets else { return [] }
        var texts: [String] = []
        for name in other.leafNames {
            guard case .leaf(let leaf)? = self[name], leaf.isSecret else { continue }
            leaf.value.collectTexts(&texts)
        }
        return texts
    }

    private static func marked(
        _ level: [String: Node], over former: [String: Node], _ search: inout SecretSearch
    ) -> [String: Node] {
        var result = level
        for (key, node) in level {
            guard let old = former[key] else { continue }
            if case .branch(let children) = node, case .branch(let others) = old {
                result[key] = .branch(marked(children, over: others, &search))
            } else if search.holds(old) {
                result[key] = node.secret
            }
        }
        return result
    }
}

extension ParameterTree.Node {
    /// The same with every value marked as a secret.
    fileprivate var secret: Self {
        switch self {
        case .leaf(let leaf):
            .leaf(ParameterTree.Leaf(value: leaf.value, origin: leaf.origin, path: leaf.path, isSecret: true))
        case .branch(let children): .branch(children.mapValues(\.secret))
        }
    }
}

/// Finds the parameters that contain secrets, directly or through others, without reading the environment.
private struct SecretSearch {
    private let tree: ParameterTree
    /// The visited parameters without secrets.
    private var harmless: Set<String> = []
    private(set) var hasFound = false

    init(_ tree: ParameterTree) {
        self.tree = tree
    }

    mutating func holds(_ node: ParameterTree.Node) -> Bool {
        let isSecret = leadsToSecret(node)
        hasFound = hasFound || isSecret
        return isSecret
    }

    private mutating func leadsToSecret(_ node: ParameterTree.Node) -> Bool {
        // Not recursive, because the depth of unchecked scripts is not limited.
        var nodes = [node]
        var values: [WiredValue] = []
        var entered: Set<String> = []
        while true {
            if let value = values.popLast() {
                switch value {
                case .environment(let reference) where reference.isSecret: return true
                case .list(let elements): values += elements
                case .map(let entries): values += entries.values
                case .keyedMap(let entries): values += entries.flatMap { [.template($0.key), $0.value] }
                case .template(let template):
                    if template.parts.contains(where: \.isSecret) { return true }
                    for name in template.parameterNames { enter(name, &entered, &nodes) }
                case .parameter(let reference): enter(reference.name, &entered, &nodes)
                default: break
                }
            } else if let node = nodes.popLast() {
                switch node {
                case .leaf(let leaf):
                    if leaf.isSecret { return true }
                    values.append(leaf.value)
                case .branch(let children): nodes += children.values
                }
            } else {
                harmless.formUnion(entered)
                return false
            }
        }
    }

    private func enter(_ name: String, _ entered: inout Set<String>, _ nodes: inout [ParameterTree.Node]) {
        guard !harmless.contains(name), entered.insert(name).inserted, let node = tree[name] else { return }
        nodes.append(node)
    }
}

extension TextTemplate.Part {
    fileprivate var isSecret: Bool { if case .environment(let reference) = self { reference.isSecret } else { false } }
}

extension WiredValue {
    fileprivate func collectTexts(_ texts: inout [String]) {
        switch self {
        case .value(let value): value.collectTexts(&texts)
        case .list(let elements): for element in elements { element.collectTexts(&texts) }
        case .map(let entries): for entry in entries.values { entry.collectTexts(&texts) }
        case .keyedMap(let entries): for entry in entries { entry.value.collectTexts(&texts) }
        default: break
        }
    }
}

extension PlainValue {
    fileprivate func collectTexts(_ texts: inout [String]) {
        switch self {
        case .text(let text): texts.append(text)
        case .integer(let integer): texts.append("\(integer)")
        case .number(let number):
            texts.append("\(number)")
            if let integer = Int64(exactly: number) { texts.append("\(integer)") }
        case .list(let elements): for element in elements { element.collectTexts(&texts) }
        case .map(let entries): for entry in entries.values { entry.collectTexts(&texts) }
        case .table(let entries): for entry in entries.values { entry.collectTexts(&texts) }
        // Scripts receive them as a string.
        case .data(let data): texts.append(String(decoding: data, as: UTF8.self))
        case .null, .boolean: break
        }
    }
}

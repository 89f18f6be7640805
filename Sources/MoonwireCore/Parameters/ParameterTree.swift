import MoonwireValues

/// Named values, nested: each is reachable by its dotted name, and a branch as a whole.
public struct ParameterTree: Sendable {
    /// A place in the tree.
    enum Node: Sendable {
        case leaf(Leaf)
        case branch([String: Node])
    }

    /// A value with the place that set it; shared, as it is looked up far more often than it is made.
    final class Leaf: Sendable {
        let value: WiredValue
        let origin: Origin
        /// The value's place in the table of the `parameters` call.
        let path: [String]

        init(value: WiredValue, origin: Origin, path: [String]) {
            self.value = value
            self.origin = origin
            self.path = path
        }
    }

    private(set) var root: [String: Node] = [:]

    public init() {}

    public var isEmpty: Bool { root.isEmpty }

    /// Sets the value with a dotted name: a map merges with the one that is there, all else is replaced.
    public mutating func set(_ name: String, _ value: WiredValue, origin: Origin, path: [String]) {
        var steps = name.split(separator: ".").map(String.init)
        guard let last = steps.popLast() else { return }
        let node = Self.node(value, origin, path)
        let branch = steps.reversed().reduce([last: node]) { [$1: .branch($0)] }
        Self.merge(branch, into: &root)
    }

    /// Lays another tree over this one: maps merge deeply, everything else is replaced.
    mutating func merge(_ other: ParameterTree) {
        Self.merge(other.root, into: &root)
    }

    /// This tree with another one laid over it.
    func merging(_ other: ParameterTree) -> ParameterTree {
        var copy = self
        copy.merge(other)
        return copy
    }

    subscript(name: String) -> Node? {
        if let node = root[name] { return node }
        var level = root
        var found: Node?
        for step in name.split(separator: ".") {
            guard let node = level[String(step)] else { return nil }
            found = node
            if case .branch(let children) = node { level = children } else { level = [:] }
        }
        return found
    }

    /// The value of a parameter that refers to nothing, as most do; nil for any other, and for one that is not there.
    func plainValue(of name: String) -> Value? {
        if case .leaf(let leaf)? = self[name], case .value(let plain) = leaf.value { plain } else { nil }
    }

    /// Every leaf with its dotted name, in name order.
    var leaves: [(name: String, leaf: Leaf)] {
        var result: [(String, Leaf)] = []
        Self.collect(root, prefix: "", into: &result)
        return result
    }

    /// The dotted names of all values, in name order.
    package var leafNames: [String] { leaves.map(\.name) }

    /// Every dotted name, branches included, in name order.
    var names: [String] {
        var result: [String] = []
        Self.collectNames(root, prefix: "", into: &result)
        return result
    }

    /// A map with names in it is a branch, whether it is plain data or not.
    private static func node(_ value: WiredValue, _ origin: Origin, _ path: [String]) -> Node {
        let entries: [String: WiredValue]
        switch value {
        case .map(let wired): entries = wired
        case .value(.map(let plain)): entries = plain.mapValues { WiredValue(plain: $0) }
        default: entries = [:]
        }
        guard !entries.isEmpty else { return .leaf(Leaf(value: value, origin: origin, path: path)) }
        var tree = ParameterTree()
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            tree.set(key, entry, origin: origin, path: path + [key])
        }
        return .branch(tree.root)
    }

    private static func merge(_ other: [String: Node], into level: inout [String: Node]) {
        for (key, node) in other {
            if case .branch(let theirs) = node, case .branch(var ours)? = level[key] {
                level[key] = nil  // Else the merge would copy the branch, each time.
                merge(theirs, into: &ours)
                level[key] = .branch(ours)
            } else {
                level[key] = node
            }
        }
    }

    private static func collect(_ level: [String: Node], prefix: String, into result: inout [(String, Leaf)]) {
        for (key, node) in level.sorted(by: { $0.key < $1.key }) {
            switch node {
            case .leaf(let leaf): result.append((prefix + key, leaf))
            case .branch(let children): collect(children, prefix: prefix + key + ".", into: &result)
            }
        }
    }

    private static func collectNames(_ level: [String: Node], prefix: String, into result: inout [String]) {
        for (key, node) in level.sorted(by: { $0.key < $1.key }) {
            result.append(prefix + key)
            if case .branch(let children) = node { collectNames(children, prefix: prefix + key + ".", into: &result) }
        }
    }
}

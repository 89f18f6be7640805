import MoonwireValues

/// Named values, nested: each is reachable by its dotted name, and a branch as a whole.
package struct ParameterTree: Sendable {
    /// A node of the tree.
    package enum Node: Sendable {
        case leaf(Leaf)
        case branch([String: Node])
    }

    /// A value and the location that set it; a class, because it is read far more often than created.
    package final class Leaf: Sendable {
        package let value: WiredValue
        let origin: Origin
        /// The path of the value in the table of the `parameters` call.
        package let path: [String]
        /// Whether the application set it for a secret.
        let isSecret: Bool

        init(value: WiredValue, origin: Origin, path: [String], isSecret: Bool = false) {
            self.value = value
            self.origin = origin
            self.path = path
            self.isSecret = isSecret
        }
    }

    var root: [String: Node] = [:]
    /// Whether the application set the values, so that they may replace secrets.
    private(set) var isSetByApplication = false
    /// Whether values are marked as secrets, or were.
    var hasSecrets = false

    package init() {}

    /// Parameters that the application sets, whose values may replace secrets.
    package init(setByApplication: Void) {
        isSetByApplication = true
    }

    package var isEmpty: Bool { root.isEmpty }

    /// Whether a name consists of components of letters, digits, and underscores, separated by dots, none of which begins with a
    /// digit.
    package static func isName(_ text: String) -> Bool {
        var atStart = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                atStart = false
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !atStart: break
            case UInt8(ascii: ".") where !atStart: atStart = true
            default: return false
            }
        }
        return !atStart
    }

    /// A value that was replaced.
    package struct Conflict: Sendable {
        package let name: String
        /// For a map, the first value in it.
        package let former: Leaf
        package let new: Leaf
        /// Whether exactly one of them is a map.
        package let isOfOtherShape: Bool
        /// Whether the new one is the map.
        package let isMap: Bool
    }

    /// Sets the value with a dotted name: a map merges with the one that is there, all else is replaced.
    package mutating func set(_ name: String, _ value: WiredValue, origin: Origin, path: [String]) {
        _ = setting(name, value, origin: origin, path: path)
    }

    /// Sets the value with a dotted name, and returns the replaced values, sorted by name.
    package mutating func setting(
        _ name: String, _ value: WiredValue, origin: Origin, path: [String]
    ) -> [Conflict] {
        var conflicts: [Conflict] = []
        set(name, value, origin, path, prefix: "", &conflicts)
        return conflicts.sorted { $0.name < $1.name }
    }

    /// Merges another tree into this one: maps merge deeply, everything else is replaced.
    ///
    /// - Returns: The replaced values, sorted by name.
    package mutating func merging(_ other: ParameterTree) -> [Conflict] {
        var other = other
        if other.isSetByApplication { other.inheritSecrets(from: self) }
        hasSecrets = hasSecrets || other.hasSecrets
        var conflicts: [Conflict] = []
        Self.merge(other.root, into: &root, prefix: "", &conflicts)
        return conflicts.sorted { $0.name < $1.name }
    }

    /// This tree with another one merged into it.
    func overlaid(with other: ParameterTree) -> ParameterTree {
        var copy = self
        _ = copy.merging(other)
        return copy
    }

    private mutating func set(
        _ name: String, _ value: WiredValue, _ origin: Origin, _ path: [String], prefix: String,
        _ conflicts: inout [Conflict]
    ) {
        var steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        // A key of a map may be any string: one that is not a dotted name stays whole.
        if steps.contains("") { steps = [name] }
        let last = steps.removeLast()
        let node = Self.node(value, origin, path, prefix: prefix + name + ".", &conflicts)
        let branch = steps.reversed().reduce([last: node]) { [$1: .branch($0)] }
        Self.merge(branch, into: &root, prefix: prefix, &conflicts)
    }

    package subscript(name: String) -> Node? {
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

    /// The dotted name itself, if it is that of a parameter or a map of parameters, or the prefix of it that names a parameter; nil
    /// otherwise.
    package func nameOfParameter(atStartOf name: String) -> String? {
        var level = root
        var found: [Substring] = []
        for step in name.split(separator: ".") {
            guard let node = level[String(step)] else { return nil }
            found.append(step)
            guard case .branch(let children) = node else { break }
            level = children
        }
        return found.joined(separator: ".")
    }

    /// The value of a parameter without references that is not a secret, like most; nil for any other, and for an unknown one.
    func plainValue(of name: String) -> PlainValue? {
        guard case .leaf(let leaf)? = self[name], !leaf.isSecret, case .value(let plain) = leaf.value else {
            return nil
        }
        return plain
    }

    /// Every leaf with its dotted name, sorted by name.
    package var leaves: [(name: String, leaf: Leaf)] {
        var result: [(String, Leaf)] = []
        Self.collect(root, prefix: "", into: &result)
        return result
    }

    /// The dotted names of all values, sorted.
    package var leafNames: [String] { leaves.map(\.name) }

    /// Every dotted name, including branches, sorted.
    package var names: [String] {
        var result: [String] = []
        Self.collectNames(root, prefix: "", into: &result)
        return result
    }

    /// The dotted names of all values in a map, including the maps in it.
    func names(below name: String) -> [String] {
        guard case .branch(let children)? = self[name] else { return [] }
        var result: [String] = []
        Self.collectNames(children, prefix: name + ".", into: &result)
        return result
    }

    /// A map with names in it is a branch, whether or not it is plain data.
    private static func node(
        _ value: WiredValue, _ origin: Origin, _ path: [String], prefix: String, _ conflicts: inout [Conflict]
    ) -> Node {
        let entries: [String: WiredValue]
        switch value {
        case .map(let wired): entries = wired
        case .value(.map(let plain)): entries = plain.mapValues { WiredValue(plain: $0) }
        default: entries = [:]
        }
        guard !entries.isEmpty else { return .leaf(Leaf(value: value, origin: origin, path: path)) }
        var tree = ParameterTree()
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            tree.set(key, entry, origin, path + [key], prefix: prefix, &conflicts)
        }
        return .branch(tree.root)
    }

    private static func merge(
        _ other: [String: Node], into level: inout [String: Node], prefix: String, _ conflicts: inout [Conflict]
    ) {
        for (key, node) in other {
            guard let former = level[key] else {
                level[key] = node
                continue
            }
            if case .branch(let theirs) = node, case .branch(var ours) = former {
                level[key] = nil  // Otherwise the merge would copy the branch each time.
                merge(theirs, into: &ours, prefix: prefix + key + ".", &conflicts)
                level[key] = .branch(ours)
            } else {
                if let conflict = Conflict(prefix + key, former, node) { conflicts.append(conflict) }
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

public import MoonwireValues

/// What a reload changes, or would change.
public struct ReloadPlan: Sendable, Hashable {
    /// Something that scripts define, before and after; nil where it does not exist.
    public struct Change: Sendable, Hashable {
        public let name: String
        public let before: ScriptLocation?
        public let after: ScriptLocation?
    }

    /// Why an instance is replaced.
    public enum Reason: String, Sendable, Hashable, Codable {
        case removed
        case changed
        /// A function of a script takes part, and a file that it may depend on has changed.
        case function
        /// The service asks for it: `reload = "rebuild"`.
        case rebuild
    }

    /// An instance that does not go on.
    public struct Replacement: Sendable, Hashable {
        public let id: String
        /// What is the matter with the last service of ``through``.
        public let reason: Reason
        /// The ids from the service itself to the one because of which it is replaced.
        public let through: [String]
    }

    /// The services that are new, in the order of their definitions.
    public internal(set) var added: [Change] = []
    /// The services that are gone.
    public internal(set) var removed: [Change] = []
    /// The services that are built differently.
    public internal(set) var changed: [Change] = []
    /// The parameters that are new, gone or have another value, in name order.
    public internal(set) var parameters: [Change] = []
    /// The ids of the instances that go on.
    public internal(set) var kept: [String] = []
    /// The instances that make room for new ones, in the order in which they are stopped.
    public internal(set) var replaced: [Replacement] = []

    /// Whether nothing changes at all.
    public var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && parameters.isEmpty && replaced.isEmpty
    }
}

extension ReloadPlan {
    /// - Parameter held: The old positions of the instances that are there, in the order in which they were built.
    init(from old: Generation, to graph: DefinitionGraph, _ diff: GenerationDiff, held: [Int]) {
        let before = old.graph
        added = diff.added.map { position in
            let definition = graph.definitions[position]
            return Change(name: definition.id, before: nil, after: definition.origin.location)
        }
        for (position, counterpart) in diff.counterparts.enumerated() where counterpart == nil {
            let definition = before.definitions[position]
            removed.append(Change(name: definition.id, before: definition.origin.location, after: nil))
        }
        changed = diff.changed.compactMap { position in
            let definition = before.definitions[position]
            let after = diff.counterparts[position].map { graph.definitions[$0].origin.location }
            return after.map { Change(name: definition.id, before: definition.origin.location, after: $0) }
        }
        parameters = Self.changes(from: old.parameters.tree, to: graph)
        var causes = Causes(diff)
        for position in held.reversed() {
            let id = before.definitions[position].id
            if diff.reasons[position] == nil {
                kept.append(diff.positions[position].map { graph.definitions[$0].id } ?? id)
            } else {
                replaced.append(Replacement(id: id, diff, position, cause: causes.cause(at: position)))
            }
        }
        kept.sort()
    }

    private static func changes(from old: ParameterTree, to graph: DefinitionGraph) -> [Change] {
        var comparison = DefinitionComparison(
            from: ParameterEvaluator(tree: old, variables: graph.variables), to: graph.evaluator, tracesAreEqual: true)
        let before = Dictionary(old.leaves.map { ($0.name, $0.leaf) }, uniquingKeysWith: { $1 })
        let after = Dictionary(graph.parameters.leaves.map { ($0.name, $0.leaf) }, uniquingKeysWith: { $1 })
        return Set(before.keys).union(after.keys).sorted().compactMap { name in
            let (one, other) = (before[name], after[name])
            if let one, let other, comparison.isSame(one.value, other.value) { return nil }
            return Change(name: name, before: one?.location, after: other?.location)
        }
    }
}

extension ReloadPlan.Replacement {
    fileprivate init(id: String, _ diff: GenerationDiff, _ position: Int, cause: GenerationDiff.Reason?) {
        self.id = id
        through = diff.path(from: position)
        reason =
            switch cause {
            case .removed: .removed
            case .function: .function
            case .rebuild: .rebuild
            case .changed, .need, nil: .changed
            }
    }
}

/// Why instances do not go on in the end, however long the chain of needs is; each part of a chain is followed once.
private struct Causes {
    private let diff: GenerationDiff
    /// By old position: the place where its chain ends.
    private var ends: [Int: Int] = [:]

    init(_ diff: GenerationDiff) {
        self.diff = diff
    }

    mutating func cause(at position: Int) -> GenerationDiff.Reason? {
        var chain: [Int] = []
        var end = position
        while case .need(let next)? = diff.reasons[end] {
            if let known = ends[end] {
                end = known
                break
            }
            chain.append(end)
            end = next
        }
        for position in chain { ends[position] = end }
        return diff.reasons[end]
    }
}

extension ParameterTree.Leaf {
    package var location: ScriptLocation? { origin.location(of: path, in: "parameters") }
}

extension ReloadPlan {
    /// The plan as hooks see it: lists of names, and the whole as text.
    var value: Value {
        let names = { (names: [String]) in Value.list(names.map(Value.text)) }
        return [
            "added": names(added.map(\.name)), "removed": names(removed.map(\.name)),
            "changed": names(changed.map(\.name)), "parameters": names(parameters.map(\.name)), "kept": names(kept),
            "replaced": names(replaced.map(\.id)), "text": .text(description),
        ]
    }
}

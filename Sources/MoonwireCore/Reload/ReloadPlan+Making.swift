import MoonwireValues

extension ReloadPlan {
    /// Creates the plan from a comparison of two generations.
    ///
    /// `held` contains the old positions of the existing instances, in the order in which they were built.
    init(from old: Generation, to graph: DefinitionGraph, _ diff: GenerationDiff, held: [Int]) {
        self.init()
        let before = old.wholePlan.graph
        added = diff.added.map { position in
            let definition = graph.definitions[position]
            return Change(name: definition.id, before: nil, after: definition.origin.location)
        }
        for (position, counterpart) in diff.mapping.counterparts.enumerated() where counterpart == nil {
            let definition = before.definitions[position]
            removed.append(Change(name: definition.id, before: definition.origin.location, after: nil))
        }
        changed = diff.changed.compactMap { position in
            let definition = before.definitions[position]
            let after = diff.mapping.counterparts[position].map { graph.definitions[$0].origin.location }
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
        if diff.reapplied.isEmpty { return }
        reapplied = held.filter(diff.reapplied.contains).map { position in
            diff.positions[position].map { graph.definitions[$0].id } ?? before.definitions[position].id
        }.sorted()
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
        let reason: ReloadPlan.Reason =
            switch cause {
            case .removed: .removed
            case .function: .function
            case .rebuild: .rebuild
            case .changed, .need, nil: .changed
            }
        self.init(id: id, reason: reason, through: diff.path(from: position))
    }
}

/// The final reasons why instances are not carried over, however long the chain; each part of a chain is followed once.
private struct Causes {
    private let diff: GenerationDiff
    /// By old position: the position where its chain ends.
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

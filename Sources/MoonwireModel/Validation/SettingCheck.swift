import MoonwireValues

/// Checks the values to which the application sets parameters: the names must exist, and the values must fit.
///
/// The arguments that use the parameter determine which values fit. If there are none, a value must be of the same kind as the one
/// that it replaces.
package struct SettingCheck {
    private let graph: DefinitionGraph
    private let tree: ParameterTree
    private let uses: ParameterUses
    private let names: KnownNames

    /// Creates a check of new values against the graph; `tree` contains the current parameters.
    package init(_ graph: DefinitionGraph, _ tree: ParameterTree, _ uses: ParameterUses) {
        self.graph = graph
        self.tree = tree
        self.uses = uses
        names = KnownNames { tree.names }
    }

    /// All faults; secrets are masked.
    package func check(_ settings: [ParameterSettings.Setting]) -> [Diagnostic] {
        let unfit = unfit(settings)
        guard unfit.isEmpty else { return unfit }
        let faults = faultsOfFitting(settings)
        return faults.isEmpty ? [] : masked(faults, settings)
    }

    private func faultsOfFitting(_ settings: [ParameterSettings.Setting]) -> [Diagnostic] {
        let affected = settings.map { (setting: $0, affected: uses.affected(by: $0.name, in: tree)) }
        // For most, that is all: nothing else is visited, however many parameters there are.
        guard affected.contains(where: { !$0.affected.definitions.isEmpty || $0.affected.parameters.count > 1 }) else {
            return []
        }
        let candidate = DefinitionGraph(graph, parameters: tree(with: settings))
        return affected.flatMap { setting, affected in
            let found =
                ParameterCheck.check(candidate, affected) + TypeCheck.check(candidate, at: affected.definitions)
                + ServiceArgumentCheck.check(candidate, at: affected.definitions)
            let faults = candidate.cache.filled.lack.map { [$0] } ?? found
            return faults.inScriptOrder.map { $0.caused(bySetting: setting.name, at: setting.origin.location) }
        }
    }

    private func masked(_ faults: [Diagnostic], _ settings: [ParameterSettings.Setting]) -> [Diagnostic] {
        SecretMask(graph, tree.secretTexts + tree(with: settings).secretTexts).masked(faults)
    }

    private func tree(with settings: [ParameterSettings.Setting]) -> ParameterTree {
        var changed = tree
        for setting in settings { _ = changed.merging(setting.tree) }
        return changed
    }

    /// Names that do not exist, and values of another kind where no argument determines the type; secrets are masked.
    package func unfit(_ settings: [ParameterSettings.Setting]) -> [Diagnostic] {
        let faults = settings.flatMap { setting in
            guard ParameterTree.isName(setting.name) else {
                return [Diagnostic.badParameterName(setting.name, at: setting.origin.location)]
            }
            return setting.tree.leaves.compactMap { fault(of: $0.name, $0.leaf, setting) }
        }
        return faults.isEmpty ? [] : masked(faults, settings)
    }

    private func fault(
        of name: String, _ new: ParameterTree.Leaf, _ setting: ParameterSettings.Setting
    ) -> Diagnostic? {
        let location = setting.origin.location
        switch tree[name] {
        case .leaf(let former):
            guard !uses.decide(name, in: tree), let old = kind(of: former), !old.isReplaceable(by: new.value) else {
                return nil
            }
            if isSecret(former) { return .settingOfOtherKind(name, old.phrase, new.value.kindPhrase, at: location) }
            return .settingOfOtherKind(name, phrase(of: former), new.value.phrase, at: location)
        case .branch:
            if case .map? = new.value.plainKind { return nil }
            return .settingOfOtherKind(name, ValueKind.map.phrase, new.value.phrase, at: location)
        case nil:
            if let (above, leaf) = leaf(above: name) {
                if kind(of: leaf) == .map { return .settingOfFilledMap(above, at: location) }
                return .settingOfOtherKind(above, phrase(of: leaf), ValueKind.map.phrase, at: location)
            }
            return setting.isDeclaring ? nil : .unknownSetting(name, near: names.nearest(to: name), at: location)
        }
    }

    /// The parameter with a plain value where the name requires a map; empty ones may be extended.
    private func leaf(above name: String) -> (name: String, leaf: ParameterTree.Leaf)? {
        let steps = name.split(separator: ".")
        for count in 1..<max(1, steps.count) {
            let above = steps.prefix(count).joined(separator: ".")
            guard case .leaf(let leaf)? = tree[above], kind(of: leaf) != nil, !leaf.value.isEmptyCollection else {
                continue
            }
            return (above, leaf)
        }
        return nil
    }

    /// Nil if it cannot be known without the environment, or is a secret.
    private func kind(of leaf: ParameterTree.Leaf) -> ValueKind? {
        filled(leaf)?.plainKind
    }

    private func filled(_ leaf: ParameterTree.Leaf) -> WiredValue? {
        if case .value = leaf.value { return leaf.value }
        let evaluator = ParameterEvaluator(tree: tree, variables: graph.variables)
        guard let result = try? evaluator.value(of: leaf.value), !result.marks.contains(.environment) else {
            return nil
        }
        return result.value
    }

    /// Only the kind of a secret is shown.
    private func isSecret(_ leaf: ParameterTree.Leaf) -> Bool {
        let evaluator = ParameterEvaluator(tree: tree, variables: graph.variables)
        return leaf.isSecret || (try? evaluator.value(of: leaf.value))?.isSecret == true
    }

    private func phrase(of leaf: ParameterTree.Leaf) -> String { filled(leaf)?.phrase ?? "another value" }
}

extension ValueKind {
    /// Whether a value of this kind may be replaced by the new one; null has no kind.
    fileprivate func isReplaceable(by value: WiredValue) -> Bool {
        guard self != .null, let kind = value.plainKind, kind != .null, kind != self else { return true }
        switch (self, kind) {
        case (.integer, .number), (.number, .integer): return true
        case (.list, .map), (.map, .list): return value.isEmptyCollection
        default: return false
        }
    }
}

extension WiredValue {
    /// The kind of a value without references; nil for any other.
    fileprivate var plainKind: ValueKind? {
        switch self {
        case .value(.table): .map
        case .value(let value): value.kind
        case .list: .list
        case .map, .keyedMap: .map
        case .object: .object
        case .function: .function
        default: nil
        }
    }

    fileprivate var phrase: String {
        if case .value(let value) = self { return value.phrase }
        return kindPhrase
    }

    fileprivate var kindPhrase: String { plainKind?.phrase ?? "a reference" }
}

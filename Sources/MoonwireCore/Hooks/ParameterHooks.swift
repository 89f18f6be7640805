import MoonwireValues

extension HookRunner {
    /// Calls the hooks of each parameter whose value has changed, whichever parameter was set; throws ``ContainerError`` if a hook
    /// fails.
    package func parametersChanged(from before: ParameterTree, to after: ParameterTree) throws {
        let hooks = plan.hooks(.parameter)
        guard !hooks.isEmpty else { return }
        let former = HookedParameters(tree: before, variables: generation.plan.graph.variables)
        let current = HookedParameters(tree: after, variables: generation.plan.graph.variables)
        let values = NameList(Array(former.values.union(current.values)))
        // In the order in which they run.
        var concerned: [String: [PlannedHook]] = [:]
        for planned in hooks {
            for name in planned.hook.names(among: values) { concerned[name, default: []].append(planned) }
        }
        for (name, hooks) in concerned.sorted(by: { $0.key < $1.key }) {
            let (old, new) = (former[name], current[name])
            guard old != new else { continue }
            let arguments: [HookArgument] = [.value(.text(name)), new.argument, old.argument]
            try Resolution.current.changing(.parameter, name) {
                for planned in hooks { try run(planned, arguments, info(.parameter, name)) }
            }
        }
    }
}

extension Hook {
    /// The parameters that the hook concerns: the one that it names, which may be a branch, or the values that match its pattern.
    fileprivate func names(among values: NameList) -> [String] {
        guard let target else { return [] }
        return target.pattern.map(values.matches) ?? (target.isExact ? [target.text] : [])
    }
}

/// Parameters as hooks compare and receive them.
private struct HookedParameters {
    private let evaluator: ParameterEvaluator
    /// The names of all values, without branches.
    let values: Set<String>

    enum Content: Equatable {
        /// Null for a parameter that does not exist or cannot be read.
        case plain(PlainValue)
        case object(AnyObject)

        static func == (one: Content, other: Content) -> Bool {
            switch (one, other) {
            case (.plain(let one), .plain(let other)): one == other
            case (.object(let one), .object(let other)): one === other
            default: false
            }
        }

        var argument: HookArgument {
            switch self {
            case .plain(let value): .value(value)
            case .object(let object): .object(object, isWeak: false)
            }
        }
    }

    init(tree: ParameterTree, variables: EnvironmentVariables) {
        evaluator = ParameterEvaluator(tree: tree, variables: variables)
        values = Set(tree.leafNames)
    }

    subscript(name: String) -> Content {
        guard evaluator.tree[name] != nil, let value = try? evaluator.value(of: name).value else {
            return .plain(.null)
        }
        if case .object(let object) = value { return .object(object) }
        return .plain(value.plainParts)
    }
}

extension WiredValue {
    /// The value with null for each part that is not plain data.
    fileprivate var plainParts: PlainValue {
        switch self {
        case .value(let value): value
        case .list(let elements): .list(elements.map(\.plainParts))
        case .map(let entries): .map(entries.mapValues(\.plainParts))
        case .template, .reference, .parameter, .environment, .preference, .argument, .keyedMap, .inline, .function,
            .object, .placeholder:
            .null
        }
    }
}

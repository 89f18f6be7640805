import MoonwireValues

/// The parameters of a container while it runs: what the scripts said, and what the application set since.
final class ParameterStore: Sendable {
    fileprivate struct State {
        var tree: ParameterTree
        /// Planned values by name, until the next change; what reads the environment is never kept.
        var planned: [String: PlannedValue] = [:]
        var changes = 0
    }

    private let state: Lock<State>
    private let fixed: Set<String>
    private let variables: EnvironmentVariables
    private let planner: Planner

    init(_ tree: ParameterTree, variables: EnvironmentVariables, planner: Planner) {
        state = Lock(State(tree: tree))
        self.variables = variables
        self.planner = planner
        fixed = planner.fixedParameters
    }

    /// A change, with all parameters before and after it. Objects of the application that it replaced go with the caller,
    /// outside of any lock.
    struct Change {
        let before: ParameterTree
        let after: ParameterTree
        fileprivate let former: State
    }

    /// Sets a parameter for the builds from now on; throws ``ContainerError`` for one that is fixed.
    func set(_ setting: ParameterSettings.Setting) throws -> Change {
        try refuseFixed(setting.name)
        return set([setting])
    }

    /// Throws ``ContainerError`` for a parameter that chose what the plan consists of.
    func refuseFixed(_ name: String) throws {
        guard !isFixed(name) else { throw ContainerError(.fixedParameter(name)) }
    }

    /// Sets what the application has set so far; what is fixed stays as it is.
    func set(_ settings: [ParameterSettings.Setting]) -> Change {
        state.withLock { state in
            let former = state
            for setting in settings where !isFixed(setting.name) {
                state.tree.set(setting.name, setting.value, origin: setting.origin, path: [])
            }
            state.planned = [:]
            state.changes += 1
            return Change(before: former.tree, after: state.tree, former: former)
        }
    }

    var tree: ParameterTree { state.withLock { $0.tree } }

    var evaluator: ParameterEvaluator { ParameterEvaluator(tree: tree, variables: variables) }

    /// A value in which parameters, texts and variables are filled in; plain ones are given back as they are.
    func filledIn(_ planned: PlannedValue) throws -> PlannedValue {
        switch planned.content {
        case .parameter(let name): try value(of: name)
        case .template(let template): try plan { try $0.value(of: template) }
        case .environment(let reference): try plan { try $0.value(of: reference) }
        default: planned
        }
    }

    func value(of name: String) throws -> PlannedValue {
        if let known = state.withLock({ $0.planned[name] }) { return known }
        let (tree, changes) = state.withLock { ($0.tree, $0.changes) }
        let filled = try ParameterEvaluator(tree: tree, variables: variables).value(of: name)
        let planned = plan(filled)
        if !filled.marks.contains(.environment) {
            state.withLock { if $0.changes == changes { $0.planned[name] = planned } }
        }
        return planned
    }

    private func plan(_ evaluate: (ParameterEvaluator) throws -> ParameterEvaluator.Result) throws -> PlannedValue {
        plan(try evaluate(evaluator))
    }

    private func plan(_ filled: ParameterEvaluator.Result) -> PlannedValue {
        var planner = planner
        return planner.plan(filled.value, isSecret: filled.isSecret)
    }

    /// Every dotted name, branches included, in name order.
    var names: [String] { state.withLock { $0.tree.names } }

    /// A branch is fixed with any of its leaves, a leaf with any branch that was used whole.
    private func isFixed(_ name: String) -> Bool {
        fixed.contains { $0 == name || $0.hasPrefix(name + ".") || name.hasPrefix($0 + ".") }
    }
}

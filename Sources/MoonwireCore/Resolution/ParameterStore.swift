import MoonwireSupport
import MoonwireValues

/// The parameters of a running container: those of the scripts, and the settings of the application.
final class ParameterStore: Sendable {
    fileprivate struct State {
        var tree: ParameterTree
        /// Planned values by name, until the next change; values from the environment are never cached.
        var planned: [String: PlannedValue] = [:]
        var changes = 0
        /// The number of reads since the last change that were not without a lock.
        var reads = 0
        /// The names in the tree, for suggestions.
        var names: KnownNames

        init(_ tree: ParameterTree) {
            self.tree = tree
            names = KnownNames.whileRunning { tree.names }
        }
        /// Secrets that the application has replaced since; instances may hold them.
        var formerSecrets: [String] = []

        mutating func remember(_ secrets: [String]) {
            for secret in secrets where !formerSecrets.contains(secret) { formerSecrets.append(secret) }
            formerSecrets.removeFirst(max(0, formerSecrets.count - ParameterStore.mostFormerSecrets))
        }
    }

    /// More are dropped, oldest first.
    private static let mostFormerSecrets = 100

    private let state: Lock<State>
    /// The address of the retained table of the values that are known until the next change; zero if there is none.
    private let known = Atomic<UInt>(0)
    /// Keeps the table alive until no reader can see it.
    private let gate: ReaderGate
    private let currentVersion = Atomic<Int>(ParameterStore.nextVersion())
    private static let versions = Atomic<Int>(0)
    /// What was set before the generation was in use, in the check of a reload.
    private let early = Lock(ParameterSettings())
    private let fixed: Set<String>
    private let variables: EnvironmentVariables
    private let planner: Planner

    init(_ tree: ParameterTree, variables: EnvironmentVariables, planner: Planner, _ gate: ReaderGate) {
        state = Lock(State(tree))
        self.gate = gate
        self.variables = variables
        self.planner = planner
        fixed = planner.fixedParameters
    }

    deinit { Self.table(known.load(ordering: .sequentiallyConsistent))?.release() }

    /// A change, with all parameters before and after it.
    ///
    /// The caller releases the replaced objects of the application outside any lock.
    struct Change {
        let before: ParameterTree
        let after: ParameterTree
        fileprivate let former: State
    }

    /// Sets a parameter for the builds from now on; throws ``ContainerError`` for a fixed one.
    func set(_ setting: ParameterSettings.Setting) throws -> Change {
        try refuseFixed(setting.name)
        return set([setting])
    }

    /// What was set before the generation was in use.
    var earlySettings: ParameterSettings { early.withLock { $0 } }

    /// Changes what was set before the generation was in use.
    func changeEarlySettings<R>(_ change: (inout ParameterSettings) throws -> R) rethrows -> R {
        var settings = earlySettings
        let result = try change(&settings)
        early.withLock { $0 = settings }
        return result
    }

    /// Throws ``ContainerError`` for a parameter that determined the contents of the plan.
    func refuseFixed(_ name: String) throws {
        guard !isFixed(name) else { throw ContainerError(.fixedParameter(name)) }
    }

    /// Applies the settings from before a reload; fixed parameters do not change.
    func set(_ settings: [ParameterSettings.Setting], after former: ParameterStore) -> Change {
        let secrets = former.state.withLock { $0.formerSecrets + $0.tree.secretTexts }
        state.withLock { $0.remember(secrets) }
        return set(settings)
    }

    /// Applies the settings so far; fixed parameters do not change.
    private func set(_ settings: [ParameterSettings.Setting]) -> Change {
        let (change, table) = state.withLock { state in
            let former = state
            for setting in settings where !isFixed(setting.name) {
                state.remember(state.tree.secretTexts(replacedBy: setting.tree))
                _ = state.tree.merging(setting.tree)
            }
            state.planned = [:]
            state.changes += 1
            state.reads = 0
            state.names = KnownNames.whileRunning { [tree = state.tree] in tree.names }
            currentVersion.store(Self.nextVersion(), ordering: .sequentiallyConsistent)
            let table = Self.table(known.exchange(0, ordering: .sequentiallyConsistent))
            return (Change(before: former.tree, after: state.tree, former: former), table)
        }
        if let table {
            gate.drain()
            table.release()
        }
        return change
    }

    /// A number that changes with each change of a value, and that no other store has.
    @inline(__always) var version: Int { currentVersion.load(ordering: .sequentiallyConsistent) }

    private static func nextVersion() -> Int { versions.wrappingAdd(1, ordering: .relaxed).newValue }

    var tree: ParameterTree { state.withLock { $0.tree } }

    /// The values that the application set for secrets, and those that it replaced.
    var secretTexts: [String] { state.withLock { $0.tree.secretTexts + $0.formerSecrets } }

    var evaluator: ParameterEvaluator {
        let (tree, names) = state.withLock { ($0.tree, $0.names) }
        return ParameterEvaluator(tree: tree, variables: variables, names: names)
    }

    /// Whether there is a parameter or a branch with that name.
    func contains(_ name: String) -> Bool { state.withLock { $0.planned[name] != nil || $0.tree[name] != nil } }

    /// A value with parameters, strings, and variables filled in; plain values are returned unchanged.
    func filledIn(_ planned: PlannedValue) throws -> PlannedValue {
        switch planned.content {
        case .parameter(let name): try value(of: name)
        case .template(let template): try plan { try $0.value(of: template) }
        case .keyedMap(let entries): try filledIn(entries, isSecret: planned.isSecret)
        case .environment(let reference): try plan { try $0.value(of: reference) }
        default: planned
        }
    }

    /// Only the keys are filled in: the values are planned, and filled in when they are read.
    private func filledIn(_ entries: [(entry: KeyedEntry, value: PlannedValue)], isSecret: Bool) throws -> PlannedValue
    {
        let keys = try evaluator.keys(of: entries.map(\.entry))
        let isSecret = isSecret || keys.isSecret
        let map = zip(keys.names, entries.map(\.value)).sorted { $0.0 < $1.0 }
        return PlannedValue(
            .map(map.map { (PlannedValue(.value(.text($0)), isSecret: isSecret), $1) }), isSecret: isSecret)
    }

    /// The value of a parameter or a string that is the same until a parameter is set; nil if it is not plain, depends on the
    /// environment, or cannot be evaluated.
    func constant(_ planned: PlannedValue) -> PlainValue? {
        let tree = tree
        switch planned.content {
        case .parameter(let name): guard tree.isIndependentOfEnvironment(name) else { return nil }
        case .template(let template): guard tree.isIndependentOfEnvironment(template) else { return nil }
        default: return nil
        }
        guard case .value(let plain)? = try? filledIn(planned).content else { return nil }
        return plain
    }

    func value(of name: String) throws -> PlannedValue {
        if let known = state.withLock({ known($0.planned[name], name, &$0) }) { return known }
        let (tree, names, changes) = state.withLock { ($0.tree, $0.names, $0.changes) }
        let filled = try ParameterEvaluator(tree: tree, variables: variables, names: names).value(of: name)
        let planned = plan(filled)
        if !filled.marks.contains(.environment) {
            state.withLock { if $0.changes == changes { $0.planned[name] = planned } }
        }
        return planned
    }

    /// A value that was planned before; when there are many reads, later ones need no lock.
    private func known(_ value: PlannedValue?, _ name: String, _ state: inout State) -> PlannedValue? {
        guard let value else { return nil }
        if let table = Self.table(known.load(ordering: .sequentiallyConsistent)) {
            table._withUnsafeGuaranteedRef { $0.fill(name, value) }
            return value
        }
        state.reads += 1
        // The table takes time and memory for each parameter.
        guard state.reads.isMultiple(of: Self.fewReads), case let names = state.tree.leafNames,
            state.reads * Self.fewReads >= names.count
        else { return value }
        let table = KnownParameters(names)
        table.fill(name, value)
        known.store(UInt(bitPattern: Unmanaged.passRetained(table).toOpaque()), ordering: .sequentiallyConsistent)
        return value
    }

    private static let fewReads = 4

    /// The value of a parameter, if it is known and plain; the caller is inside the gate.
    @inline(__always) func knownValue(of name: String) -> PlainValue? {
        Self.table(known.load(ordering: .sequentiallyConsistent))?._withUnsafeGuaranteedRef { $0.plainValue(of: name) }
    }

    private static func table(_ address: UInt) -> Unmanaged<KnownParameters>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }

    private func plan(_ evaluate: (ParameterEvaluator) throws -> ParameterEvaluator.Result) throws -> PlannedValue {
        plan(try evaluate(evaluator))
    }

    private func plan(_ filled: ParameterEvaluator.Result) -> PlannedValue {
        var planner = planner
        return planner.plan(filled.value, isSecret: filled.isSecret)
    }

    /// Every dotted name, including branches, sorted.
    var names: [String] { state.withLock { $0.tree.names } }

    /// A branch is fixed with any of its leaves, and a leaf with any branch that was used as a whole.
    private func isFixed(_ name: String) -> Bool {
        fixed.contains { $0 == name || $0.hasPrefix(name + ".") || name.hasPrefix($0 + ".") }
    }
}

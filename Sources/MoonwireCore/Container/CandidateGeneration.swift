import MoonwireSupport
import MoonwireValues

/// The next generation before it serves: read, validated and compared with the one that does.
struct CandidateGeneration {
    private(set) var diff: GenerationDiff
    private(set) var remarks: [Diagnostic]
    private let old: Generation
    private let reading: Reading
    private let graph: DefinitionGraph
    private let container: Container
    /// What the difference has judged.
    private let judged: JudgedInstances

    init(_ reading: Reading, after old: Generation, of container: Container) throws {
        self.reading = reading
        self.old = old
        self.container = container
        let settings = container.settings.withLock { $0 }
        let validated = try container.validated(reading.layers + [settings.layer])
        graph = validated.graph
        remarks =
            validated.remarks + settings.undefined(in: reading.layers).map { .settingOfNothing($0.name, $0.origin) }
        // In this order: what is there has been seen with all that it asked for.
        judged = JudgedInstances(old.holdings)
        diff = GenerationDiff(from: old, to: graph, traces: reading.traces, for: .reload)
        try refuse(diff.misfits)
        try refuseMisusedSupplies()
        remarkRemoved(old.instances.supplied)
    }

    /// Lets what the application has supplied since go on as well. It is called under the lock under which that happens.
    mutating func admitSupplies() throws {
        let late = old.instances.holdings.filter { $0.provenance.source == .application && !judged.contains($0) }
        try refuse(late.filter { !diff.supply($0.instance, at: $0.position) }.map(\.position))
        remarkRemoved(Set(late.map(\.position)).subtracting(diff.supplied))
    }

    /// What the application supplied goes with its service.
    private mutating func remarkRemoved(_ supplied: some Sequence<Int>) {
        let removed = supplied.filter { diff.destination(of: $0) == nil }.sorted()
        remarks += removed.map { .supplyOfNothing(old.graph.definitions[$0]) }
    }

    /// What the application supplied must fit what the scripts say by now; else it would be lost.
    private func refuse(_ misfits: [Int]) throws {
        let faults = misfits.compactMap { position -> Diagnostic? in
            guard let instance = old.heldInstance(at: position), let next = diff.destination(of: position) else {
                return nil
            }
            let definition = graph.definitions[next]
            if case .alias(let target) = definition.construction { return .supplyOfAlias(definition, target) }
            if definition.scope != .shared { return .supplyOfOtherScope(definition) }
            return .wrongSupply(definition, dynamicType(of: instance), wanted: diff.requiredType(at: next))
        }
        guard faults.isEmpty else { throw ContainerError(faults) }
    }

    /// Instances that the application supplied must also fit everything that uses them in the new wiring.
    private func refuseMisusedSupplies() throws {
        var supplied: [Int: SuppliedInstance] = [:]
        for holding in old.instances.holdings where holding.provenance.source == .application {
            guard let next = diff.destination(of: holding.position) else { continue }
            supplied[next] = SuppliedInstance(
                holding.instance, for: graph.definitions[next], old.exposure(of: holding.instance), graph.types
            ) { .standIn(of: $0, for: graph.definitions[next]) }
        }
        if supplied.isEmpty { return }
        let faults = SupplyCheck(graph, graph.parameters, ServiceUses(graph)).check(supplied)
        guard faults.isEmpty else { throw ContainerError(SecretMask(graph).masked(faults)) }
    }

    var plan: ReloadPlan { ReloadPlan(from: old, to: graph, diff, held: old.held) }

    /// Tells whether the scripts that were read again do not have a hook of the old ones as it is, line by line.
    var changes: (Hook) -> Bool {
        let (before, after) = (HookTexts(old.traces), HookTexts(reading.traces))
        return { [graph] hook in
            guard let text = before.text(of: hook) else { return false }
            return !after.texts(of: graph.hooks, for: hook.event).contains(text)
        }
    }

    /// Lets the next generation have what is kept; gives what must go outside of the lock, and what is to be passed on there.
    func handOver(to next: Generation) -> (held: [Holding], late: [Holding]) {
        old.handOver(to: next, diff, judged: judged)
    }

    func generation() -> Generation {
        let identities = ServiceIdentities(count: graph.definitions.count, from: old.identities, diff.positions)
        return container.generation(graph, traces: reading.traces, identities: identities, life: reading.life)
    }
}

/// The lines of the functions of hooks, in files as they were read.
private final class HookTexts {
    private let traces: Reading.Traces
    private var files: [String: [Substring]] = [:]
    private var known: [HookEvent: Set<[Substring]>] = [:]

    init(_ traces: Reading.Traces) {
        self.traces = traces
    }

    /// Nil when nobody knows them.
    func text(of hook: Hook) -> [Substring]? {
        hook.functionLines.flatMap(text)
    }

    /// The lines of all hooks of an event; of those that lie on the same lines, once.
    func texts(of hooks: [Hook], for event: HookEvent) -> Set<[Substring]> {
        if let texts = known[event] { return texts }
        let texts = Set(Set(hooks.filter { $0.event == event }.compactMap(\.functionLines)).compactMap(text))
        known[event] = texts
        return texts
    }

    private func text(_ function: FunctionInspection) -> [Substring]? {
        guard let lines = lines(of: function.file), function.firstLine >= 1,
            function.firstLine <= function.lastLine, function.lastLine <= lines.count
        else { return nil }
        return Array(lines[(function.firstLine - 1)..<function.lastLine])
    }

    private func lines(of file: String) -> [Substring]? {
        if let known = files[file] { return known }
        let lines = (traces.files[file] ?? nil).map { ScriptText($0).lines }
        files[file] = lines
        return lines
    }
}

extension Hook {
    fileprivate var functionLines: FunctionInspection? {
        FunctionInspection.all(function.location, function.lastLine).first
    }
}

import MoonwireSupport
import MoonwireValues

/// The next generation before it is adopted: read, validated, and compared with the current one.
struct CandidateGeneration {
    private(set) var diff: GenerationDiff
    private(set) var remarks: [Diagnostic]
    private let old: Generation
    private let reading: Reading
    private let graph: DefinitionGraph
    private let container: Container
    /// The instances that the difference has judged.
    private let judged: JudgedInstances
    /// Whether the definitions are those of the current generation.
    private let isSameWiring: Bool
    /// What returns from an earlier generation.
    private var restoration: Restoration?

    init(_ reading: Reading, after old: Generation, of container: Container) throws {
        self.reading = reading
        self.old = old
        self.container = container
        isSameWiring = false
        let settings = container.settings.withLock { $0 }
        let validated = try container.validated(reading.layers + [settings.layer])
        graph = validated.graph
        remarks =
            validated.remarks + settings.undefined(in: reading.layers).map { .settingOfNothing($0.name, $0.origin) }
        // In this order: the dependencies of every listed instance are then known.
        judged = JudgedInstances(old.instances.holdings)
        diff = GenerationDiff(from: old, to: graph, traces: reading.traces, for: .reload)
        try refuse(diff.supplies.mismatched)
        try refuseMisusedSupplies()
        try diff.refuseReplacedPins()
        remarkRemoved(old.instances.shared.supplied)
    }

    /// The same wiring, in which the services at some positions are built again; `positions` is called when the instances are known.
    init(of old: Generation, in container: Container, resetting positions: () throws -> Set<Int>) rethrows {
        reading = Reading(layers: [], traces: old.context.traces, life: old.scripts)
        self.old = old
        self.container = container
        graph = old.wholePlan.graph
        remarks = []
        judged = JudgedInstances(old.instances.holdings)
        // In this order: an instance that is supplied meanwhile is carried over.
        diff = GenerationDiff(resetting: try positions(), of: old)
        isSameWiring = true
    }

    /// Carries over instances that the application has supplied since.
    ///
    /// Called under the lock under which they are supplied.
    mutating func admitSupplies() throws {
        let late = old.instances.shared.holdings.filter { $0.provenance.source == .application && !judged.contains($0) }
        try refuse(late.filter { !diff.supply($0.instance, at: $0.position) }.map(\.position))
        // There may be new instances.
        try diff.refuseReplacedPins()
        remarkRemoved(Set(late.map(\.position)).subtracting(diff.supplies.all))
    }

    /// A supplied instance is removed with its service.
    private mutating func remarkRemoved(_ supplied: some Sequence<Int>) {
        let removed = supplied.filter { diff.destination(of: $0) == nil }.sorted()
        remarks += removed.map { .supplyOfNothing(old.wholePlan.graph.definitions[$0]) }
    }

    /// A supplied instance must fit the current definition; otherwise it would be lost.
    private func refuse(_ mismatched: [Int]) throws {
        let faults = mismatched.compactMap { position -> Diagnostic? in
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

    /// Supplied instances must also fit everything that uses them in the new wiring.
    private func refuseMisusedSupplies() throws {
        var supplied: [Int: SuppliedInstance] = [:]
        for holding in old.instances.shared.holdings where holding.provenance.source == .application {
            guard let next = diff.destination(of: holding.position) else { continue }
            supplied[next] = SuppliedInstance(
                holding.instance, for: graph.definitions[next], old.exposure(of: holding.instance), graph.types
            ) { .standIn(of: $0, for: graph.definitions[next]) }
        }
        if supplied.isEmpty { return }
        let faults = SupplyCheck(graph, graph.parameters, ServiceUses(graph)).check(supplied)
        guard faults.isEmpty else { throw ContainerError(SecretMask(graph).masked(faults)) }
    }

    var plan: ReloadPlan { ReloadPlan(from: old, to: graph, diff, held: old.instances.held) }

    /// Determines whether the new scripts do not contain a hook of the old ones, line by line.
    var changes: (Hook) -> Bool {
        let (before, after) = (HookTexts(old.context.traces), HookTexts(reading.traces))
        return { [graph] hook in
            guard let text = before.text(of: hook) else { return false }
            return !after.texts(of: graph.hooks, for: hook.event).contains(text)
        }
    }

    /// Passes the kept instances to the next generation.
    ///
    /// Returns what must be released outside the lock, and what must be passed on there.
    func handOver(to next: Generation) -> (held: [Holding], late: [Holding]) {
        defer { restoration?.pass(to: next) }
        return old.handOver(to: next, diff, judged: judged)
    }

    /// Lends the next generation the instances that would be carried over, so that services can be built there before it is adopted.
    func lend(to next: Generation) -> [Holding] {
        let lent = old.instances.holdings.filter { judged.contains($0) && diff.positions[$0.position] != nil }
        next.instances.dependencyLog.inherit(
            old.instances.dependencyLog.all, of: lent.lazy.map(\.position), diff.positions)
        let moved = lent.compactMap { holding in diff.positions[holding.position].map { holding.lent.moved(to: $0) } }
        _ = next.instances.adopt(moved, judgedAt: next.instances.clearings)
        _ = next.instances.adoptWeakly(moved, judgedAt: next.instances.clearings)
        return lent
    }

    /// Uses instances of an earlier generation of the same wiring again, which the caller leases until this one is adopted.
    mutating func restore(from former: Generation) {
        let diff = GenerationDiff(from: former, to: graph, traces: reading.traces, for: .reload)
        restoration = Restoration(former: former, diff: diff)
    }

    /// Whether the former generation still has what it has lent, and nothing has been found that these instances use.
    func isCurrent(_ lent: [Holding]) -> Bool {
        lent.allSatisfy { holding in
            // One that expires may be replaced at any time, and nothing depends on which one is used.
            if holding.provenance.expiry != nil { return true }
            let position = holding.position
            return old.heldInstance(at: position) === holding.instance
                && old.instances.dependencyLog.of(position)?.size ?? 0 == diff.runtime.seen[position]?.size ?? 0
        } && old.instances.shared.supplied == diff.supplies.all
    }

    /// The new positions of those that expire.
    func newPositions(ofExpiring lent: [Holding]) -> [Int] {
        lent.filter { $0.provenance.expiry != nil }.compactMap { diff.positions[$0.position] }
    }

    /// Runs the setters and calls of instances again that were among `held`, and that the next generation has adopted.
    func reapply(_ held: [Holding], in next: Generation) {
        if diff.reapplied.isEmpty, diff.unapplied.isEmpty { return }
        // Those that `reload = "keep"` keeps are still without some of their values.
        for one in carriedOver(held, next, diff.unapplied) {
            next.instances.shared.note(one.position, isUnapplied: true)
        }
        next.reapply(carriedOver(held, next, diff.reapplied))
    }

    private func carriedOver(
        _ held: [Holding], _ next: Generation, _ positions: Set<Int>
    ) -> [Generation.CarriedOver] {
        if positions.isEmpty { return [] }
        return held.compactMap { holding in
            guard positions.contains(holding.position), let position = diff.positions[holding.position],
                next.readyInstance(at: position) === holding.instance
            else { return nil }
            return Generation.CarriedOver(position: position, instance: holding.instance)
        }
    }

    func generation() -> Generation {
        let identities = ServiceIdentities(
            count: graph.definitions.count, from: old.instances.identities, diff.positions, replaced: diff.takeovers,
            restored: restoration?.identities ?? [:])
        return container.generation(
            graph, traces: reading.traces, identities: identities, life: reading.life,
            after: isSameWiring ? old : nil)
    }
}

/// The source lines of the functions of hooks.
private final class HookTexts {
    private let functions: FunctionTexts
    private var known: [HookEvent: Set<[Substring]>] = [:]

    init(_ traces: Reading.Traces) {
        functions = FunctionTexts(traces)
    }

    /// Nil if they are not known.
    func text(of hook: Hook) -> [Substring]? {
        hook.functionLines.flatMap(functions.text)
    }

    /// The lines of all hooks of an event, without duplicates.
    func texts(of hooks: [Hook], for event: HookEvent) -> Set<[Substring]> {
        if let texts = known[event] { return texts }
        let texts = Set(Set(hooks.filter { $0.event == event }.compactMap(\.functionLines)).compactMap(functions.text))
        known[event] = texts
        return texts
    }
}

extension Hook {
    fileprivate var functionLines: FunctionInspection? {
        FunctionInspection.all(function.location, function.lastLine).first
    }
}

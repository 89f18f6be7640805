import MoonwireValues

/// The next generation before it serves: read, validated and compared with the one that does.
struct Draft {
    private(set) var succession: Succession
    let remarks: [Diagnostic]
    private let old: Generation
    private let reading: Reading
    private let graph: DefinitionGraph
    private let container: Container
    /// What the succession has judged.
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
        succession = Succession(from: old, to: graph, traces: reading.traces, for: .reload)
        try refuse(succession.misfits)
    }

    /// Lets what the application has supplied since go on as well. It is called under the lock under which that happens.
    mutating func admitSupplies() throws {
        let late = old.instances.holdings.filter { $0.arrival.source == .application && !judged.contains($0) }
        try refuse(late.filter { !succession.supply($0.instance, at: $0.place) }.map(\.place))
    }

    /// What the application supplied must fit what the scripts say by now; else it would be lost.
    private func refuse(_ misfits: [Int]) throws {
        let faults = misfits.compactMap { place -> Diagnostic? in
            guard let instance = old.heldInstance(at: place), let next = succession.destination(of: place),
                let type = graph.serviceTypes[next]?.description.name
            else { return nil }
            return .wrongSupply(graph.definitions[next], dynamicType(of: instance), wanted: type)
        }
        guard faults.isEmpty else { throw ContainerError(faults) }
    }

    var plan: ReloadPlan { ReloadPlan(from: old, to: graph, succession, held: old.held) }

    /// Whether the scripts that were read again do not have a hook of the old ones as it is, line by line.
    func changes(_ hook: Hook) -> Bool {
        guard let text = hook.text(in: old.traces) else { return false }
        return !graph.hooks.contains { $0.event == hook.event && $0.text(in: reading.traces) == text }
    }

    /// Lets the next generation have what is kept; gives what must go outside of the lock, and what is to be passed on there.
    func handOver(to next: Generation) -> (held: [Holding], late: [Holding]) {
        old.handOver(to: next, succession, judged: judged)
    }

    func generation() -> Generation {
        let lineages = Lineages(count: graph.definitions.count, from: old.lineages, succession.places)
        return container.generation(graph, traces: reading.traces, lineages: lineages, life: reading.life)
    }
}

extension Hook {
    /// The lines of its function; nil when nobody knows them.
    fileprivate func text(in traces: Reading.Traces) -> [Substring]? {
        guard let location = function.location, let last = function.lastLine,
            let text = traces.files[location.file] ?? nil
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard location.line >= 1, location.line <= last, last <= lines.count else { return nil }
        return Array(lines[(location.line - 1)..<last])
    }
}

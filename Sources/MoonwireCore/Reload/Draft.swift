/// The next generation before it serves: read, validated and compared with the one that does.
struct Draft {
    let succession: Succession
    let remarks: [Diagnostic]
    private let old: Generation
    private let reading: Reading
    private let graph: DefinitionGraph
    private let container: Container

    init(_ reading: Reading, after old: Generation, of container: Container) throws {
        self.reading = reading
        self.old = old
        self.container = container
        let settings = container.settings.withLock { $0 }
        (graph, remarks) = try container.validated(reading.layers + [settings.layer])
        succession = Succession(from: old, to: graph, traces: reading.traces, for: .reload)
        let misfits = succession.misfits.compactMap { Self.misfit(at: $0, old, graph) }
        guard misfits.isEmpty else { throw ContainerError(misfits) }
    }

    /// What the application supplied must fit what the scripts say by now; else it would be lost.
    private static func misfit(at place: Int, _ old: Generation, _ graph: DefinitionGraph) -> Diagnostic? {
        let id = old.graph.definitions[place].id
        guard let instance = old.heldInstance(at: place), let next = graph.index[id],
            let type = graph.serviceTypes[next]?.description.name
        else { return nil }
        return .wrongSupply(graph.definitions[next], dynamicType(of: instance), wanted: type)
    }

    var plan: ReloadPlan { ReloadPlan(from: old, to: graph, succession, held: old.held) }

    func generation() -> Generation {
        let lineages = Lineages(count: graph.definitions.count, from: old.lineages, succession.places)
        return container.generation(graph, traces: reading.traces, lineages: lineages)
    }
}

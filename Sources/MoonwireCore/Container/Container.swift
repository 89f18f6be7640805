package import MoonwireSupport
public import MoonwireValues

/// The object that an application uses to resolve services.
///
/// Create one from scripts: `try Container(scripts: ["container.lua"], types: [Engine.self, Car.self], environment: .dev)`.
public final class Container: Sendable {
    /// The warnings and notes of the load, and all later diagnostics.
    public let diagnostics = DiagnosticChannel()
    /// The types that scripts can name.
    public let types: TypeRegistry
    let current: CurrentGeneration
    let source: any LayerSource
    /// The values that the application set while the container ran.
    let settings = Lock(ParameterSettings())
    let reloadGate = SerialGate()
    let journal = ReloadLog()
    let ledger = PreferenceLedger()
    /// The files to follow, as they were last read, whether or not that failed.
    private let files = Lock<[FileRecord]>([])
    /// The last reload, if it was refused.
    let refusal = Lock<RefusedReload?>(nil)
    private let variables: EnvironmentVariables
    private let slowWait: Duration

    /// Validates the layers and makes the first generation; throws ``ContainerError`` with all that is wrong.
    ///
    /// A wait for another thread's build that takes longer than `slowWait` is reported.
    package convenience init(
        layers: [Layer], types: TypeRegistry, variables: EnvironmentVariables = .process,
        slowWait: Duration = .seconds(5)
    ) throws {
        try self.init(source: FixedLayers(layers: layers), types: types, variables: variables, slowWait: slowWait)
    }

    package init(
        source: any LayerSource, types: TypeRegistry, variables: EnvironmentVariables, slowWait: Duration,
        wrappers: MethodWrappers? = nil
    ) throws {
        self.source = source
        current = CurrentGeneration(wrappers: wrappers)
        self.types = types
        self.variables = variables
        self.slowWait = slowWait
        current.belong(to: self)
        let reading = try readAgain()
        let (graph, remarks) = try validated(reading.layers)
        diagnostics.report(remarks)
        let identities = ServiceIdentities(count: graph.definitions.count)
        let generation = generation(graph, traces: reading.traces, identities: identities, life: reading.life)
        try generation.adopted {
            try generation.open()
            _ = current.exchange(generation)
        }
        if generation.wantsPreferences { ledger.follow(generation) }
    }

    deinit {
        let (current, last) = (current, current.endingLease())
        // First: a task that waits for what drains does not release it when it notices the end.
        current.draining.beginLeaving()
        current.lifecycleLog.note(.released)
        let own = current.exchange(nil)
        current.gate.drain()
        own?.endLease()
        // First: it may need instances of the current generation.
        if current.draining.leaveAll() {
            current.endLast(last)
        } else {
            Task.detached {
                await current.draining.finish()
                current.endLast(last)
            }
        }
    }

    /// The files to follow, as they were last read.
    package var followedFiles: [FileRecord] { files.copy { $0 } }

    /// Reads the source again.
    ///
    /// From then on the files that were read are followed: while one of them has a fault, the files that it would have
    /// read do not matter.
    func readAgain(isDisturbed: ([FileRecord]) -> Bool = { _ in false }) throws -> Reading {
        try source.readMoment(isDisturbed: isDisturbed) { read in files.withLock { $0 = read } }
    }

    /// Replaces the contents of the followed files by digests.
    ///
    /// The current generation has the source of its own scripts.
    func forgetTexts() { files.withLock { $0 = $0.map(\.withoutText) } }

    /// Merges the layers; throws ``ContainerError`` with all faults, and returns the other diagnostics.
    func validated(_ layers: [Layer]) throws -> (graph: DefinitionGraph, remarks: [Diagnostic]) {
        let read = layers.flatMap(\.diagnostics)
        guard layers.allSatisfy(\.isComplete) else { throw ContainerError(read.faults) }
        let graph = DefinitionGraph(layers: layers, types: types, variables: variables)
        let checked = Validation.check(graph)
        let faults = (read + checked).faults
        guard faults.isEmpty else {
            guard let position = layers.firstIndex(where: \.isScenario), let scenario = layers[position].scenario else {
                throw ContainerError(faults)
            }
            // Without the layer of the scenario, the wiring may have faults of its own.
            var others = layers
            others.remove(at: position)
            _ = try validated(others)
            throw ContainerError(faults.map { $0.inScenario(scenario) })
        }
        return (graph, read + checked)
    }

    /// A generation of a whole graph; `former` is an earlier one of the same graph.
    func generation(
        _ graph: DefinitionGraph, traces: Reading.Traces, identities: ServiceIdentities, base: Generation? = nil,
        life: ScriptLife? = nil, after former: Generation? = nil
    ) -> Generation {
        Generation(
            graph, types,
            context(traces, base: base, wiring: former?.context.wiring),
            Generation.Settings(diagnostics: diagnostics, slowWait: slowWait, life: life), identities,
            after: former)
    }

    /// A thin generation over another one.
    func generation(_ services: [PlannedService], _ shape: LayerShape, _ definitions: Layer, over base: Generation)
        -> Generation
    {
        let (layer, plan, instances) = GenerationLayer.open(over: base, services, shape, definitions)
        return Generation(
            plan, instances, LazyTables(sharing: base.tables), layer.parameters,
            context(base.context.traces, base: base, layer: layer),
            Generation.Settings(diagnostics: diagnostics, slowWait: slowWait, life: nil))
    }

    private func context(
        _ traces: Reading.Traces, base: Generation?, layer: GenerationLayer? = nil, wiring: Int? = nil
    ) -> GenerationContext {
        GenerationContext(
            current: current, number: current.nextNumber(), wiring: wiring, base: base, layer: layer, traces: traces,
            preferences: ledger)
    }

    /// Whether a service with that id is defined, including the overrides of the current task.
    public func contains(_ id: String) -> Bool { definition(of: id) != nil }

    /// The ids of the services that the application can resolve, aliases included, in the order in which they were first written.
    public var ids: [String] {
        let known = try? resolving { $0.plan.graph.definitions.filter(\.isPublic).map(\.id) }
        return known ?? []
    }

    /// The location of a service's definition, including the overrides of the current task; nil for an unknown id.
    public func location(of id: String) -> ScriptLocation? { definition(of: id)?.origin.location }

    private func definition(of id: String) -> Definition? {
        try? resolving { generation in
            let position = generation.plan.names.position(of: id)
            generation.noteNeed { $0.note(id: id, leadingTo: position, by: $1) }
            return position.map { generation.plan.services[$0].definition }
        }
    }

    /// Returns the value of a parameter; throws ``ContainerError`` if it is unknown or has another type.
    public func parameter<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        if let value = knownParameter(name, as: type) { return value }
        return try resolving { try ServiceResolver($0).parameter(name, as: type) }
    }

    /// Runs the hooks of the current generation.
    package var hooks: HookRunner {
        get throws { try resolving { $0.hookRunner } }
    }

    /// Runs `body` in the generation of the resolve in progress on this thread, or else in the current one.
    func resolving<R>(_ body: (Generation) throws -> R) throws -> R {
        try Resolution.current.resolving(in: current, body)
    }
}

import MoonwireSupport
import MoonwireValues

/// One validated, immutable set of definitions together with its instances.
// Constants, except for values behind locks, and atomic instances.
final class Generation: ProviderNames, @unchecked Sendable {
    let services: [PlannedService]
    let names: NameTable
    let types: TypeTable
    let instances: InstanceTable
    let directBuilds: DirectBuildTable
    let parameters: ParameterStore
    let rules: PlannedInjectionRules
    let registry: TypeRegistry
    let hooks: HookPlan
    let slotHooks = KnownSlotHooks()
    let preferenceGroups = PreferenceGroups()
    /// The slots that were reported as empty.
    let slotReports = SlotReports()
    let providerIndex = ProviderIndex()
    let variables: EnvironmentVariables
    let diagnostics: DiagnosticChannel
    /// Represents the container without keeping it alive.
    let container: CurrentGeneration
    /// The number of the generation in its container, counted from 1.
    let number: Int
    let leases = Leases()
    /// Seconds after which a wait for another thread's build is reported.
    let slowWait: Duration
    /// The graph from which it was planned.
    let graph: DefinitionGraph
    /// The external input from which it was created.
    let traces: Reading.Traces
    let identities: ServiceIdentities
    /// The dependencies of instances that were observed during builds, besides those in their definitions.
    let dependencyLog = RuntimeDependencyLog()
    let replaced = ReplacedByHooks()
    /// The deprecated services that were resolved.
    let remarked = Lock<Set<Int>>([])
    /// The reports of calls that ignore a result: each is made once.
    let remarkedCalls = Lock<Set<String>>([])
    let emptyTags = EmptyTags()
    let handover = Lock<(any InstanceReceiver)?>(nil)
    /// The scripts from which it was created, until it is over.
    let life: Lock<ScriptLife?>
    /// The generation below an override, which uses its instances and leases it.
    let base: Generation?
    /// The container's last known values of preferences.
    let preferences: PreferenceLedger
    /// Created when the application first sets a parameter.
    private let parameterUses = Lock<ParameterUses?>(nil)
    /// Created when the application first supplies an instance.
    private let knownServiceUses = Lock<ServiceUses?>(nil)
    private let planner: Planner
    private let weakInstances = WeakInstances()
    private var planSource: PlanSource?
    private var weakReference: WeakGeneration?
    /// Whether the `registered` hooks have run, so that services can be built.
    let opened = Atomic(false)

    init(_ graph: DefinitionGraph, _ registry: TypeRegistry, _ container: CurrentGeneration, _ settings: Settings) {
        var planner = Planner(graph, types: registry)
        services = planner.plan()
        rules = PlannedInjectionRules(
            graph.rules, graph.rules.rules.map { rule in rule.value.map { planner.plan($0) } })
        let planned = planner
        self.planner = planned
        names = NameTable(planned.names)
        types = TypeTable(services)
        instances = InstanceTable(services)
        directBuilds = DirectBuildTable(services)
        let noted = NotedVariables(graph.variables)
        parameters = ParameterStore(graph.parameters, variables: noted.variables, planner: planned)
        self.registry = registry
        hooks = planned.hooks
        variables = graph.variables
        self.container = container
        number = container.nextNumber()
        self.graph = graph
        traces = settings.traces
        identities = settings.identities
        base = settings.base
        preferences = settings.preferences
        life = Lock(settings.life)
        diagnostics = settings.diagnostics
        slowWait = settings.slowWait
        planSource = PlanSource(self)
        let reference = WeakGeneration(self)
        weakReference = reference
        noted.begin(reference)
    }

    /// The state that a generation takes over from its container.
    struct Settings {
        let diagnostics: DiagnosticChannel
        let slowWait: Duration
        let traces: Reading.Traces
        let identities: ServiceIdentities
        let preferences: PreferenceLedger
        var base: Generation?
        var life: ScriptLife?
    }

    /// Represents the generation without keeping it alive.
    var reference: WeakGeneration {
        guard let weakReference else { preconditionFailure("Moonwire: a generation is used before it is complete") }
        return weakReference
    }

    /// The source from which calls read their planned arguments.
    var source: PlanSource {
        guard let planSource else { preconditionFailure("Moonwire: a generation is used before it is complete") }
        return planSource
    }

    /// The instance for a reference to the service, according to its scope.
    func instance(at index: Int) throws -> AnyObject {
        if let directBuild = directBuilds[index] {
            return try directBuild._withUnsafeGuaranteedRef { directBuild in
                try Resolution.lent._withUnsafeGuaranteedRef { try make(directBuild, $0) }
            }
        }
        let service = services[index]
        let instance = try scopedInstance(service)
        if service.hooks != nil { try hookRunner.resolved(instance, service) }
        return instance
    }

    @inline(__always) private func scopedInstance(_ service: PlannedService) throws -> AnyObject {
        switch service.scope {
        case .shared: return try sharedInstance(service)
        case .transient: return try build(service)
        case .graph: return try Resolution.current.graphInstance(service, of: self) { try build(service) }
        case .weak: return try weakInstance(service)
        case .named: throw ContainerError(.scopeWithoutStore(service.definition))
        }
    }

    private func sharedInstance(_ service: PlannedService) throws -> AnyObject {
        if let ready = readyInstance(at: service.index) { return ready }
        return try BuildBoard.instance(service, of: self) {
            readyInstance(at: service.index)
        } build: {
            for _ in 0..<Self.mostRepeatedBuilds {
                let clearings = instances.clearings
                let fresh = try buildShareable(service)
                var provenance = Provenance.now(from: .build)
                if service.isStopped { provenance.replaced = replaced.take(service.index) }
                if instances.fill(fresh, at: service.index, provenance, unlessClearedSince: clearings) {
                    passOn(fresh, at: service.index, provenance)
                    return fresh
                }
                // The application supplied an instance during the build, and that one counts. If the service wraps it, the service
                // is built again.
                let ready = readyInstance(at: service.index)
                if ready !== fresh { abandon((provenance.replaced?.instances ?? []) + [fresh], service) }
                if let ready { return ready }
            }
            throw suppliedAgainAndAgain(service)
        }
    }

    /// An application that supplies another instance during each build of its decorators would cause endless builds.
    private static let mostRepeatedBuilds = 100

    private func suppliedAgainAndAgain(_ service: PlannedService) -> ContainerError {
        failed(service, ContainerError(.suppliedWhileBuilt(service.definition, times: Self.mostRepeatedBuilds)))
    }

    /// The instance is for more than one thread; only now is it known whether a function's result may be.
    private func buildShareable(_ service: PlannedService) throws -> AnyObject {
        let fresh = try build(service)
        guard isSendable(fresh, ofServiceAt: service.index) else {
            let type = typeName(type(of: fresh))
            let definition = service.definition
            let error = failed(
                service, ContainerError(.notSendable(definition, type: type, at: definition.origin.location)))
            if service.isStopped { abandon((replaced.take(service.index)?.instances ?? []) + [fresh], service) }
            throw error
        }
        return fresh
    }

    private func readyInstance(at index: Int) -> AnyObject? {
        container.gate.read { instances.peek(index)?.retain() }?.takeRetainedValue()
    }

    private func weakInstance(_ service: PlannedService) throws -> AnyObject {
        if let ready = weakInstances[service.index] { return ready }
        return try BuildBoard.instance(service, of: self) {
            weakInstances[service.index]
        } build: {
            for _ in 0..<Self.mostRepeatedBuilds {
                let clearings = instances.clearings
                let fresh = try buildShareable(service)
                let provenance = Provenance.now(from: .build)
                switch fillWeakly(fresh, at: service.index, provenance, unlessClearedSince: clearings) {
                case .filled:
                    passOn(fresh, at: service.index, provenance)
                    return fresh
                case .taken(let other):
                    // A previous generation has passed on its own meanwhile.
                    return other
                case .cleared: break
                }
            }
            throw suppliedAgainAndAgain(service)
        }
    }

    private func fillWeakly(
        _ instance: AnyObject, at position: Int, _ provenance: Provenance, unlessClearedSince clearings: Int
    ) -> WeakInstances.Filling {
        weakInstances.fill(instance, at: position, provenance) { instances.wasCleared(position, since: clearings) }
    }

    /// The existing instances, in the order in which they were added; weakly held ones last.
    var holdings: [Holding] {
        while true {
            let clearings = instances.clearings
            let holdings = instances.holdings + weakInstances.holdings
            // Otherwise, some could be from before an instance was supplied, and others from after that.
            if instances.clearings == clearings { return holdings }
        }
    }

    /// Their positions.
    var held: [Int] { instances.held + weakInstances.holdings.map(\.position) }

    /// An instance that was replaced.
    struct Former {
        let position: Int
        let holding: InstanceTable.Former
        /// Whether the next generation also has it, and stops it.
        let isAdopted: Bool
    }

    /// Stores the application's instance, so that decorators are built again around it, and returns the replaced ones, outermost
    /// first.
    func supply(_ instance: AnyObject, at position: Int) -> [Former] {
        let decorators = Array(graph.decorators(ofServiceAt: position).reversed())
        // If an older generation and the next one have it, the next one stops it.
        let source = isSuperseded ? Provenance.Source.loan : .application
        let formers = instances.supply(instance, at: position, from: source, clearing: decorators)
        for decorator in decorators { weakInstances.remove(decorator) }
        let handover = handover.withLock { $0 }
        return formers.reversed().compactMap { position, former in
            // The next generation has not adopted instances that are added at the position from now on.
            let isAdopted = handover?.withdraw(position) ?? false
            return former.map { Former(position: position, holding: $0, isAdopted: isAdopted) }
        }
    }

    /// Whether a position was cleared since then, so that its service is built again.
    func wasCleared(_ position: Int, since clearings: Int = 0) -> Bool {
        instances.wasCleared(position, since: clearings)
    }

    /// How often instances were cleared so that they are built again.
    var clearings: Int { instances.clearings }

    /// Takes over shared instances of another generation, and returns their indices: a position may have one already, or may have
    /// been cleared since they were judged.
    func adopt(_ holdings: [Holding], judgedAt clearings: Int) -> [Bool] {
        instances.fill(holdings, unlessClearedSince: clearings)
    }

    /// The same for weakly held instances.
    ///
    /// No lock may be held, because former entries are released.
    func adoptWeakly(_ holdings: [Holding], judgedAt clearings: Int) -> [Bool] {
        holdings.map { holding in
            guard holding.isWeak,
                case .filled = fillWeakly(
                    holding.instance, at: holding.position, holding.provenance, unlessClearedSince: clearings)
            else { return false }
            return true
        }
    }

    /// Passes instances that were just taken over to the next generation, if there is one already.
    func passOn(_ holdings: [Holding]) {
        guard let handover = handover.withLock({ $0 }) else { return }
        for holding in holdings { handover.passIfCurrent(holding) }
    }

    /// The instance at a position, if there is one.
    func heldInstance(at position: Int) -> AnyObject? { readyInstance(at: position) ?? weakInstances[position] }

    /// The ids of the services that provide a type.
    func providers(of type: Any.Type) -> [String] {
        services.filter { $0.casters.contains { $0.target == ObjectIdentifier(type) } }.map(\.id)
    }

    /// Whether the variables of the environment that determined a type, a factory, or a method are unchanged.
    var namesAreCurrent: Bool { planner.fixedReadings.allSatisfy { variables.digest(of: $0.key) == $0.value } }

    /// The generation below all overrides.
    var lowest: Generation { base?.lowest ?? self }

    /// The identity of the service at a position across generations.
    func identity(ofServiceAt position: Int) -> UnsafeMutableRawPointer? {
        services.indices.contains(position) ? Unmanaged.passUnretained(services[position]).toOpaque() : nil
    }

    /// Masks secrets in messages; created again each time, only for errors.
    var secrets: SecretMask { SecretMask(variableSecrets, settings: settingSecrets) }

    /// The generation below an override lends it instances.
    private var variableSecrets: [String] { graph.secretTexts + (base?.variableSecrets ?? []) }

    private var settingSecrets: [String] {
        graph.parameters.secretTexts + parameters.secretTexts + (base?.settingSecrets ?? [])
    }

    /// The position of a service; throws ``ContainerError`` with the nearest ids if there is none.
    func position(of id: String) throws -> Int {
        if let position = names.position(of: id) { return position }
        if let abstract = graph.abstracts[id] { throw ContainerError(.abstractService(abstract)) }
        throw ContainerError(.notDefined(id, near: graph.names.servicesWhileRunning.nearest(to: id)))
    }

    /// The services with a tag, without duplicates, highest priority first.
    func positions(tagged tag: String) -> [Int] {
        var seen: Set<Int> = []
        return graph.tags.members(of: tag).compactMap { names.position(of: $0.id) }.filter { seen.insert($0).inserted }
    }

    /// Checks the values to which the application sets parameters.
    var settingFaults: SettingCheck {
        let uses = parameterUses.withLock { known in
            let uses = known ?? ParameterUses(graph.definitions, graph.parameters)
            known = uses
            return uses
        }
        return SettingCheck(graph, parameters.tree, uses)
    }

    /// The services and rules that use services.
    var serviceUses: ServiceUses {
        knownServiceUses.withLock { known in
            let uses = known ?? ServiceUses(graph)
            known = uses
            return uses
        }
    }

    /// Plain data in the form that calls read.
    func plan(_ value: PlainValue) -> PlannedValue {
        var planner = planner
        return planner.plan(.value(value))
    }

    /// The arguments of a method that could not be looked up before its receiver was built.
    func plan(_ arguments: Arguments, for signature: Signature) -> PlannedArguments {
        var planner = planner
        return planner.plan(arguments, for: signature)
    }
}

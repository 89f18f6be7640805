import MoonwireSupport
import MoonwireValues

/// One validated, immutable set of definitions with its instances.
// Constants, but for what lies behind locks, and atomic instances.
final class Generation: @unchecked Sendable {
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
    /// The slots that were reported empty already.
    let slotReports = SlotReports()
    let providerIndex = ProviderIndex()
    let variables: EnvironmentVariables
    let diagnostics: DiagnosticChannel
    /// Stands for the container, without keeping it alive.
    let container: CurrentGeneration
    /// Tells it from the container's others, counted from 1.
    let number: Int
    let leases = Leases()
    /// Seconds after which a wait for another thread's build is reported.
    let slowWait: Int
    /// What it was planned from.
    let graph: DefinitionGraph
    /// What was read to make it.
    let traces: Reading.Traces
    let identities: ServiceIdentities
    /// What instances were seen to need while they were built, besides what their definitions say.
    let dependencyLog = RuntimeDependencyLog()
    let replaced = ReplacedByHooks()
    /// The deprecated services that were asked for.
    let remarked = Lock<Set<Int>>([])
    /// The reports of calls that ignore a result: each is made once.
    let remarkedCalls = Lock<Set<String>>([])
    let emptyTags = EmptyTags()
    let handover = Lock<(any InstanceReceiver)?>(nil)
    /// The scripts that it was made from, until it is over.
    let life: Lock<ScriptLife?>
    /// What an override lies over: it uses instances of it, and leases it.
    let base: Generation?
    /// What the container knows of its preferences' values.
    let preferences: PreferenceLedger
    /// Made when the application first sets a parameter.
    private let parameterUses = Lock<ParameterUses?>(nil)
    /// Made when the application first supplies an instance.
    private let knownServiceUses = Lock<ServiceUses?>(nil)
    private let planner: Planner
    private let weakInstances = WeakInstances()
    private var planSource: PlanSource?
    private var weakReference: WeakGeneration?
    /// Whether hooks have been told of the definitions, so that services can be built.
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

    /// What a generation takes over from its container.
    struct Settings {
        let diagnostics: DiagnosticChannel
        let slowWait: Int
        let traces: Reading.Traces
        let identities: ServiceIdentities
        let preferences: PreferenceLedger
        var base: Generation?
        var life: ScriptLife?
    }

    /// Stands for the generation without keeping it alive.
    var reference: WeakGeneration {
        guard let weakReference else { preconditionFailure("Moonwire: a generation is used before it is complete") }
        return weakReference
    }

    /// Where calls read their planned arguments.
    var source: PlanSource {
        guard let planSource else { preconditionFailure("Moonwire: a generation is used before it is complete") }
        return planSource
    }

    /// The instance that a reference to the service stands for, as its scope says.
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
                // The application set an instance during the build, and that is the one that counts. When it is what the
                // service wraps, the service is built again around it.
                let ready = readyInstance(at: service.index)
                if ready !== fresh { abandon((provenance.replaced?.instances ?? []) + [fresh], service) }
                if let ready { return ready }
            }
            throw suppliedAgainAndAgain(service)
        }
    }

    /// Whoever supplies another instance each time the decorators around it are built would have them built for ever.
    private static let mostRepeatedBuilds = 100

    private func suppliedAgainAndAgain(_ service: PlannedService) -> ContainerError {
        failed(service, ContainerError(.suppliedWhileBuilt(service.definition, times: Self.mostRepeatedBuilds)))
    }

    /// Builds for more than one thread; what a function makes shows only now whether it may be handed to them.
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
                    // A generation before this one has handed its own on meanwhile.
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

    /// The instances that are there, in the order in which they came; those that are held weakly last.
    var holdings: [Holding] {
        while true {
            let clearings = instances.clearings
            let holdings = instances.holdings + weakInstances.holdings
            // Else some could be from before an instance was supplied, and others from after that.
            if instances.clearings == clearings { return holdings }
        }
    }

    /// Their places.
    var held: [Int] { instances.held + weakInstances.holdings.map(\.position) }

    /// An instance that made room for another one.
    struct Former {
        let position: Int
        let holding: InstanceTable.Former
        /// Whether the next generation has it too, and stops it.
        let isAdopted: Bool
    }

    /// Puts the application's instance in, so that decorators are built anew around it, and gives what made room, the
    /// outermost first.
    func supply(_ instance: AnyObject, at position: Int) -> [Former] {
        let decorators = Array(graph.decorators(ofServiceAt: position).reversed())
        // Of an older generation and the one after it, which has it too, that one stops it.
        let source = isSuperseded ? Provenance.Source.loan : .application
        let formers = instances.supply(instance, at: position, from: source, clearing: decorators)
        for decorator in decorators { weakInstances.remove(decorator) }
        let handover = handover.withLock { $0 }
        return formers.reversed().compactMap { position, former in
            // What comes into the place from now on is not what the next generation took over.
            let isAdopted = handover?.withdraw(position) ?? false
            return former.map { Former(position: position, holding: $0, isAdopted: isAdopted) }
        }
    }

    /// Whether a place was cleared since then, so that its service is built again.
    func wasCleared(_ position: Int, since clearings: Int = 0) -> Bool {
        instances.wasCleared(position, since: clearings)
    }

    /// How often instances were cleared so that they are built again.
    var clearings: Int { instances.clearings }

    /// Takes shared instances of another generation over, and tells by number which: a place may have one already, or may
    /// have been cleared since they were judged.
    func adopt(_ holdings: [Holding], judgedAt clearings: Int) -> [Bool] {
        instances.fill(holdings, unlessClearedSince: clearings)
    }

    /// The same for those that are held weakly. No lock may be held, as what was there before goes.
    func adoptWeakly(_ holdings: [Holding], judgedAt clearings: Int) -> [Bool] {
        holdings.map { holding in
            guard holding.isWeak,
                case .filled = fillWeakly(
                    holding.instance, at: holding.position, holding.provenance, unlessClearedSince: clearings)
            else { return false }
            return true
        }
    }

    /// Gives instances that were just taken over to the generation after this one, if there is one already.
    func passOn(_ holdings: [Holding]) {
        guard let handover = handover.withLock({ $0 }) else { return }
        for holding in holdings { handover.passIfCurrent(holding) }
    }

    /// The instance at a position, when there is one.
    func heldInstance(at position: Int) -> AnyObject? { readyInstance(at: position) ?? weakInstances[position] }

    /// The ids of the services that provide a type.
    func providers(of type: Any.Type) -> [String] {
        services.filter { $0.casters.contains { $0.target == ObjectIdentifier(type) } }.map(\.id)
    }

    /// Whether variables of the environment that chose a type, a factory, or a method are what they were.
    var namesAreCurrent: Bool { planner.fixedReadings.allSatisfy { variables.digest(of: $0.key) == $0.value } }

    /// What lies beneath all overrides.
    var lowest: Generation { base?.lowest ?? self }

    /// What tells the service at a position from those of other generations.
    func identity(ofServiceAt position: Int) -> UnsafeMutableRawPointer? {
        services.indices.contains(position) ? Unmanaged.passUnretained(services[position]).toOpaque() : nil
    }

    /// Hides what must not be shown in messages; made anew each time, for errors only.
    var secrets: SecretMask { SecretMask(variableSecrets, settings: settingSecrets) }

    /// What lies beneath an override lends it instances.
    private var variableSecrets: [String] { graph.secretTexts + (base?.variableSecrets ?? []) }

    private var settingSecrets: [String] {
        graph.parameters.secretTexts + parameters.secretTexts + (base?.settingSecrets ?? [])
    }

    /// The place of a service; throws ``ContainerError`` with the nearest ids when there is none.
    func position(of id: String) throws -> Int {
        if let position = names.position(of: id) { return position }
        if let abstract = graph.abstracts[id] { throw ContainerError(.abstractService(abstract)) }
        throw ContainerError(.notDefined(id, near: graph.names.servicesWhileRunning.nearest(to: id)))
    }

    /// The services with a tag, each once, those of higher priority first.
    func positions(tagged tag: String) -> [Int] {
        var seen: Set<Int> = []
        return graph.tags.members(of: tag).compactMap { names.position(of: $0.id) }.filter { seen.insert($0).inserted }
    }

    /// Checks what the application sets parameters to.
    var settingFaults: SettingCheck {
        let uses = parameterUses.withLock { known in
            let uses = known ?? ParameterUses(graph.definitions, graph.parameters)
            known = uses
            return uses
        }
        return SettingCheck(graph, parameters.tree, uses)
    }

    /// Which services and rules use which services.
    var serviceUses: ServiceUses {
        knownServiceUses.withLock { known in
            let uses = known ?? ServiceUses(graph)
            known = uses
            return uses
        }
    }

    /// Plain data as calls read it.
    func plan(_ value: Value) -> PlannedValue {
        var planner = planner
        return planner.plan(.value(value))
    }

    /// The arguments of a method that could not be looked up before its receiver was built.
    func plan(_ arguments: Arguments, for signature: Signature) -> PlannedArguments {
        var planner = planner
        return planner.plan(arguments, for: signature)
    }
}

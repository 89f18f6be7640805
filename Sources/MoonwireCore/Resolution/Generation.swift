import MoonwireSupport
import MoonwireValues

/// One validated, immutable set of definitions together with its instances.
// Constants, except for values behind locks, and atomic instances.
final class Generation: ProviderNames, @unchecked Sendable {
    let plan: Plan
    let instances: InstanceStore
    let reports: GenerationReports
    let tables: LazyTables
    let context: GenerationContext
    let parameters: ParameterStore
    /// The number of leases of instances that have expired, and drain.
    let drains = Atomic<Int>(0)
    /// What receives its instances when another generation replaces it; nil for the generation of an open scope, which none replaces.
    private let receiver: Lock<(any InstanceReceiver)?>?
    /// The scripts from which it was created, until it is over; nil for the generation of an open scope, which has none.
    private let life: Lock<ScriptLife?>?
    private var planSource: PlanSource?
    private var weakReference: WeakGeneration?
    /// Whether the `registered` hooks have run, so that services can be built.
    let opened = Atomic(false)

    /// A generation of a whole graph; `former` is an earlier one of the same graph, and what it has reported is not reported again.
    convenience init(
        _ graph: DefinitionGraph, _ registry: TypeRegistry, _ context: GenerationContext, _ settings: Settings,
        _ identities: ServiceIdentities, after former: Generation? = nil
    ) {
        let plan = Plan(graph, registry, sharing: former?.plan)
        let instances = InstanceStore(InstanceTable(plan.services), identities)
        let tables =
            former.map { LazyTables(sharing: $0.tables, preferenceGroups: $0.tables.preferenceGroups) }
            ?? LazyTables()
        self.init(plan, instances, tables, graph.parameters, context, settings, former?.reports)
    }

    init(
        _ plan: Plan, _ instances: InstanceStore, _ tables: LazyTables, _ parameters: ParameterTree,
        _ context: GenerationContext, _ settings: Settings, _ reports: GenerationReports? = nil
    ) {
        self.plan = plan
        self.instances = instances
        self.tables = tables
        self.reports = reports ?? GenerationReports(settings.diagnostics, slowWait: settings.slowWait)
        self.context = context
        let noted = NotedVariables(plan.graph.variables)
        self.parameters = ParameterStore(
            parameters, variables: noted.variables, planner: plan.planner, context.current.gate)
        life = Lock(settings.life)
        receiver = Lock(nil)
        planSource = PlanSource(self)
        let reference = WeakGeneration(self)
        weakReference = reference
        noted.begin(reference)
    }

    /// The generation of an open scope, which has everything but its instances from the generation beneath.
    init(_ scope: ScopeLayer, _ instances: consuming InstanceStore) {
        plan = scope.base.plan
        self.instances = instances
        tables = scope.base.tables
        reports = scope.base.reports
        context = GenerationContext(scope)
        parameters = scope.base.parameters
        life = nil
        receiver = nil
        planSource = PlanSource(self)
        weakReference = WeakGeneration(self)
        opened.store(true, ordering: .releasing)
    }

    /// The state that a generation takes over from its container.
    struct Settings {
        let diagnostics: DiagnosticChannel
        let slowWait: Duration
        var life: ScriptLife?
    }

    /// Runs `body`, after which the container or an override holds the first lease; if it throws, the generation is over.
    ///
    /// From now on the leases own the generation: a thread may begin one while another thread ends its own and gives up the last
    /// reference. ``endLease()`` releases it with the last lease.
    func adopted<R>(_ body: () throws -> R) rethrows -> R {
        _ = Unmanaged.passRetained(self)
        do { return try body() } catch {
            endLease()
            throw error
        }
    }

    /// What receives its instances; nil if no other generation has replaced it.
    var handover: (any InstanceReceiver)? { receiver?.withLock { $0 } }

    func begin(_ handover: any InstanceReceiver) {
        guard let receiver else { preconditionFailure("Moonwire: another generation replaces that of an open scope") }
        receiver.withLock { $0 = handover }
    }

    func takeHandover() -> (any InstanceReceiver)? {
        receiver?.withLock { handover in
            defer { handover = nil }
            return handover
        }
    }

    /// The scripts from which it was created, until it is over.
    var scripts: ScriptLife? { life?.withLock { $0 } }

    /// Gives up the scripts, which are no longer needed, and returns them.
    func takeScripts() -> ScriptLife? {
        life?.withLock { life in
            defer { life = nil }
            return life
        }
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
        if let directBuild = plan.directBuild(at: index) {
            return try directBuild._withUnsafeGuaranteedRef { directBuild in
                try Resolution.lent._withUnsafeGuaranteedRef { try self.instance(of: directBuild, $0) }
            }
        }
        let service = plan.services[index]
        if let owner = owner(of: service) {
            return try Resolution.current.within(owner, insteadOf: self) { try owner.instance(at: index) }
        }
        let instance = try scopedInstance(service)
        if service.hooks != nil, service.cycle.map(isBuilding) != true {
            try hookRunner.resolved(instance, service, with: service.noArguments)
        }
        return instance
    }

    @inline(__always) private func scopedInstance(_ service: PlannedService) throws -> AnyObject {
        switch service.scope {
        case .shared: return try sharedInstance(service)
        case .transient:
            if let none = service.noArguments { try none.check(for: service) }
            return try build(service, service.noArguments)
        case .graph:
            if let cycle = service.cycle { return try graphInstance(of: service, in: cycle) }
            return try Resolution.current.graphInstance(service, of: self) { try build(service) }
        case .weak: return try weakInstance(service)
        case .cached:
            if let none = service.noArguments { return try cachedInstance(service, with: none) }
            forgetExpired(at: service.index)
            return try sharedInstance(service)
        case .named(let name):
            guard hasScope(name) else { throw ContainerError(scopeNotOpen(name, neededBy: service)) }
            return try sharedInstance(service)
        }
    }

    private func sharedInstance(_ service: PlannedService) throws -> AnyObject {
        if let ready = readyInstance(at: service.index) { return ready }
        if let cycle = service.cycle { return try sharedInstance(of: service, in: cycle) }
        return try storedInstance(service) { readyInstance(at: service.index) }
    }

    /// The instance of a shared or weak service, built by this thread or another one unless it is `ready` meanwhile.
    private func storedInstance(_ service: PlannedService, _ ready: () -> AnyObject?) throws -> AnyObject {
        if isAsynchronous(service.index) { throw mustBeAsynchronous(service) }
        return try BuildBoard.instance(service, of: self, ready: ready) {
            for _ in 0..<Self.mostRepeatedBuilds {
                let clearings = instances.clearings
                let fresh = try build(service)
                if let kept = try store(fresh, service, unlessClearedSince: clearings) { return kept }
            }
            throw suppliedAgainAndAgain(service)
        }
    }

    /// Checks and stores a new instance of a shared or weak service; the same results as those of ``keep(_:_:unlessClearedSince:)``.
    func store(_ fresh: AnyObject, _ service: PlannedService, unlessClearedSince clearings: Int) throws -> AnyObject? {
        var kept: AnyObject?
        defer { if !instances.takeovers.isEmpty { settleTakeover(of: service, isDone: kept === fresh) } }
        try checkShareable(fresh, service)
        kept = keep(fresh, service, unlessClearedSince: clearings)
        return kept
    }

    /// Stores a new instance of a shared or weak service, and returns the one that counts; nil if the service must be built again.
    private func keep(_ fresh: AnyObject, _ service: PlannedService, unlessClearedSince clearings: Int) -> AnyObject? {
        var provenance = Provenance.now(from: .build)
        if service.scope == .weak { return keepWeakly(fresh, service, provenance, unlessClearedSince: clearings) }
        provenance.expiry = expiry(ofNew: service)
        if service.isStopped { provenance.replaced = instances.replacedByHooks.take(service.index) }
        if instances.shared.fill(fresh, at: service.index, provenance, unlessClearedSince: clearings) {
            passOn(fresh, at: service.index, provenance)
            return fresh
        }
        // The application supplied an instance during the build, and that one counts. If the service wraps it, the service is built
        // again.
        let ready = readyInstance(at: service.index)
        if ready !== fresh { abandon((provenance.replaced?.instances ?? []) + [fresh], service) }
        return ready
    }

    private func keepWeakly(
        _ fresh: AnyObject, _ service: PlannedService, _ provenance: Provenance, unlessClearedSince clearings: Int
    ) -> AnyObject? {
        switch instances.fillWeakly(fresh, at: service.index, provenance, unlessClearedSince: clearings) {
        case .filled:
            passOn(fresh, at: service.index, provenance)
            return fresh
        case .taken(let other):
            // A previous generation has passed on its own meanwhile.
            return other
        case .cleared: return nil
        }
    }

    /// An application that supplies another instance during each build of its decorators would cause endless builds.
    static let mostRepeatedBuilds = 100

    func suppliedAgainAndAgain(_ service: PlannedService) -> ContainerError {
        failed(service, ContainerError(.suppliedWhileBuilt(service.definition, times: Self.mostRepeatedBuilds)))
    }

    /// The instance is for more than one thread; only now is it known whether a function's result may be.
    func checkShareable(_ fresh: AnyObject, _ service: PlannedService) throws {
        if isSendable(fresh, ofServiceAt: service.index) { return }
        let type = typeName(type(of: fresh))
        let definition = service.definition
        let error = failed(
            service, ContainerError(.notSendable(definition, type: type, at: definition.origin.location)))
        if service.isStopped {
            abandon((instances.replacedByHooks.take(service.index)?.instances ?? []) + [fresh], service)
        }
        throw error
    }

    /// The number of clearings before a service of scope graph is built; 0 for instances that are never cleared.
    func clearings(forGraphInstanceOf service: PlannedService) -> Int {
        service.definition.decorates != nil ? instances.clearings : 0
    }

    @inline(__always) func readyInstance(at index: Int) -> AnyObject? {
        context.current.gate.read {
            (context.isThin ? instances.shared.find(index) : instances.shared.peek(index))?.retain()
        }?.takeRetainedValue()
    }

    private func weakInstance(_ service: PlannedService) throws -> AnyObject {
        if let ready = instances.weaklyHeld[service.index] { return ready }
        return try storedInstance(service) { instances.weaklyHeld[service.index] }
    }

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
        let decorators = Array(plan.graph.table.decorators(ofServiceAt: position).reversed())
        // If an older generation and the next one have it, the next one stops it.
        let source = isSuperseded ? Provenance.Source.loan : .application
        let formers = instances.shared.supply(instance, at: position, from: source, clearing: decorators)
        for decorator in decorators { instances.weaklyHeld.remove(decorator) }
        instances.takeovers.end(at: position)
        let handover = handover
        // What is released now gives no state away later.
        if let left = handover?.formers, !left.isEmpty {
            for cleared in [position] + decorators { left[cleared]?.end() }
        }
        return formers.reversed().compactMap { position, former in
            // The next generation has not adopted instances that are added at the position from now on.
            let isAdopted = handover?.withdraw(position) ?? false
            return former.map { Former(position: position, holding: $0, isAdopted: isAdopted) }
        }
    }

    /// The instance at a position, if there is one.
    func heldInstance(at position: Int) -> AnyObject? { readyInstance(at: position) ?? instances.weaklyHeld[position] }

    /// The ids of the services that provide a type.
    func providers(of type: Any.Type) -> [String] {
        plan.services.filter { $0.casters.contains { $0.target == ObjectIdentifier(type) } }.map(\.id)
    }

    /// Whether it serves some tasks beside the current generation: in an override, in a scope, or while it is being checked.
    var isBeside: Bool { context.base != nil || instances.takeovers.isCandidate }

    /// The generation below all overrides and scopes.
    var lowest: Generation { context.base?.lowest ?? self }

    /// The identity of the service at a position across generations.
    func identity(ofServiceAt position: Int) -> UnsafeMutableRawPointer? {
        plan.services.indices.contains(position) ? Unmanaged.passUnretained(plan.services[position]).toOpaque() : nil
    }

    /// Masks secrets in messages; created again each time, only for errors.
    var secrets: SecretMask { SecretMask(variableSecrets, settings: settingSecrets) }

    /// The generation below an override lends it instances.
    private var variableSecrets: [String] { plan.graph.secretTexts + (context.base?.variableSecrets ?? []) }

    private var settingSecrets: [String] {
        plan.graph.parameters.secretTexts + plan.graph.derivedSecretTexts + parameters.secretTexts
            + (context.base?.settingSecrets ?? [])
    }

    /// The position of a service; throws ``ContainerError`` with the nearest ids if there is none.
    func position(of id: String) throws -> Int {
        if let position = plan.names.position(of: id) { return position }
        if let abstract = plan.graph.table.abstracts[id] { throw ContainerError(.abstractService(abstract)) }
        throw ContainerError(.notDefined(id, near: plan.graph.names.servicesWhileRunning.nearest(to: id)))
    }

    /// The services with a tag, without duplicates, highest priority first.
    func positions(tagged tag: String) -> [Int] {
        tables.tagPositions.withLock { known in
            if let positions = known[tag] { return positions }
            var seen: Set<Int> = []
            let positions = plan.graph.tags.members(of: tag).compactMap { plan.names.position(of: $0.id) }.filter {
                seen.insert($0).inserted
            }
            // A script may ask for any number of tags that do not exist.
            if !positions.isEmpty { known[tag] = positions }
            return positions
        }
    }

    /// The instance of a shared service, if there is one whose class is the type, and that needs no hooks.
    @inline(__always) func readyInstance(at position: Int, exactly type: ObjectIdentifier) -> AnyObject? {
        isDirect(position, type) ? readyInstance(at: position) : nil
    }

    /// Checks the values to which the application sets parameters.
    var settingCheck: SettingCheck {
        let graph = wholePlan.graph
        return SettingCheck(graph, parameters.tree, wholeTables.parameterUses(in: graph))
    }
}

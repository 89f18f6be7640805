import MoonwireValues
import Synchronization

/// One validated, immutable set of definitions with its instances.
// Constants, but for `weakInstances` behind its lock and atomic instances.
final class Generation: @unchecked Sendable {
    let services: [PlannedService]
    let names: NameTable
    let types: TypeTable
    let instances: InstanceTable
    let parameters: ParameterStore
    let registry: TypeRegistry
    let diagnostics: DiagnosticChannel
    /// Keeps an instance that was replaced alive until no reader can see it.
    let gate: ReaderGate
    /// Stands for the container, without keeping it alive.
    let container: ContainerIdentity
    /// Seconds after which a wait for another thread's build is reported.
    let slowWait: Int
    private let planner: Planner
    private let weakInstances = Lock<[Int: WeakInstance]>([:])
    private var planSource: PlanSource?

    private struct WeakInstance: @unchecked Sendable {  // Weak references are thread-safe.
        weak var object: AnyObject?
    }

    init(_ graph: DefinitionGraph, _ registry: TypeRegistry, _ container: ContainerIdentity, _ settings: Settings) {
        var planner = Planner(graph, types: registry)
        services = planner.plan()
        let planned = planner
        self.planner = planned
        names = NameTable(planned.names)
        types = TypeTable(services)
        instances = InstanceTable(services)
        parameters = ParameterStore(graph.parameters, variables: graph.variables, planner: planned)
        self.registry = registry
        self.container = container
        diagnostics = settings.diagnostics
        slowWait = settings.slowWait
        gate = settings.gate
        planSource = PlanSource(self)
    }

    /// What a generation takes over from its container.
    struct Settings {
        let diagnostics: DiagnosticChannel
        let slowWait: Int
        let gate: ReaderGate
    }

    /// Where calls read their planned arguments.
    var source: PlanSource {
        guard let planSource else { preconditionFailure("Moonwire: a generation is used before it is complete") }
        return planSource
    }

    /// The instance that a reference to the service stands for, as its scope says.
    func instance(at index: Int) throws -> AnyObject {
        let service = services[index]
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
            let fresh = try buildShareable(service)
            if instances.fill(fresh, at: service.index) {
                if container.hasEnded { releaseInstances() }
                return fresh
            }
            // The application set an instance during the build, and that is the one that counts.
            return readyInstance(at: service.index) ?? fresh
        }
    }

    /// Builds for more than one thread; what a function makes shows only now whether it may be handed to them.
    private func buildShareable(_ service: PlannedService) throws -> AnyObject {
        let fresh = try build(service)
        guard isSendable(fresh, ofServiceAt: service.index) else {
            let type = typeName(type(of: fresh))
            let definition = service.definition
            throw ContainerError(.notSendable(definition, type: type, at: definition.origin.location))
        }
        return fresh
    }

    /// Lets go of the shared instances; one that holds a handle would otherwise keep its own generation for ever.
    func releaseInstances() {
        let former = instances.takeAll()
        gate.drain()
        for instance in former { instance.release() }
    }

    private func readyInstance(at index: Int) -> AnyObject? {
        gate.read { instances.peek(index)?.retain() }?.takeRetainedValue()
    }

    private func weakInstance(_ service: PlannedService) throws -> AnyObject {
        let known = { self.weakInstances.withLock { $0[service.index]?.object } }
        if let ready = known() { return ready }
        return try BuildBoard.instance(service, of: self) {
            known()
        } build: {
            let fresh = try buildShareable(service)
            weakInstances.withLock { $0[service.index] = WeakInstance(object: fresh) }
            return fresh
        }
    }

    /// Hides what must not be shown in messages; made anew each time, for errors only.
    var secrets: SecretMask { planner.secrets }

    /// The place of a service; throws ``ContainerError`` with the nearest ids when there is none.
    func place(of id: String) throws -> Int {
        if let place = names.place(of: id) { return place }
        throw ContainerError(.notDefined(id, known: services.map(\.id)))
    }

    /// The arguments of a method that could not be looked up before its receiver was built.
    func plan(_ arguments: Arguments, for signature: Signature) -> PlannedArguments {
        var planner = planner
        return planner.plan(arguments, for: signature)
    }
}

/// Tells containers apart without keeping them alive.
final class ContainerIdentity: Sendable {
    private let ended = Atomic(false)

    /// Whether the container is gone: nothing is built any more.
    var hasEnded: Bool { ended.load(ordering: .sequentiallyConsistent) }

    func end() { ended.store(true, ordering: .sequentiallyConsistent) }
}

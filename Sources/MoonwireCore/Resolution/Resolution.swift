import CDispatch
import MoonwireSupport

/// The resolves of a thread: the services under construction, outermost first, and the instances of this graph.
///
/// Has more than twelve stored properties because each is a state of the thread that others read and set by themselves.
final class Resolution {
    /// A service of a generation.
    struct Step: Hashable {
        let generation: ObjectIdentifier
        let index: Int
    }

    private struct GraphInstance {
        let step: Step
        let object: AnyObject
        /// The number of clearings in its generation before it was built; 0 for instances that are never cleared.
        let clearings: Int
    }

    /// A service under construction; it is stored on the stack of the thread that builds it, or in an ``AsynchronousPath``.
    struct Frame {
        let service: Unmanaged<PlannedService>
        let outer: UnsafePointer<Frame>?
        let depth: Int
        let arguments: Unmanaged<GivenArguments>?
    }

    private(set) var innermost: UnsafePointer<Frame>?
    private var graph: [GraphInstance] = []
    /// The places of the instances, if there are many.
    private var graphPlaces: [Step: Int] = [:]
    /// The build for which the thread waits; the lock of ``BuildBoard`` protects it.
    var waitingFor: BuildBoard.Build?
    private var lowestStackAddress: UInt
    /// The retained generation of the outermost resolve, and those of other containers that it used; all of them leased.
    private var outermost: Unmanaged<Generation>?
    private var others: [Generation] = []
    /// Whether there is anything in `graph` or `others`; checking those involves exclusivity checks.
    private var hasMore = false
    /// The function for which this thread resolves, while another thread runs it.
    private(set) var session: BuildSession?
    /// The parameters and preferences whose hooks are running.
    private var changing: [(event: HookEvent, name: String)] = []
    /// The assignment to a property that a script, or a definition, is making.
    private var assignment = Assignment.none
    /// The cycles whose services the thread builds, outermost first.
    var cycles: [CycleBuild] = []
    /// The slots that are being read or filled.
    var slots = SlotAccesses()
    /// Whether there are held values in `slots`; checking those involves exclusivity checks.
    var holdsSlots = false
    /// The container of the script that calls a member, outside of any build.
    var scriptCaller: CurrentGeneration?

    /// An assignment to an exposed property that cannot throw by itself.
    private enum Assignment {
        case none, underWay
        case refused(any Error)
    }

    /// The resolution of this thread; it is created at the first use.
    init() {
        lowestStackAddress = ThreadStack.lowestAddress()
    }

    /// The resolution of a task, which moves from thread to thread; the generation is leased for it.
    init(ofTaskIn generation: Generation) {
        lowestStackAddress = 0
        outermost = .passRetained(generation)
    }

    /// Whether requests of this thread are dependencies of a build.
    var isObserved: Bool { isBuilding || slots.late?.owner != nil }

    /// Whether this thread takes part in a build.
    var isBuilding: Bool { innermost != nil || session != nil }

    /// Runs `body` in the container's generation, which stays the same until the outermost resolve has ended.
    ///
    /// - Parameters:
    /// - preferred: The generation to use instead of the current one, while a thread resolves in it.
    /// - scoped: Whether an open scope of this task is used if it is inside the preferred generation.
    /// - id: The requested id, for the error after the container's end.
    /// - whileEnding: Whether the last generation is used while the container ends, in which nothing can be resolved.
    func resolving<R>(
        in current: CurrentGeneration, preferring preferred: WeakGeneration? = nil, scoped: Bool = false,
        for id: String? = nil, whileEnding: Bool = false,
        _ body: (Generation) throws -> R
    ) throws -> R {
        if let outermost = outermost(of: current) { return try outermost._withUnsafeGuaranteedRef(body) }
        if hasMore, let other = others.first(where: { $0.context.current === current }) { return try body(other) }
        if !isBuilding, let build = TaskBuild.current(in: current) {
            return try acting(for: build.session) {
                try resolving(in: current, preferring: build.reference, for: id, whileEnding: whileEnding, body)
            }
        }
        let generation: Generation
        if scoped, let scope = Override.lease(ofScopeIn: preferred, of: current) {
            generation = scope
        } else if let leased = preferred?.lease() {
            generation = leased
        } else if let override = Override.lease(of: current) {
            generation = override
        } else if let leased = current.lease() {
            generation = leased
        } else if whileEnding, let last = current.live.last {
            // It may have no lease, so that it cannot be the generation of a resolve.
            return try body(last)
        } else {
            throw current.ended(id)
        }
        let isOutermost = outermost == nil
        if isOutermost {
            outermost = .passRetained(generation)
        } else {
            others.append(generation)
            hasMore = true
        }
        defer { if isOutermost { leave() } }
        return try body(generation)
    }

    /// Runs `body` in a generation that another one of the same container, in which this thread resolves, keeps leased.
    func within<R>(_ generation: Generation, insteadOf other: Generation, _ body: () throws -> R) rethrows -> R {
        if let outermost, outermost.toOpaque() == Unmanaged.passUnretained(other).toOpaque() {
            self.outermost = .passUnretained(generation)
            defer { self.outermost = outermost }
            return try body()
        }
        guard let place = others.firstIndex(where: { $0 === other }) else { return try body() }
        others[place] = generation
        defer { others[place] = other }
        return try body()
    }

    /// Runs `body` in a generation, which a lease of the caller keeps, whatever this thread or task resolves in.
    func using(_ generation: Generation, _ body: () -> Void) {
        if let pinned = pinned(of: generation.context.current) {
            within(generation, insteadOf: pinned, body)
        } else {
            TaskBuild.outside {
                // The generation is leased, so it is not the end of the container that could make this throw.
                try? resolving(in: generation.context.current, preferring: generation.reference) { _ in body() }
            }
        }
    }

    /// Runs `body` in a generation that was leased and retained for it, as the outermost resolve.
    @inline(__always) func starting<R>(
        in generation: Unmanaged<Generation>, _ body: (Generation) throws -> R
    ) throws -> R {
        outermost = generation
        defer { leave() }
        return try generation._withUnsafeGuaranteedRef(body)
    }

    /// Runs `body` on this thread as a part of a task, which has these services under construction.
    func resuming<R>(on path: AsynchronousPath?, _ body: () throws -> R) rethrows -> R {
        let thread = Self.current
        lowestStackAddress = thread.lowestStackAddress
        innermost = path?.frame
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer {
            innermost = nil
            pthread_setspecific(Self.key, Unmanaged.passUnretained(thread).toOpaque())
        }
        return try body()
    }

    /// Ends the resolve of a task.
    func end() { leave() }

    /// Runs `body` as a part of building a service; throws ``ContainerError`` if the service is being built already.
    ///
    /// Inlined, so that the body captures nothing that must be retained.
    @inline(__always) func building<R>(
        _ service: PlannedService, _ given: GivenArguments? = nil, _ body: () throws -> R
    ) throws -> R {
        let outer = innermost
        let frame = Frame(
            service: .passUnretained(service), outer: outer, depth: outer.map { $0.pointee.depth + 1 } ?? 0,
            arguments: given.map(Unmanaged.passUnretained))
        guard !isBuilding(service) else { throw cycle(backTo: service) }
        guard hasStackLeft() else { throw ContainerError(.tooDeep(service.definition, depth: frame.depth)) }
        return try withUnsafePointer(to: frame) { frame in
            innermost = frame
            defer { innermost = outer }
            return try body()
        }
    }

    /// Runs `body` while the hooks of a change run; throws ``ContainerError`` if they are running already.
    func changing<R>(_ event: HookEvent, _ name: String, _ body: () throws -> R) throws -> R {
        if let first = changing.firstIndex(where: { $0.event == event && $0.name == name }) {
            throw ContainerError(.changesItself(event, changing[first...].map(\.name), name))
        }
        changing.append((event, name))
        defer { changing.removeLast() }
        return try body()
    }

    /// Runs `body`, an assignment to an exposed property; throws the property's error.
    func assigning(_ body: () throws -> Void) throws {
        let outer = assignment
        assignment = .underWay
        let result = Result { try body() }
        let ended = assignment
        assignment = outer
        try result.get()
        if case .refused(let error) = ended { throw error }
    }

    /// Whether there is an assignment in progress that throws the error at its end; the first error counts.
    func refuseAssignment(_ error: any Error) -> Bool {
        if case .none = assignment { return false }
        if case .underWay = assignment { assignment = .refused(error) }
        return true
    }

    /// The container that is building a service on this thread; nil if there is none.
    var builder: CurrentGeneration? {
        guard let outermost, innermost != nil else { return nil }
        let generations = others.reversed() + [outermost.takeUnretainedValue()]
        var next = innermost
        while let frame = next?.pointee {
            let (position, service) = (frame.service._withUnsafeGuaranteedRef(\.index), frame.service.toOpaque())
            if let generation = generations.first(where: { $0.identity(ofServiceAt: position) == service }) {
                return generation.context.current
            }
            next = frame.outer
        }
        return generations.last?.context.current
    }

    /// Runs `body` for a function that another thread runs: its requests are dependencies of the session's build, or of none if
    /// there is no session.
    func acting<R>(for session: BuildSession?, _ body: () throws -> R) rethrows -> R {
        let outer = self.session
        self.session = session
        defer { self.session = outer }
        return try body()
    }

    private func isBuilding(_ service: PlannedService) -> Bool {
        let wanted = Unmanaged.passUnretained(service).toOpaque()
        var next = innermost
        while let frame = next {
            if frame.pointee.service.toOpaque() == wanted { return true }
            next = frame.pointee.outer
        }
        return false
    }

    /// Records the requests of the services under construction: those that may be carried over, up to the one that the container
    /// itself holds.
    func observe(in generation: Generation, _ note: (_ position: Int) -> Void) {
        let owner = slots.late?.owner
        var next = innermost
        while true {
            if let owner, owner.begins(at: next, in: generation) { note(owner.position) }
            guard let frame = next?.pointee else { break }
            let (position, scope) = frame.service._withUnsafeGuaranteedRef { ($0.index, $0.scope) }
            let isOwn = position >= 0 && frame.service.toOpaque() == generation.identity(ofServiceAt: position)
            if isOwn, scope != .transient { note(position) }
            if isOwn, scope.isSharedBetweenThreads { return }
            next = frame.outer
        }
        session?.observe(in: generation, note)
    }

    /// The error of a service that is needed while it is under construction; nil if it is not.
    func cycle(through service: PlannedService) -> ContainerError? {
        isBuilding(service) ? cycle(backTo: service) : nil
    }

    @inline(never) private func cycle(backTo service: PlannedService) -> ContainerError {
        let ids = ids
        let first = ids.firstIndex(of: service.id) ?? 0
        return ContainerError(.cycleWhileBuilding(ids[first...] + [service.id], service.definition))
    }

    /// Clears the state of the outermost resolve.
    ///
    /// Objects that are released may resolve again, so the fields are cleared first.
    private func leave() {
        let generation = outermost
        outermost = nil
        if hasMore { leaveOthers() }
        generation?._withUnsafeGuaranteedRef { _ = $0.endLease() }
        generation?.release()
    }

    @inline(never) private func leaveOthers() {
        hasMore = false
        let former = (graph, others)
        graph = []
        if !graphPlaces.isEmpty { graphPlaces = [:] }
        others = []
        withExtendedLifetime(former.0) {}
        for other in former.1 { other.endLease() }
    }

    /// The generation of the outermost resolve, if it is one of that container; it lives until the resolve ends.
    @inline(__always) func outermost(of container: CurrentGeneration) -> Unmanaged<Generation>? {
        guard let outermost, outermost._withUnsafeGuaranteedRef({ $0.context.current === container }) else {
            return nil
        }
        return outermost
    }

    /// The generation of the resolve in progress on this thread.
    func pinned(of container: CurrentGeneration) -> Generation? {
        if let outermost = outermost(of: container) { return outermost.takeUnretainedValue() }
        return others.isEmpty ? nil : others.first { $0.context.current === container }
    }

    func graphInstance(_ service: PlannedService, of generation: Generation, _ make: () throws -> AnyObject) throws
        -> AnyObject
    {
        if let known = knownGraphInstance(service, of: generation) { return known }
        let clearings = generation.clearings(forGraphInstanceOf: service)
        return keepGraphInstance(try make(), service, of: generation, clearings)
    }

    /// The instance that a service of scope graph has in this resolve, if there is one.
    func knownGraphInstance(_ service: PlannedService, of generation: Generation) -> AnyObject? {
        guard hasMore, let place = place(of: Step(generation: ObjectIdentifier(generation), index: service.index))
        else { return nil }
        let made = graph[place]
        if service.definition.decorates != nil,
            generation.instances.wasCleared(service.index, since: made.clearings)
        {
            return nil
        }
        return made.object
    }

    /// Keeps an instance until the end of the resolve; `clearings` is the number of them before it was built.
    func keepGraphInstance(
        _ fresh: AnyObject, _ service: PlannedService, of generation: Generation, _ clearings: Int
    ) -> AnyObject {
        let step = Step(generation: ObjectIdentifier(generation), index: service.index)
        let instance = GraphInstance(step: step, object: fresh, clearings: clearings)
        hasMore = true
        guard let place = place(of: step) else {
            graph.append(instance)
            if graph.count > Self.fewGraphInstances { graphPlaces[step] = graph.count - 1 }
            return fresh
        }
        let former = graph[place]
        graph[place] = instance
        // It may resolve when it is released, and so must outlive the change.
        return withExtendedLifetime(former) { fresh }
    }

    /// The first few instances are found by a search, the others by a dictionary.
    private static let fewGraphInstances = 8

    private func place(of step: Step) -> Int? {
        for place in 0..<min(graph.count, Self.fewGraphInstances) where graph[place].step == step { return place }
        return graph.count > Self.fewGraphInstances ? graphPlaces[step] : nil
    }

    /// Whether a service of scope graph has returned the same instance in this resolve.
    func hasGraphInstance(_ instance: AnyObject) -> Bool {
        hasMore && graph.contains { $0.object === instance }
    }

    private static let leastStack = 128 << 10

    /// Whether its thread is not resolving.
    @inline(__always) var isIdle: Bool { outermost == nil }

    /// Whether its thread is not resolving, takes no part in a build, and accesses no slot on behalf of a script.
    @inline(__always) var isUndisturbed: Bool { outermost == nil && session == nil && !holdsSlots }

    private func hasStackLeft() -> Bool {
        withUnsafePointer(to: 0) { UInt(bitPattern: $0) > lowestStackAddress + UInt(Self.leastStack) }
    }
}

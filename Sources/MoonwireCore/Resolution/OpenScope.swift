import MoonwireModel
import MoonwireSupport

/// A scope or overrides that are open: the generation, which is leased until they are closed.
final class OpenScope: @unchecked Sendable {  // The lock of `OpenScopes` protects its variables.
    let name: String
    let generation: Generation
    private let unscoped: ObjectIdentifier
    /// Those of the generation, which hits read without a retain.
    private let instances: Unmanaged<InstanceTable>
    private let isClosed = Atomic(false)
    fileprivate var place = 0
    fileprivate var isCounted = false

    /// Opens a scope; `generation` is adopted and therefore leased.
    init(_ name: String, _ generation: Generation) {
        self.name = name
        self.generation = generation
        unscoped = ObjectIdentifier(generation.unscoped)
        instances = .passUnretained(generation.instances.shared)
        current.scopes.add(self, to: current)
    }

    /// Opens overrides; `generation` is adopted and therefore leased.
    convenience init(overriding generation: Generation) { self.init(Self.overrides, generation) }

    /// The name of what is open if it is not a scope.
    private static let overrides = "overrides"

    /// What messages say about it after its end.
    var closed: ClosedScope { generation.context.scope == nil ? .overrides : .scope(name) }

    var current: CurrentGeneration { generation.context.current }

    var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    /// Whether it is open, and the generation is the one below it and all scopes around it.
    func isOpen(over generation: Generation) -> Bool { unscoped == ObjectIdentifier(generation) && isOpen }

    /// The instance of a service inside the scope, without a retain; the caller is inside the gate.
    func instance(at position: Int) -> Unmanaged<AnyObject>? {
        instances._withUnsafeGuaranteedRef { $0.find(position) }
    }

    /// The generation with another lease; nil if the scope is closed.
    func lease() -> Generation? { isOpen && generation.reference.leases.beginIfHeld() ? generation : nil }

    /// Runs `body` in the generation of the scope, as a resolve; throws ``ContainerError`` if the scope is closed.
    func resolving<R>(_ id: String?, _ body: (Generation) throws -> R) throws -> R {
        guard let generation = lease() else { throw ContainerError(.scopeClosed(closed, requested: id)) }
        defer { generation.endLease() }
        let resolution = Resolution.current
        if let pinned = resolution.pinned(of: current) {
            return try resolution.within(generation, insteadOf: pinned) { try body(generation) }
        }
        // An asynchronous function records what it asks for, but asks in this scope.
        if !resolution.isBuilding, let build = TaskBuild.current(in: current) {
            return try resolution.acting(for: build.session) {
                try resolution.resolving(in: current, preferring: generation.reference, body)
            }
        }
        return try resolution.resolving(in: current, preferring: generation.reference, body)
    }

    /// Closes the scope, once; after the last resolve inside it, its instances are stopped.
    ///
    /// Returns the task that awaits asynchronous stops, if this call begins them.
    @discardableResult func close() -> Task<Void, Never>? {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        current.scopes.remove(self, from: current)
        return generation.endLease()
    }
}

/// The open scopes of a container.
///
/// While the generation beneath a scope is the current one, hits of shared services outside the scope and inside it are the same.
/// Other scopes count as overrides.
final class OpenScopes: Sendable {
    private let scopes = Lock<[OpenScope]>([])
    private let count = LiveCount()

    @inline(__always) var isAny: Bool { count.isAny }

    /// The open scopes, in no order.
    var all: [OpenScope] { scopes.copy { $0 } }

    fileprivate func add(_ scope: OpenScope, to current: CurrentGeneration) {
        count.begin()
        scopes.withLock { scopes in
            scope.place = scopes.count
            scopes.append(scope)
            if !current.isCurrent(scope.generation.unscoped) { scope.count(in: current) }
        }
    }

    fileprivate func remove(_ scope: OpenScope, from current: CurrentGeneration) {
        scopes.withLock { scopes in
            if scope.isCounted { current.overrides.end() }
            let last = scopes.removeLast()
            guard last !== scope else { return }
            last.place = scope.place
            scopes[scope.place] = last
        }
        count.end()
    }

    /// Runs `exchange`, which replaces the generation beneath the open scopes.
    func counted<R>(in current: CurrentGeneration, _ exchange: () -> R) -> R {
        scopes.withLock { scopes in
            for scope in scopes where !scope.isCounted { scope.count(in: current) }
            return exchange()
        }
    }
}

extension OpenScope {
    fileprivate func count(in current: CurrentGeneration) {
        isCounted = true
        current.overrides.begin()
    }
}

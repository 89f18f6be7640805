import MoonwireSupport

/// A generation that tasks use instead of the current one: inside ``Container/withOverrides(_:operation:)``, or in an open scope.
///
/// It keeps no generation alive: a task that is created inside may outlive it.
final class Override: Sendable {
    /// The innermost override of this task.
    @TaskLocal private static var innermost: Override?
    /// The scope of the innermost override, without a retain: whatever has this value also has that override, which keeps the
    /// scope alive.
    @TaskLocal private static var lentScope = LentScope(scope: nil)

    private struct LentScope: Sendable {
        let scope: Unmanaged<OpenScope>?
    }

    private let current: CurrentGeneration
    private let reference: WeakGeneration
    private let number: Int
    /// The scope to which the generation belongs; nil for replacements.
    private let scope: OpenScope?
    /// The override around this one, which may be one of another container.
    private let outer: Override?

    private init(_ generation: Generation, _ scope: OpenScope? = nil, inside outer: Override?) {
        current = generation.context.current
        reference = generation.reference
        number = generation.context.number
        self.scope = scope
        self.outer = outer
    }

    /// The leased generation of this task; nil if there is no active override, and no open scope.
    ///
    /// While other tasks have overrides, this one only reads its own task-local value.
    @inline(__always) static func lease(of current: CurrentGeneration) -> Generation? {
        guard current.overrides.isAny || current.scopes.isAny, let innermost else { return nil }
        return innermost.lease(of: current)
    }

    @inline(never) private func lease(of current: CurrentGeneration) -> Generation? {
        if self.current === current {
            if let scope {
                if let generation = scope.lease() { return generation }
            } else if let generation = leaseBeside() {
                return generation
            }
        }
        return outer?.lease(of: current)
    }

    /// The leased generation, unless it is over, or the current one.
    private func leaseBeside() -> Generation? {
        guard let generation = reference.lease() else { return nil }
        if generation.isBeside { return generation }
        generation.endLease()
        return nil
    }

    private var isBeside: Bool {
        guard let generation = leaseBeside() else { return false }
        generation.endLease()
        return true
    }

    /// The leased generation of the innermost override below the open scopes of this task; nil if there is none.
    static func leaseBelowScopes(of current: CurrentGeneration) -> Generation? {
        guard let leased = lease(of: current) else { return nil }
        let below = leased.unscoped
        if below === leased { return leased }
        defer { leased.endLease() }
        guard below.context.base != nil else { return nil }
        below.reference.leases.begin()
        return below
    }

    /// The leased generation of the innermost open scope of this task, if it is inside the given generation.
    static func lease(ofScopeIn outer: WeakGeneration?, of current: CurrentGeneration) -> Generation? {
        guard let outer, current.scopes.isAny, let leased = lease(of: current) else { return nil }
        if leased.context.scope != nil, leased.unscoped.reference === outer { return leased }
        leased.endLease()
        return nil
    }

    /// The generation below the overrides and scopes of this task, if it is one of a wiring.
    static func generation(ofWiring wiring: Int, in current: CurrentGeneration) -> WeakGeneration? {
        guard let own = lease(of: current) else { return nil }
        defer { own.endLease() }
        let below = own.lowest.reference
        return below.wiring == wiring ? below : nil
    }

    /// Whether this task is inside an override or an open scope of the container.
    static func isActive(in current: CurrentGeneration) -> Bool {
        var next = innermost
        while let override = next {
            if override.current === current, override.scope?.isOpen ?? override.isBeside { return true }
            next = override.outer
        }
        return false
    }

    /// The number of the generation that this task uses instead of the current one; nil if it uses the current one.
    static func number(of current: CurrentGeneration) -> Int? {
        var next = innermost
        while let override = next {
            if override.current === current, override.scope?.isOpen ?? override.isBeside { return override.number }
            next = override.outer
        }
        return nil
    }

    /// The innermost open scope of this task, if there is no override.
    static func scope(of current: CurrentGeneration) -> OpenScope? {
        var next = innermost
        while let override = next {
            if override.current === current, let scope = override.scope, scope.isOpen { return scope }
            next = override.outer
        }
        return nil
    }

    /// The instance of a service in the innermost scope of this task, without a retain, if that scope is open over the generation.
    ///
    /// The caller is inside the gate: the scope stops no instance that a reader has found before it was closed.
    static func instance(inScopeOver generation: Generation, at position: Int) -> Unmanaged<AnyObject>? {
        lentScope.scope?._withUnsafeGuaranteedRef { scope in
            scope.isOpen(over: generation) ? scope.instance(at: position) : nil
        }
    }

    /// Whether this task was in a scope of that name that has been closed since.
    static func wasInScope(_ name: String, of current: CurrentGeneration) -> Bool {
        var next = innermost
        while let override = next {
            if override.current === current, let scope = override.scope, scope.name == name, !scope.isOpen {
                return true
            }
            next = override.outer
        }
        return false
    }

    /// Uses the generation for the tasks inside `body`, and ends it afterward.
    static func with<R>(_ generation: Generation, _ body: () throws -> R) rethrows -> R {
        let override = Override(generation, inside: innermost)
        override.begin()
        defer { override.end(generation) }
        return try override.bound(body)
    }

    /// Uses the generation for the tasks inside `body`, and ends it afterward.
    static func with<R>(
        _ generation: Generation, isolation: isolated (any Actor)?, _ body: () async throws -> R
    ) async rethrows -> R {
        let override = Override(generation, inside: innermost)
        override.begin()
        do {
            let result = try await override.bound(isolation: isolation, body)
            await override.end(generation)?.value
            return result
        } catch {
            await override.end(generation)?.value
            throw error
        }
    }

    /// Uses the scope for the tasks inside `body`.
    static func with<R>(_ scope: OpenScope, _ body: () throws -> R) rethrows -> R {
        try Override(scope.generation, scope, inside: innermost).bound(body)
    }

    /// Uses the scope for the tasks inside `body`.
    static func with<R>(
        _ scope: OpenScope, isolation: isolated (any Actor)?, _ body: () async throws -> R
    ) async rethrows -> R {
        try await Override(scope.generation, scope, inside: innermost).bound(isolation: isolation, body)
    }

    private var lent: LentScope { LentScope(scope: scope.map(Unmanaged.passUnretained)) }

    /// Runs `body` inside.
    private func bound<R>(_ body: () throws -> R) rethrows -> R {
        try Self.$innermost.withValue(self) { try Self.$lentScope.withValue(lent, operation: body) }
    }

    /// Runs `body` inside.
    private func bound<R>(isolation: isolated (any Actor)?, _ body: () async throws -> R) async rethrows -> R {
        try await Self.$innermost.withValue(
            self,
            operation: { try await Self.$lentScope.withValue(lent, operation: body, isolation: isolation) },
            isolation: isolation)
    }

    private func begin() { current.overrides.begin() }

    /// Returns the task that awaits asynchronous stops, if there are any.
    @discardableResult private func end(_ generation: Generation) -> Task<Void, Never>? {
        current.overrides.end()
        return generation.endLease()
    }
}

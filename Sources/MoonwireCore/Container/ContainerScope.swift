import MoonwireSupport

/// A scope, or a child container, that is open until ``close()``.
///
/// ``Container/openScope(_:_:)`` opens a scope, and ``Container/openOverrides(_:)`` a child container.
/// It can be used from any thread. When the last reference is released, the scope closes.
public final class ContainerScope: Sendable {
    let scope: OpenScope
    let container: Container

    init(_ scope: OpenScope, _ container: Container) {
        self.scope = scope
        self.container = container
    }

    deinit { scope.close() }

    /// The name of the scope; `overrides` for a child container.
    public var name: String { scope.name }

    /// The number of the generation that the scope uses until it is closed, as in ``Container/generations``.
    public var generation: Int { scope.generation.lowest.context.number }

    /// Whether the scope is open.
    public var isOpen: Bool { scope.isOpen }

    /// Closes the scope: what was built inside is stopped, latest first, as soon as no resolve inside it is in progress.
    ///
    /// Another call has no effect. A scope that is still open inside this one keeps its instances until it is closed.
    public func close() { scope.close() }

    /// Opens a scope inside this one.
    ///
    /// `let request = try session.openScope("request")`
    public func openScope(
        _ name: String, _ instances: (inout ScopeInstances) throws -> Void = { _ in }
    ) throws -> ContainerScope {
        ContainerScope(try container.open(name, in: scope, instances), container)
    }

    /// Uses the scope while `operation` runs, in this task and in the tasks that it creates; throws ``ContainerError`` if the scope
    /// is closed.
    ///
    /// ``Container/resolve(_:as:)-(_,T.Type)``, slots, and handles find the scope inside.
    public func perform<R>(_ operation: () throws -> R) throws -> R {
        try checkIsOpen()
        return try Override.with(scope, operation)
    }

    /// Uses the scope while `operation` runs, in this task and in the tasks that it creates.
    public func perform<R>(
        isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
    ) async throws -> R {
        try checkIsOpen()
        return try await Override.with(scope, isolation: isolation, operation)
    }

    /// Resolves the service with that id, inside the scope.
    ///
    /// `let handler = try scope.resolve("handler", as: Handler.self)`
    public func resolve<T: Sendable>(_ id: String, as type: T.Type = T.self) throws -> T {
        try inside(id) { try $0.resolveSlowly(id, sendable: true) }
    }

    /// Resolves the service with that id, whose type is not `Sendable`, inside the scope.
    public func resolve<T>(_ id: String, as type: T.Type = T.self) throws -> sending T {
        try container.sendable { try inside(id) { try $0.resolveSlowly(id, sendable: false) } }
    }

    /// Resolves the service with that key, inside the scope.
    public func resolve<T: Sendable>(_ key: ServiceKey<T>) throws -> T { try resolve(key.id, as: T.self) }

    /// Resolves the service with that key, whose type is not `Sendable`, inside the scope.
    public func resolve<T>(_ key: ServiceKey<T>) throws -> sending T { try resolve(key.id, as: T.self) }

    /// Resolves the only service that provides that type, inside the scope.
    public func resolve<T: Sendable>(_ type: T.Type = T.self) throws -> T {
        try inside { try $0.resolveSlowly(sendable: true) }
    }

    /// Resolves the only service that provides that type, which is not `Sendable`, inside the scope.
    public func resolve<T>(_ type: T.Type = T.self) throws -> sending T {
        try container.sendable { try inside { try $0.resolveSlowly(sendable: false) } }
    }

    /// Resolves all services with a tag, those of higher priority first, inside the scope.
    public func tagged<T: Sendable>(_ tag: String, as type: T.Type = T.self) throws -> [T] {
        try inside { try $0.tagged(tag, as: type) }
    }

    /// Supplies the instance of a service of the scope, or replaces it.
    public func supply<T: Sendable>(_ instance: T, for id: String) throws {
        try perform { try container.supply(instance, for: id) }
    }

    /// Supplies the instance of a service of the scope, or replaces it.
    public func supply<T: Sendable>(_ instance: T, for key: ServiceKey<T>) throws { try supply(instance, for: key.id) }

    /// Runs `body` with the container, as a resolve in the generation of the scope.
    func inside<R>(_ id: String? = nil, _ body: (Container) throws -> R) throws -> R {
        try scope.resolving(id) { _ in try body(container) }
    }

    private func checkIsOpen() throws {
        guard scope.isOpen else { throw ContainerError(.scopeClosed(scope.closed, requested: nil)) }
    }
}

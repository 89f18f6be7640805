import MoonwireModel

/// What a container does with the instance of a service that the application registers.
///
/// ```swift
/// services.register("pool", lifecycle: Lifecycle(start: { try await $0.connect() }, stop: { await $0.close() })) { _ in
///     Pool(size: 8)
/// }
/// ```
public struct Lifecycle<Service: Sendable>: Sendable {
    private(set) var actions: LifecycleActions
    let reload: ReloadPolicy

    /// Creates a lifecycle whose last action is synchronous, so that it also runs when a container is released without a shutdown.
    ///
    /// - Parameters:
    ///   - isEager: Whether ``Container/start()`` builds the instance; `start` and `run` imply it.
    ///   - start: The action of ``Container/start()``, before services that depend on the service start.
    ///   - running: What runs as long as the instance is in use.
    ///   - ready: Returns whether services that depend on the service can start; it is asked again until it returns true.
    ///   - after: The ids of services that start before this one, although it is not built from them.
    ///   - health: Returns whether the instance works, for ``Container/health(within:)``.
    ///   - reload: What a reload does with the instance.
    ///   - stop: The action when the container releases the instance, by which a `run` ends.
    public init(
        isEager: Bool = false, start: (@Sendable (Service) async throws -> Void)? = nil,
        run running: ServiceRunning<Service>? = nil, ready: (@Sendable (Service) async throws -> Bool)? = nil,
        after: [String] = [], health: (@Sendable (Service) async throws -> Bool)? = nil, reload: ReloadPolicy = .auto,
        stop: (@Sendable (Service) throws -> Void)? = nil
    ) {
        self.reload = reload
        actions = Self.actions(isEager, start, running, ready, after, health)
        actions.stop = stop.map { stop in
            .closure(
                InstanceClosureBody.synchronous { (service: Service) in
                    try stop(service)
                    return .healthy
                })
        }
    }

    /// Creates a lifecycle whose last action is asynchronous: ``Container/shutdownGracefully(within:)`` awaits it.
    public init(
        isEager: Bool = false, start: (@Sendable (Service) async throws -> Void)? = nil,
        run running: ServiceRunning<Service>? = nil, ready: (@Sendable (Service) async throws -> Bool)? = nil,
        after: [String] = [], health: (@Sendable (Service) async throws -> Bool)? = nil, reload: ReloadPolicy = .auto,
        stop: @escaping @Sendable (Service) async throws -> Void
    ) {
        self.reload = reload
        actions = Self.actions(isEager, start, running, ready, after, health)
        actions.stop = .closure(InstanceClosureBody.awaiting(stop))
    }

    private static func actions(
        _ isEager: Bool, _ start: (@Sendable (Service) async throws -> Void)?, _ running: ServiceRunning<Service>?,
        _ ready: (@Sendable (Service) async throws -> Bool)?, _ after: [String],
        _ health: (@Sendable (Service) async throws -> Bool)?
    ) -> LifecycleActions {
        var actions = LifecycleActions()
        actions.isEager = isEager ? true : nil
        actions.start = start.map { .closure(InstanceClosureBody.awaiting($0)) }
        actions.run = running.map { .closure(InstanceClosureBody.awaiting($0.body)) }
        actions.onReturn = running?.onReturn
        actions.onFailure = running?.onFailure
        actions.ready = ready.map { .closure(InstanceClosureBody.answering($0)) }
        actions.after = after.map { ServiceReference($0) }
        actions.health = health.map { .closure(InstanceClosureBody.answering($0)) }
        return actions
    }
}

extension InstanceClosureBody {
    fileprivate static func awaiting<Service: Sendable>(
        _ action: @escaping @Sendable (Service) async throws -> Void
    ) -> InstanceClosureBody {
        asynchronous { (service: Service) in
            try await action(service)
            return .healthy
        }
    }

    fileprivate static func answering<Service: Sendable>(
        _ question: @escaping @Sendable (Service) async throws -> Bool
    ) -> InstanceClosureBody {
        asynchronous { (service: Service) in HealthVerdict(isHealthy: try await question(service), reason: nil) }
    }
}

import MoonwireModel

/// What a container does with the instance of a service that the application registers.
///
/// ```swift
/// services.register("pool", lifecycle: Lifecycle(start: { try await $0.connect() }, stop: { await $0.close() })) { _ in
///     Pool(size: 8)
/// }
/// ```
public struct Lifecycle<Service: Sendable>: Sendable {
    let actions: LifecycleActions

    /// Creates a lifecycle whose last action is synchronous, so that it also runs when a container is released without a shutdown.
    ///
    /// - Parameters:
    ///   - isEager: Whether ``Container/start()`` builds the instance; `start` implies it.
    ///   - start: The action of ``Container/start()``, before services that depend on the service start.
    ///   - health: Returns whether the instance works, for ``Container/health(within:)``.
    ///   - stop: The action when the container releases the instance.
    public init(
        isEager: Bool = false, start: (@Sendable (Service) async throws -> Void)? = nil,
        health: (@Sendable (Service) async throws -> Bool)? = nil, stop: (@Sendable (Service) throws -> Void)? = nil
    ) {
        let last = stop.map { stop in
            InstanceClosureBody.synchronous { (service: Service) in
                try stop(service)
                return .healthy
            }
        }
        actions = Self.actions(isEager, start, health, last)
    }

    /// Creates a lifecycle whose last action is asynchronous: ``Container/shutdownGracefully(within:)`` awaits it.
    public init(
        isEager: Bool = false, start: (@Sendable (Service) async throws -> Void)? = nil,
        health: (@Sendable (Service) async throws -> Bool)? = nil,
        stop: @escaping @Sendable (Service) async throws -> Void
    ) {
        actions = Self.actions(isEager, start, health, .awaiting(stop))
    }

    private static func actions(
        _ isEager: Bool, _ start: (@Sendable (Service) async throws -> Void)?,
        _ health: (@Sendable (Service) async throws -> Bool)?, _ stop: InstanceClosureBody?
    ) -> LifecycleActions {
        LifecycleActions(
            isEager: isEager ? true : nil, start: start.map { .closure(InstanceClosureBody.awaiting($0)) },
            health: health.map { health in
                .closure(
                    InstanceClosureBody.asynchronous { (service: Service) in
                        HealthVerdict(isHealthy: try await health(service), reason: nil)
                    })
            },
            stop: stop.map { .closure($0) })
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
}

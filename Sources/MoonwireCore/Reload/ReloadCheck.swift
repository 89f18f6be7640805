public import MoonwireModel

/// What a reload must prove before it takes effect.
///
/// ```swift
/// try await container.reload(checking: .health)
/// ```
///
/// The services that the reload rebuilds are built and started, and asked by `ready` and `health`, while the former ones are in use.
public struct ReloadCheck: Sendable {
    /// The time that the whole check has.
    let limit: Duration
    /// What the application asks after that.
    let probes: [@Sendable (ReloadPlan) async throws -> Void]

    private init(_ limit: Duration, _ probes: [@Sendable (ReloadPlan) async throws -> Void] = []) {
        self.limit = limit
        self.probes = probes
    }

    /// Starts what the reload rebuilds, and asks whether it works, within 30 seconds.
    public static let health = ReloadCheck(.seconds(30))

    /// Starts what the reload rebuilds, and asks whether it works, within a time.
    public static func health(within limit: Duration) -> ReloadCheck { ReloadCheck(limit) }

    /// The same check, followed by one of the application.
    ///
    /// ```swift
    /// container.reloadCheck = .health.and { plan in
    ///     try await container.resolve("mailer", as: Mailer.self).sendTest()
    /// }
    /// ```
    ///
    /// - Parameter probe: Receives what the reload changes, and throws if the new wiring must not be used. In its task, the container
    ///   resolves the services of the new wiring.
    /// - Returns: The check with what it asks.
    public func and(_ probe: @escaping @Sendable (ReloadPlan) async throws -> Void) -> ReloadCheck {
        ReloadCheck(limit, probes + [probe])
    }
}

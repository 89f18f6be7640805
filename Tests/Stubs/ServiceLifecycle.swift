// The declarations of swift-service-lifecycle that MoonwireCore uses, for scripts/traits.

/// What runs in a group.
public protocol Service: Sendable {
    /// Runs until the group shuts down.
    func run() async throws
}

/// Waits until the group of this task shuts down.
public func gracefulShutdown() async throws {}

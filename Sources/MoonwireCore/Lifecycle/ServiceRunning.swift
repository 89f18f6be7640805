public import MoonwireModel

/// What runs as long as an instance is in use, and what happens when it ends.
///
/// ```swift
/// services.register("jobs", lifecycle: Lifecycle(run: .init(onFailure: .restart) { try await $0.run() })) { _ in JobQueue() }
/// ```
public struct ServiceRunning<Service: Sendable>: Sendable {
    let body: @Sendable (Service) async throws -> Void
    let onReturn: RunPolicy
    let onFailure: RunPolicy

    /// Creates a description from what runs.
    ///
    /// - Parameters:
    ///   - onReturn: What happens when `body` returns.
    ///   - onFailure: What happens when `body` throws an error.
    ///   - body: What runs in a task of its own; it is cancelled when the container releases the instance, or some time after `stop`.
    public init(
        onReturn: RunPolicy = .shutdown, onFailure: RunPolicy = .shutdown,
        _ body: @escaping @Sendable (Service) async throws -> Void
    ) {
        self.body = body
        self.onReturn = onReturn
        self.onFailure = onFailure
    }
}

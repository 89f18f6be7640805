import MoonwireModel
import MoonwireSupport

/// Asks the `ready` of an instance until it says yes.
struct ReadyCheck: Sendable {
    /// The time in which an instance must become ready.
    static let limit = Duration.seconds(60)
    private static let firstPause = Duration.milliseconds(5)
    private static let longestPause = Duration.milliseconds(250)

    let definition: Definition
    let ask: @Sendable () async throws -> Bool

    /// Waits until the instance is ready; throws ``ContainerError`` if it does not become ready in time, or its run ends before.
    func wait(_ running: RunningInstance?) async throws {
        let polling = Task { try await poll() }
        running?.whenEnded { polling.cancel() }
        let outcome = await TimeLimit.run(Self.limit, grace: .zero) {
            try await withTaskCancellationHandler {
                try await polling.value
            } onCancel: {
                polling.cancel()
            }
        }
        if let end = running?.end { throw ContainerError(.endedBeforeReady(definition, end)) }
        switch outcome {
        case .ended(let result): try result.get()
        case .endedLate, .abandoned:
            try Task.checkCancellation()
            throw ContainerError(.neverReady(definition, Self.limit))
        }
    }

    private func poll() async throws {
        var pause = Self.firstPause
        while try await !ask() {
            try await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }
}

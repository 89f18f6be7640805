import MoonwireSupport

/// The moment at which the `run` of a service, or the application, ends the container.
final class ServiceEnd: Sendable {
    private struct State {
        /// The error of the service, or nil in it if there is none; nil before that moment.
        var outcome: ContainerError??
        /// Whether all runs are cancelled before anything is stopped.
        var cancelsRuns = false
        var observers: [Int: @Sendable () -> Void] = [:]
        var observations = 0
    }

    private let state = Lock(State())

    /// Whether that moment has come.
    var hasCome: Bool { state.withLock { $0.outcome != nil } }

    /// The error of the service; nil if there is none.
    var fault: ContainerError? { state.withLock { $0.outcome ?? nil } }

    /// Whether the end cancels all runs before anything is stopped.
    var cancelsRuns: Bool { state.withLock { $0.cancelsRuns } }

    /// Only the fault of the first end counts.
    func note(_ fault: ContainerError?, cancelsRuns: Bool) {
        let observers = state.withLock { state -> [@Sendable () -> Void] in
            if cancelsRuns { state.cancelsRuns = true }
            guard state.outcome == nil else { return [] }
            state.outcome = .some(fault)
            defer { state.observers = [:] }
            return Array(state.observers.values)
        }
        for tell in observers { tell() }
    }

    /// Runs `operation` in a task of its own, which is cancelled at that moment, or together with this task.
    func cancelling(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await operation() }
        let number = observe { task.cancel() }
        defer { state.withLock { $0.observers[number] = nil } }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Calls `tell` at that moment, or at once if it has come.
    private func observe(_ tell: @escaping @Sendable () -> Void) -> Int {
        let (number, hasCome) = state.withLock { state in
            state.observations += 1
            if state.outcome == nil { state.observers[state.observations] = tell }
            return (state.observations, state.outcome != nil)
        }
        if hasCome { tell() }
        return number
    }
}

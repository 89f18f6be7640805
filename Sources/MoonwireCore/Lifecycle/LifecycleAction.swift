import MoonwireSupport

/// An action of a service that this task runs: it cannot await a start or an end of which it is a part.
final class LifecycleAction: Sendable {
    /// The innermost action of this task.
    @TaskLocal private static var innermost: LifecycleAction?

    /// The state of the container that runs it.
    private let state: LifecycleState
    /// The action around this one, of another container.
    private let outer: LifecycleAction?
    /// A task that the action creates may outlive it.
    private let isRunning = Atomic(true)

    private init(_ state: LifecycleState, inside outer: LifecycleAction?) {
        self.state = state
        self.outer = outer
    }

    /// Whether this task runs an action of the container with that state.
    static func isCurrent(in state: LifecycleState) -> Bool {
        var next = innermost
        while let action = next {
            if action.state === state, action.isRunning.load(ordering: .acquiring) { return true }
            next = action.outer
        }
        return false
    }

    /// The innermost action of this task.
    static var ofThisTask: LifecycleAction? { innermost }

    /// Runs `body` as a part of an action that awaits it.
    static func within<R: Sendable>(_ action: LifecycleAction?, _ body: () async throws -> R) async rethrows -> R {
        try await $innermost.withValue(action, operation: body)
    }

    static func run<R: Sendable>(of state: LifecycleState, _ body: () async throws -> R) async rethrows -> R {
        let action = LifecycleAction(state, inside: innermost)
        defer { action.isRunning.store(false, ordering: .releasing) }
        return try await $innermost.withValue(action, operation: body)
    }
}

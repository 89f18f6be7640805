/// Lets one task or thread after the other in, in the order in which they come.
package final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var next = 0
        /// Those that wait, by number; each learns whether it is its turn.
        var waiting: [(number: Int, wake: @Sendable (Bool) -> Void)] = []
    }

    private let state = Lock(State())

    package init() {}

    /// Waits for the turn of this task, which ``leave()`` ends; throws `CancellationError` if the task is cancelled meanwhile.
    package func enter() async throws {
        try Task.checkCancellation()
        let number = nextNumber()
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                join(number) { continuation.resume(returning: $0) }
                // A cancellation before this point found nobody that waits.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        guard isIn else { throw CancellationError() }
    }

    /// Waits for the turn of this thread, which ``leave()`` ends.
    package func enterBlocking() {
        let isIn = Lock(false)
        let changed = Condition()
        join(nextNumber()) { _ in
            isIn.withLock { $0 = true }
            changed.wakeAll()
        }
        isIn.wait(changed) { $0 ? () : nil }
    }

    /// Ends a turn.
    package func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.isTaken = false
                return Optional<@Sendable (Bool) -> Void>.none
            }
            return state.waiting.removeFirst().wake
        }
        next?(true)
    }

    /// The number of tasks and threads that wait.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.next += 1
            return state.next
        }
    }

    private func join(_ number: Int, _ wake: @escaping @Sendable (Bool) -> Void) {
        let isIn = state.withLock { state in
            if state.isTaken {
                state.waiting.append((number, wake))
                return false
            }
            state.isTaken = true
            return true
        }
        if isIn { wake(true) }
    }

    private func cancel(_ number: Int) {
        let wake = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).wake }
        }
        wake?(false)
    }
}

import MoonwireSupport

/// Lets one thread at a time run a long operation that may call application code.
final class SerialGate: Sendable {
    private struct State: @unchecked Sendable {  // The gate's lock protects it.
        var owner: pthread_t?
        /// The resolves of the owner.
        var resolution: Resolution?
    }

    private let state = Lock(State())
    private let freed = Condition()

    /// Runs `body` when no other thread is inside; throws `refusal` if this thread already is.
    ///
    /// `deadlock` creates the error to throw if the thread inside waits for a service that this one builds.
    func take<R>(
        orThrow refusal: @autoclosure () -> any Error, orThrow deadlock: ([String]) -> any Error, _ body: () throws -> R
    ) throws -> R {
        let isMine = { (state: State) in state.owner.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
        if state.withLock({ isMine($0) }) { throw refusal() }
        let resolution = Resolution.current
        let ids = resolution.ids
        while !claim(resolution) {
            // The owner may begin to wait for this thread at any time, without a notification. If it is still inside at the second
            // check, it waits inside. If not, it may have begun to wait after it left, and this thread tries again.
            if !ids.isEmpty, let owner = state.withLock({ $0.resolution }),
                BuildBoard.does(owner, waitFor: resolution), state.withLock({ $0.resolution === owner })
            {
                throw deadlock(ids)
            }
            _ = state.wait(freed, atMost: .seconds(ids.isEmpty ? 3600 : 1)) { $0.owner != nil }
        }
        defer { leave() }
        return try body()
    }

    /// Returns when no thread is inside.
    func waitUntilFree() {
        while !state.wait(freed, atMost: .seconds(3600), while: { $0.owner != nil }) {}
    }

    private func leave() {
        state.withLock { $0 = State() }
        freed.wakeAll()
    }

    private func claim(_ resolution: Resolution) -> Bool {
        state.withLock { state in
            guard state.owner == nil else { return false }
            state = State(owner: pthread_self(), resolution: resolution)
            return true
        }
    }
}

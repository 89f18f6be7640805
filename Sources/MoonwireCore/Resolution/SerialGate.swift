import MoonwireSupport

/// Lets one thread at a time do something that takes long and may call code of the application.
final class SerialGate: Sendable {
    private struct State: @unchecked Sendable {  // The turn's lock protects it.
        var owner: pthread_t?
        /// What the owner resolves.
        var resolution: Resolution?
    }

    private let state = Lock(State())
    private let freed = Condition()

    /// Runs `body` once nobody else has the turn; throws `refusal` when this very thread has it.
    ///
    /// - Parameter deadlock: What to throw when the thread that has it waits for a service that this one builds.
    func take<R>(
        orThrow refusal: @autoclosure () -> any Error, orThrow deadlock: ([String]) -> any Error, _ body: () throws -> R
    ) throws -> R {
        let isMine = { (state: State) in state.owner.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
        if state.withLock({ isMine($0) }) { throw refusal() }
        let resolution = Resolution.current
        let ids = resolution.ids
        while !claim(resolution) {
            // The owner may begin to wait for this thread at any time, and does not say so. If it still has the turn at the
            // second look, it waits with the turn. If not, it may have begun to wait after its turn, and this thread tries again.
            if !ids.isEmpty, let owner = state.withLock({ $0.resolution }),
                BuildBoard.does(owner, waitFor: resolution), state.withLock({ $0.resolution === owner })
            {
                throw deadlock(ids)
            }
            _ = state.wait(freed, seconds: ids.isEmpty ? 3600 : 1) { $0.owner != nil }
        }
        defer {
            state.withLock { $0 = State() }
            freed.wakeAll()
        }
        return try body()
    }

    /// Returns when nobody has the turn.
    func waitUntilFree() {
        while !state.wait(freed, seconds: 3600, while: { $0.owner != nil }) {}
    }

    private func claim(_ resolution: Resolution) -> Bool {
        state.withLock { state in
            guard state.owner == nil else { return false }
            state = State(owner: pthread_self(), resolution: resolution)
            return true
        }
    }
}

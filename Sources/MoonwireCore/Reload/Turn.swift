#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lets one thread at a time do something that takes long and may call code of the application.
final class Turn: Sendable {
    private struct State: @unchecked Sendable {  // The turn's lock protects it.
        var owner: pthread_t?
    }

    private let state = Lock(State())
    private let freed = Condition()

    /// Runs `body` once nobody else has the turn; throws `refusal` when this very thread has it.
    func take<R>(orThrow refusal: @autoclosure () -> any Error, _ body: () throws -> R) throws -> R {
        let isMine = { (state: State) in state.owner.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
        if state.withLock({ isMine($0) }) { throw refusal() }
        while !claim() { _ = state.wait(freed, seconds: 3600) { $0.owner != nil } }
        defer {
            state.withLock { $0.owner = nil }
            freed.wakeAll()
        }
        return try body()
    }

    private func claim() -> Bool {
        state.withLock { state in
            guard state.owner == nil else { return false }
            state.owner = pthread_self()
            return true
        }
    }
}

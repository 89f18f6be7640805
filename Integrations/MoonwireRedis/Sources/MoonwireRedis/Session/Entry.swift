import Dispatch
import Synchronization

/// An operation on its way to the server.
struct Entry: Sendable {
    /// Increases with each operation.
    let number: Int
    let operation: Operation
    /// The time of the field that the process knew when the operation was requested.
    let knownTime: Int64
    /// Nil if no caller waits for the outcome.
    let ticket: Ticket?
    var instant = ContinuousClock.now
    /// Whether the operation waited for the server to come back: it may be older than those of others.
    var isDeferred = false
}

/// The outcome of an operation, for which its caller waits.
final class Ticket: Sendable {
    private enum State {
        case waiting, abandoned
        case settled(Result<Void, RedisError>)
    }

    private let state = Mutex(State.waiting)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Returns false if the caller has not waited for the outcome.
    @discardableResult func settle(_ result: Result<Void, RedisError>) -> Bool {
        let isWaiting = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .settled(result)
            return true
        }
        if isWaiting { semaphore.signal() }
        return isWaiting
    }

    /// Waits for the outcome; nil if there is none within the time, and none will be accepted.
    func outcome(within time: Duration) -> Result<Void, RedisError>? {
        _ = semaphore.wait(timeout: .now() + .nanoseconds(Int(time / .nanoseconds(1))))
        return state.withLock { state in
            if case .settled(let result) = state { return result }
            state = .abandoned
            return nil
        }
    }
}

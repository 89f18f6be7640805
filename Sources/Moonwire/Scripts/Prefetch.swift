import Dispatch
import MoonwireCore
import MoonwireSupport

/// Work that another thread may do before its result is needed.
///
/// If it has not begun when the result is needed, the thread that needs it does the work, so that no thread waits for
/// one that is not available.
package final class Prefetch<Result: Sendable>: Sendable {
    private enum State {
        case open
        case begun
        case done(Result)
    }

    private let state = Lock(State.open)
    private let isDone = Condition()
    private let work: @Sendable () -> Result

    package init(_ work: @escaping @Sendable () -> Result) {
        self.work = work
    }

    /// Lets another thread begin.
    package func begin() {
        DispatchQueue.global(qos: .userInitiated).async { self.doUnlessBegun() }
    }

    /// The result of the work, once it is done.
    package var result: Result {
        doUnlessBegun()
        while true {
            if case .done(let result) = state.withLock({ $0 }) { return result }
            _ = state.wait(isDone, atMost: .seconds(1)) { if case .done = $0 { false } else { true } }
        }
    }

    private func doUnlessBegun() {
        let isMine = state.withLock { state in
            guard case .open = state else { return false }
            state = .begun
            return true
        }
        guard isMine else { return }
        let result = work()
        state.withLock { $0 = .done(result) }
        isDone.wakeAll()
    }
}

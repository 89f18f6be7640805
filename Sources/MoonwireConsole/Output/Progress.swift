import Dispatch
import MoonwireSupport

/// A line on a terminal about a call that takes longer than a second; anything that is written replaces it.
package final class Progress: Sendable {
    /// Calls a function after a second.
    package typealias Clock = @Sendable (@escaping @Sendable () -> Void) -> Void

    private enum State { case waiting, shown, ended }

    private let write: @Sendable (String) -> Void
    private let clock: Clock
    private let state = Lock(State.waiting)

    /// Creates a progress that passes text without a line break to `write`.
    package init(
        clock: @escaping Clock = { body in DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: body) },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.write = write
        self.clock = clock
    }

    /// Shows the line after each second, with the number of seconds.
    package func begin(_ title: String, after seconds: Int = 1) {
        clock { [weak self] in
            guard let self, isShown("\(title) (\(seconds) s)") else { return }
            begin(title, after: seconds + 1)
        }
    }

    /// Returns false after the end.
    private func isShown(_ line: String) -> Bool {
        state.withLock { state in
            guard state != .ended else { return false }
            state = .shown
            write("\r\(line)\u{1B}[K")
            return true
        }
    }

    /// Removes the line before something else is written.
    package func clear() { leave(.waiting) }

    /// Removes the line for good.
    package func end() { leave(.ended) }

    private func leave(_ next: State) {
        state.withLock { state in
            if state == .shown { write("\r\u{1B}[K") }
            if state != .ended { state = next }
        }
    }
}

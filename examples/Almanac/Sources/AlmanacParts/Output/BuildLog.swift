import Moonwire
import Synchronization

/// What is said while a site is made: a line that counts up on a terminal, plain lines elsewhere.
public final class BuildLog: Sendable, Exposed {
    private struct Phase {
        var name = ""
        var done = 0
        var total = 0
        var shown = ContinuousClock.now
        var isVisible = false
    }

    private let isTerminal: Bool
    private let pace: Duration
    private let write: @Sendable (String) -> Void
    private let phase = Mutex(Phase())

    /// - Parameters:
    ///   - isTerminal: Whether a line can be written over.
    ///   - pace: How long a count stays before the next one takes its place.
    ///   - write: Gets text as it shall appear, line ends included.
    public init(
        isTerminal: Bool = false, pace: Duration = .milliseconds(100),
        write: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.isTerminal = isTerminal
        self.pace = pace
        self.write = write
    }

    public static let exposure = Exposure(BuildLog.self) {
        Method("note", "line") { (log: BuildLog, line: String) in log.note(line) }
        Method("warn", "line") { (log: BuildLog, line: String) in log.warn(line) }
    }

    /// Says that a part of the work begins, of so many steps.
    func begin(_ name: String, _ total: Int) {
        phase.withLock { phase in
            phase.name = name
            phase.done = 0
            phase.total = total
        }
    }

    /// Says that one step is done; a terminal shows it, but not more often than eyes can follow.
    func advance() {
        phase.withLock { phase in
            phase.done += 1
            guard isTerminal, ContinuousClock.now - phase.shown >= pace else { return }
            phase.shown = ContinuousClock.now
            phase.isVisible = true
            write("\r\u{1B}[K\(phase.name) \(phase.done) of \(phase.total)")
        }
    }

    /// Writes a line.
    public func note(_ line: String) {
        phase.withLock { phase in
            clear(&phase)
            write(line + "\n")
        }
    }

    /// Writes a line about something that is wrong, but stops nothing.
    public func warn(_ line: String) { note(line) }

    /// Takes the count away.
    public func end() { phase.withLock { clear(&$0) } }

    private func clear(_ phase: inout Phase) {
        if phase.isVisible { write("\r\u{1B}[K") }
        phase.isVisible = false
    }
}

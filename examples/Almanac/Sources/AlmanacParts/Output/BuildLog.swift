import Moonwire
import Synchronization

/// The progress of a build: a line with a counter on a terminal, plain lines elsewhere.
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
    /// - isTerminal: Whether a line can be overwritten.
    /// - pace: The minimum time between two updates.
    /// - write: Receives the text, including line endings.
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

    /// Begins a part of the work with the given number of steps.
    func begin(_ name: String, _ total: Int) {
        phase.withLock { phase in
            phase.name = name
            phase.done = 0
            phase.total = total
        }
    }

    /// Completes one step; a terminal shows it at a limited rate.
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

    /// Writes a line about a problem that does not stop the build.
    public func warn(_ line: String) { note(line) }

    /// Removes the counter.
    public func end() { phase.withLock { clear(&$0) } }

    private func clear(_ phase: inout Phase) {
        if phase.isVisible { write("\r\u{1B}[K") }
        phase.isVisible = false
    }
}

import Moonwire
import Synchronization

/// The warnings and notes of a container.
final class Remarks: Sendable {
    private let seen = Mutex(0)

    /// Prints the new ones.
    func tell(of container: Container) {
        for remark in news(of: container) where remark.severity != .note { Terminal.complain("\(remark)") }
    }

    /// Marks the new ones as printed.
    func pass(over container: Container) { _ = news(of: container) }

    private func news(of container: Container) -> ArraySlice<Diagnostic> {
        let entries = container.diagnostics.entries
        return seen.withLock { seen in
            defer { seen = entries.count }
            return entries.dropFirst(seen)
        }
    }
}

import Moonwire
import Synchronization

/// What a container says is wrong without throwing it.
final class Remarks: Sendable {
    private let seen = Mutex(0)

    /// Tells what is new.
    func tell(of container: Container) {
        for remark in news(of: container) where remark.severity != .note { Terminal.complain("\(remark)") }
    }

    /// Takes what is new as told.
    func pass(over container: Container) { _ = news(of: container) }

    private func news(of container: Container) -> ArraySlice<Diagnostic> {
        let entries = container.diagnostics.entries
        return seen.withLock { seen in
            defer { seen = entries.count }
            return entries.dropFirst(seen)
        }
    }
}

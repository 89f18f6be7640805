import Moonwire
import Synchronization

/// What a container warns of, each told once.
final class Remarks: Sendable {
    private let said = Mutex<Set<Diagnostic>>([])

    /// Tells what is new.
    func tell(of container: Container) {
        let warnings = container.diagnostics.entries.filter { $0.severity == .warning }
        let new = said.withLock { said in warnings.filter { said.insert($0).inserted } }
        for warning in new { Terminal.complain("\(warning)") }
    }
}

public import Foundation
import MoonwireSupport

/// A reload after which the container still serves an earlier wiring.
public struct RefusedReload: Sendable {
    /// What refused it.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// The scripts have faults, or one of their hooks fails while services are registered; a watch waits for the next edit.
        case scripts
        /// The scripts have no faults, but code of the application failed, or a hook vetoed; a watch tries again.
        case application
        /// The files changed each time that they were read, or the system could not read one of them; a watch tries again.
        case files
    }

    /// When the first reload since the last successful one was refused. Since then, the container uses an earlier wiring.
    public let date: Date
    public let cause: Cause
    /// Everything that is wrong.
    public let error: ContainerError
}

extension Container {
    /// The last reload, if it was refused; nil as long as the container serves what the scripts said last.
    ///
    /// ```swift
    /// if let refused = container.refusedReload { log("serving an old wiring since \(refused.date): \(refused.error)") }
    /// ```
    public var refusedReload: RefusedReload? { refusal.withLock { $0 } }

    /// Waits for a reload that is under way, which may have read the changed files already, and returns ``refusedReload`` then.
    func waitForRefusedReload() -> RefusedReload? {
        reloadGate.waitUntilFree()
        return refusedReload
    }
}

public import Foundation

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

    /// When the first reload since the last successful one was refused.
    ///
    /// Since then, the container uses an earlier wiring.
    public let date: Date
    /// Why the reload did not take effect.
    public let cause: Cause
    /// Everything that is wrong.
    public let error: ContainerError

    package init(date: Date, cause: Cause, error: ContainerError) {
        self.date = date
        self.cause = cause
        self.error = error
    }
}

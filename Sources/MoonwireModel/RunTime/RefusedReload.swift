public import Foundation

/// A reload that was refused, so that the container still uses an earlier wiring.
public struct RefusedReload: Sendable {
    /// The part of the program that refused the reload.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// The scripts have faults, or one of their hooks fails while services are registered; a watch waits for the next edit.
        case scripts
        /// The scripts have no faults, but code of the application failed, or a hook vetoed; a watch tries again, except after a check that
        /// the application has called.
        case application
        /// The files changed each time that they were read, or the system could not read one of them; a watch tries again.
        case files
    }

    /// The date of the first refusal since the last successful reload.
    ///
    /// Since then, the container uses an earlier wiring.
    public let date: Date
    /// Why the reload did not take effect.
    public let cause: Cause
    /// All faults.
    public let error: ContainerError

    /// Whether a watch may try again; otherwise it would adopt, with another check or without one, what a check has refused.
    package let isTriedAgain: Bool

    package init(date: Date, cause: Cause, error: ContainerError, isTriedAgain: Bool) {
        self.date = date
        self.isTriedAgain = isTriedAgain
        self.cause = cause
        self.error = error
    }
}

public import Foundation
public import MoonwireModel

/// What requested a reload.
public enum ReloadSource: String, Sendable, Hashable, Codable {
    /// The application, by a call.
    case call
    /// A signal of ``Container/run(gracefulShutdownSignals:reloadSignals:within:)``.
    case signal
    /// A change of a file that a ``Container/Watch`` follows.
    case watch
    /// A call of `moonwire attach`.
    case attachment
}

/// A reload in the log of a container.
public struct ReloadRecord: Sendable {
    /// When it began; the last time, if it was refused several times.
    public let date: Date
    /// What requested it.
    public let source: ReloadSource
    /// Whether it was a rollback.
    public let isRollback: Bool
    /// What it has changed, or why it was refused.
    public let outcome: ReloadOutcome
    /// The number of the generation that was in use after it; 0 after the end of the container.
    public let generation: Int
    /// The time that it took.
    public let duration: Duration
    /// How many times it was refused for the same reason, one after the other; 1 for a reload that took effect.
    public internal(set) var attempts = 1

    /// What it has changed; nil if it was refused.
    public var plan: ReloadPlan? { if case .reloaded(let plan) = outcome { plan } else { nil } }

    /// Why it was refused; nil if it took effect.
    public var error: ContainerError? { if case .refused(let error) = outcome { error } else { nil } }
}

extension ReloadRecord: CustomStringConvertible {
    /// One line with the date, the source, and the result.
    public var description: String {
        let phrase = isRollback ? "rollback" : "reload"
        let subject = "\(date.formatted(.iso8601)) \(phrase) by \(source.rawValue)"
        switch outcome {
        case .reloaded(let plan):
            return
                "\(subject): generation \(generation) in use, \(plan.kept.count) kept, \(plan.replaced.count) replaced"
        case .refused(let error):
            let times = attempts > 1 ? " \(attempts) times" : ""
            let reason = error.diagnostics.first.map { "\($0.location.map { "\($0): " } ?? "")\($0.message)" }
            return "\(subject): refused\(times), generation \(generation) in use: \(reason ?? "\(error)")"
        }
    }
}

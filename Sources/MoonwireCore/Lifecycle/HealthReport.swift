public import MoonwireModel

/// What the checks of a container's services found.
public struct HealthReport: Sendable, Hashable {
    /// The services that have a check, in the order of their definitions.
    public let services: [ServiceHealth]

    /// Whether no service has a problem.
    public var isHealthy: Bool { services.allSatisfy { $0.problem == nil } }
}

/// What the check of one service found.
public struct ServiceHealth: Sendable, Hashable {
    /// The id of the service.
    public let id: String
    /// What is wrong; nil if the instance works, or if there is none.
    public let problem: Diagnostic?
    /// Whether there is an instance to check: nothing has needed the service otherwise.
    public let isInUse: Bool
    /// How long the check took.
    public let duration: Duration
}

extension HealthReport: CustomStringConvertible {
    /// A line for each service, such as `queue: healthy`.
    public var description: String { services.map(\.description).joined(separator: "\n") }
}

extension ServiceHealth: CustomStringConvertible {
    /// The service with its problem, as in `queue: not reachable`.
    public var description: String {
        if let problem { return "\(id): \(problem.message)" }
        return "\(id): \(isInUse ? "healthy" : "not in use")"
    }
}

/// One step in the life of a service: its start, or its end.
public struct LifecycleStep: Sendable, Hashable, Codable {
    /// What happens to the service.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// The container builds the instance and runs its `start`.
        case starting
        /// The instance is ready for the services that depend on it.
        case started
        /// The instance could not be built or started.
        case startFailed
        /// The `run` of the instance has returned, or failed.
        case runEnded
        /// The `run` of the instance begins again.
        case runRestarted
        /// A reload has replaced the instance, or its time has passed: it is stopped when nobody holds it, or another one has taken over its state.
        case draining
        /// The container runs the `stop` of the instance.
        case stopping
        /// The instance has been stopped.
        case stopped
        /// The instance could not be stopped.
        case stopFailed
    }

    /// The id of the service.
    public let id: String
    /// What happens to it.
    public let phase: Phase
    /// How long it took; nil for a step that begins.
    public let duration: Duration?
}

extension LifecycleStep: CustomStringConvertible {
    /// The step in a line, such as `started queue in 0.012 seconds`.
    public var description: String {
        let phrase =
            switch phase {
            case .starting: "starting \(id)"
            case .started: "started \(id)"
            case .startFailed: "could not start \(id)"
            case .runEnded: "run of \(id) ended"
            case .runRestarted: "run of \(id) began again"
            case .draining: "draining \(id)"
            case .stopping: "stopping \(id)"
            case .stopped: "stopped \(id)"
            case .stopFailed: "could not stop \(id)"
            }
        return duration.map { "\(phrase) in \($0)" } ?? phrase
    }
}

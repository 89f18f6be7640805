/// What the container does when the `run` of a service ends although the service was not stopped.
public enum RunPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Shuts the container down: services stop in reverse order.
    case shutdown
    /// Cancels the `run` of every service, and then shuts the container down.
    case cancel
    /// Keeps the instance in use.
    case ignore
    /// Runs the instance again, after a pause of 0.1 seconds that doubles each time, up to 30 seconds.
    case restart
}

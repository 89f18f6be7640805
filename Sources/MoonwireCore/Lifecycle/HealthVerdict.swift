/// What the check of an instance found.
package struct HealthVerdict: Sendable {
    package let isHealthy: Bool
    /// Why it is not healthy, if the check says so.
    package let reason: String?

    package static let healthy = HealthVerdict(isHealthy: true, reason: nil)

    package init(isHealthy: Bool, reason: String?) {
        self.isHealthy = isHealthy
        self.reason = reason
    }
}

/// When a watch tries a reload again that was refused for another reason than its scripts: later each time.
package struct Retry {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(30)

    /// When to try; nil when there is nothing to try again.
    package private(set) var time: ContinuousClock.Instant?
    private var delay = Self.first

    package init() {}

    package func isDue(at now: ContinuousClock.Instant) -> Bool { time.map { $0 <= now } ?? false }

    /// The reload is tried now.
    package mutating func begin() {
        time = nil
        delay = min(delay * 2, Self.longest)
    }

    /// Takes into account what refused the last reload, if anything did; scripts that have faults wait for the next edit.
    package mutating func prepare(_ cause: RefusedReload.Cause?, at now: ContinuousClock.Instant) {
        guard let cause, cause != .scripts else { return self = Retry() }
        if time == nil { time = now + delay }
    }
}

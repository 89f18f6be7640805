/// When a watch retries a reload that was refused for a reason other than its scripts: later each time.
package struct Retry {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(30)

    /// When to retry; nil if there is nothing to retry.
    package private(set) var time: ContinuousClock.Instant?
    private var delay = Self.first

    package init() {}

    package func isDue(at now: ContinuousClock.Instant) -> Bool { time.map { $0 <= now } ?? false }

    /// The retry takes place now.
    package mutating func begin() {
        time = nil
        delay = min(delay * 2, Self.longest)
    }

    /// Records the refusal of the last reload, if any; scripts with faults wait for the next edit.
    package mutating func prepare(_ cause: RefusedReload.Cause?, at now: ContinuousClock.Instant) {
        guard let cause, cause != .scripts else { return self = Retry() }
        if time == nil { time = now + delay }
    }
}

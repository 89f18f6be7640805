/// The time of a schedule: it advances a little with each step, and more when all threads wait.
final class ScheduleClock: @unchecked Sendable {  // One thread of a schedule runs at a time.
    /// In nanoseconds since 1970.
    private(set) var time: Int64 = 1_700_000_000_000_000_000
    private let start = ContinuousClock.now
    private let startTime: Int64

    init() { startTime = time }

    var now: ContinuousClock.Instant { start + .nanoseconds(time - startTime) }

    /// The time that has passed, in seconds.
    var seconds: Double { Double(time - startTime) / 1e9 }

    /// Counts one step.
    func pass() { time += 1_000 }

    func advance(to time: Int64) { self.time = max(self.time, time) }
}

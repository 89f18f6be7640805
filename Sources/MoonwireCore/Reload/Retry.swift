/// When a watch tries a reload again that was refused for another reason than its scripts: later each time.
struct Retry {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(30)

    /// When to try; nil when there is nothing to try again.
    private(set) var time: ContinuousClock.Instant?
    private var delay = Self.first

    func isDue(at now: ContinuousClock.Instant) -> Bool { time.map { $0 <= now } ?? false }

    /// The reload is tried now.
    mutating func begin() {
        time = nil
        delay = min(delay * 2, Self.longest)
    }

    /// Takes into account how the last reload ended; scripts that have faults wait for the next edit.
    mutating func prepare(_ refused: RefusedReload?, at now: ContinuousClock.Instant) {
        guard let refused, refused.cause != .scripts else { return self = Retry() }
        if time == nil { time = now + delay }
    }
}

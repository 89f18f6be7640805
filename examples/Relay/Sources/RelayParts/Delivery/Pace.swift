/// Limits how many deliveries begin in each second: a bucket of tokens, one for each delivery.
struct Pace {
    private var tokens = 1.0
    private var updated: ContinuousClock.Instant?

    /// Takes as many of the wanted tokens as there are.
    mutating func take(_ wanted: Int, at now: ContinuousClock.Instant, perSecond rate: Double) -> Int {
        let elapsed = updated.map { (now - $0) / .seconds(1) } ?? 1
        updated = now
        // Never more than for one second, so that a pause is not followed by a burst.
        tokens = min(tokens + elapsed * rate, max(rate, 1))
        let taken = min(wanted, Int(tokens))
        tokens -= Double(taken)
        return taken
    }

    /// The time until there is a token.
    func delay(perSecond rate: Double) -> Duration { .seconds(max(0, 1 - tokens) / rate) }
}

import Foundation

/// The pauses between the attempts of a delivery: each is twice as long as the one before it.
struct Backoff: Sendable {
    /// The number of seconds after the first attempt.
    var first: Double
    /// The number of seconds that no pause exceeds.
    var longest: Double

    /// The number of seconds after a number of attempts, or what the target asked for, if that is longer.
    func pause(after attempts: Int, requested: Double? = nil) -> Double {
        // No shift of a Double overflows, but its result may be infinite.
        let pause = min(first * exp2(Double(min(max(attempts, 1), 1000) - 1)), longest)
        return max(pause, min(requested ?? 0, longest))
    }
}

/// The pauses between attempts to connect: each is twice as long as the one before, up to a limit.
struct Pauses {
    private static let first = Duration.milliseconds(20)
    private let longest: Duration
    private var next = first

    init(longest: Duration) {
        self.longest = longest
    }

    /// The next pause: between half of its length and all of it, so that the processes of a fleet do not connect at once.
    mutating func pause() -> Duration {
        let length = min(next, longest)
        next = min(next * 2, longest)
        return length * Double.random(in: 0.5...1)
    }

    mutating func reset() { next = Self.first }
}

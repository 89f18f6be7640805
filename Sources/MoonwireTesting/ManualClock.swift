import MoonwireSupport

/// A clock that stands still until a test sets it.
///
/// Services with `scope = { "cached", ttl = 60 }` expire by it:
///
/// ```swift
/// let clock = ManualClock()
/// let container = try Container(scripts: ["container.lua"], types: Exposures.all, environment: .test) {
///     $0.registerClock(clock)
/// }
/// let first = try container.resolve("token", as: Token.self)
/// clock.advance(by: .seconds(60))
/// print(try container.resolve("token", as: Token.self) === first)   // false
/// ```
public final class ManualClock: Clock {
    /// A time of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public let offset: Duration

        /// Returns the instant that comes after this one by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time between this instant and another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether an instant comes before another one.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    /// A task that sleeps, or is about to.
    private enum Sleep {
        case beginning
        case cancelled
        case until(Instant, CheckedContinuation<Void, any Error>)
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleeps: [Int: Sleep] = [:]
        var next = 0

        mutating func begin() -> Int {
            next += 1
            sleeps[next] = .beginning
            return next
        }

        /// Removes the sleeps that are over, earliest first.
        mutating func removeDue() -> [CheckedContinuation<Void, any Error>] {
            let due = sleeps.compactMap { number, sleep in
                if case .until(let end, let wake) = sleep, end <= now { (end, number, wake) } else { nil }
            }
            for (_, number, _) in due { sleeps[number] = nil }
            return due.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        }
    }

    private let state = Lock(State())

    /// Creates a clock.
    public init() {}

    /// The time to which the clock is set.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest step of the clock.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sets the clock forward, and wakes the tasks that sleep until a time that is reached then, earliest first.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            return state.removeDue()
        }
        for wake in woken { wake.resume() }
    }

    /// Suspends the task until the clock is set to a time, or the task is cancelled.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.withLock { $0.begin() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { begin(number, until: deadline, $0) }
        } onCancel: {
            cancel(number)
        }
    }

    private func begin(_ number: Int, until end: Instant, _ wake: CheckedContinuation<Void, any Error>) {
        let outcome = state.withLock { state -> Result<Void, any Error>? in
            if case .cancelled = state.sleeps.removeValue(forKey: number) { return .failure(CancellationError()) }
            if end <= state.now { return .success(()) }
            state.sleeps[number] = .until(end, wake)
            return nil
        }
        if let outcome { wake.resume(with: outcome) }
    }

    private func cancel(_ number: Int) {
        let sleep = state.withLock { state in
            let sleep = state.sleeps.removeValue(forKey: number)
            if case .beginning = sleep { state.sleeps[number] = .cancelled }
            return sleep
        }
        if case .until(_, let wake) = sleep { wake.resume(throwing: CancellationError()) }
    }
}

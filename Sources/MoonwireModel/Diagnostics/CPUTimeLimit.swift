import MoonwireSupport

/// The CPU time that several calls may use together.
///
/// Each call of a script is limited, but there may be any number of calls: of hooks and preference checks while one wiring is loaded,
/// checked, or reloaded, and of readings of one wiring for other environments.
package final class CPUTimeLimit: Sendable {
    /// The limit of all functions of one wiring, as a multiple of that of one call; application functions that they call count.
    static let calls = 5

    private let limit: Duration?
    private let used = Lock(Duration.zero)

    package init(limit: Duration?) {
        self.limit = limit
    }

    /// The same limit, unused.
    package var fresh: CPUTimeLimit { CPUTimeLimit(limit: limit) }

    /// Whether no further call may begin.
    package var isUsedUp: Bool { limit.map { limit in used.withLock { $0 > limit } } ?? false }

    /// Makes a call; throws the diagnostic if the time of all calls so far exceeds the limit.
    package func measure<R>(_ body: () throws -> R, exceeding diagnostic: (Duration) -> Diagnostic) throws -> R {
        let value = try measure(body)
        if let limit, isUsedUp { throw ContainerError(diagnostic(limit)) }
        return value
    }

    /// Makes a call and counts its time, including that of its result.
    package func measure<R>(_ body: () throws -> R) rethrows -> R {
        guard limit != nil else { return try body() }
        let began = ThreadTime.now
        defer { used.withLock { $0 += ThreadTime.now - began } }
        return try body()
    }

    /// The diagnostic for the exceeded limit.
    package func diagnostic(_ diagnostic: (Duration) -> Diagnostic) -> Diagnostic? {
        isUsedUp ? limit.map(diagnostic) : nil
    }
}

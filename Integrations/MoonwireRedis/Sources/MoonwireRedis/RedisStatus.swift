public import Foundation

/// Whether a store is connected to its server.
public enum RedisStatus: Sendable, Hashable {
    /// Changes by other processes arrive as they are made.
    case connected
    /// Reads return the last known values.
    case away(RedisAbsence)

    /// The age of the values that reads return: zero while the store is connected, and nil if there are no values yet.
    public var staleness: Duration? {
        switch self {
        case .connected: .zero
        case .away(let absence): absence.staleness
        }
    }
}

/// Why and since when a store is not connected to its server.
public struct RedisAbsence: Sendable, Hashable {
    /// The reason of the last failed attempt; nil during the first one.
    public let reason: RedisError?
    /// The time of the server's last answer; nil if there was none.
    public let since: Date?
    private let instant: ContinuousClock.Instant?

    init(reason: RedisError?, lastContact: Contact?) {
        self.reason = reason
        since = lastContact?.date
        instant = lastContact?.instant
    }

    /// The time since the server's last answer; nil if there was none.
    public var staleness: Duration? { instant.map { .now - $0 } }
}

/// A time at which the server answered.
struct Contact: Sendable {
    let date = Date()
    let instant = ContinuousClock.now
}

extension ContinuousClock.Instant {
    fileprivate static var now: Self { ContinuousClock.now }
}

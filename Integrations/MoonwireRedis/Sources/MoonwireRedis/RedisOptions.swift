/// How a store behaves while its server is away.
public struct RedisOptions: Sendable, Hashable {
    /// What a write does while the server is away.
    public enum Writes: Sendable, Hashable {
        /// Throws an error, and changes nothing.
        case fail
        /// Keeps the last value of each key for the server, for at most that number of keys; throws an error beyond it.
        case queue(limit: Int)
    }

    /// What the initializer does while the server is away.
    public enum Start: Sendable, Hashable {
        /// Throws the error of the first attempt to connect.
        case requiresServer
        /// Continues to connect in the background; until then, reads throw.
        ///
        /// For programs that must start in any case, and whose defaults are safe: properties have their defaults meanwhile.
        /// An error that waiting does not repair, such as a wrong password, is thrown.
        case continuesWithoutServer
    }

    /// What a write does while the server is away.
    public var writesWhileAway: Writes
    /// What the initializer does while the server is away.
    public var start: Start
    /// The longest time for which a connection is established.
    public var connectLimit: Duration
    /// The longest time for which a call waits for the server.
    public var answerLimit: Duration
    /// The time between two checks of an idle connection.
    public var heartbeat: Duration
    /// The longest pause between two attempts to connect; the first pause is a fiftieth of a second.
    public var longestPause: Duration

    /// Creates options.
    public init(
        writesWhileAway: Writes = .fail, start: Start = .requiresServer, connectLimit: Duration = .seconds(1),
        answerLimit: Duration = .seconds(1), heartbeat: Duration = .seconds(5), longestPause: Duration = .seconds(10)
    ) {
        self.writesWhileAway = writesWhileAway
        self.start = start
        self.connectLimit = connectLimit
        self.answerLimit = answerLimit
        self.heartbeat = heartbeat
        self.longestPause = longestPause
    }

    /// The options with durations from a millisecond to a day, which no system call refuses.
    var bounded: RedisOptions {
        var options = self
        for duration in [\RedisOptions.connectLimit, \.answerLimit, \.heartbeat, \.longestPause] {
            options[keyPath: duration] = min(max(self[keyPath: duration], .milliseconds(1)), .seconds(86400))
        }
        return options
    }

    var canQueue: Bool { writesWhileAway != .fail }
    var queueLimit: Int { if case .queue(let limit) = writesWhileAway { limit } else { 0 } }
}

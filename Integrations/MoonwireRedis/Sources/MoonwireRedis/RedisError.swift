public import Foundation
import Moonwire

/// The error for a preference that a Redis server cannot provide or keep.
///
/// The description is a sentence such as
/// `the Redis server at 127.0.0.1:6379 cannot be reached: Connection refused`.
public struct RedisError: Error, Sendable, Hashable {
    /// The reason of the error.
    public enum Problem: Sendable, Hashable {
        /// There is no connection; the reason is the system's.
        case unreachable(reason: String)
        /// The server does not answer within the time limit.
        case silent(limit: Duration)
        /// The server or the network ended the connection.
        case closed
        /// The other end does not use the protocol of Redis.
        case notRedis(reason: String)
        /// The server replied to a command with an error.
        case refused(command: String, reply: String)
        /// The server did not confirm a write, which it may have carried out.
        case unconfirmed
        /// The queue for writes has its maximum size.
        case queueFull(limit: Int)
        /// A field of the hash contains a value that no store wrote; it is kept.
        case foreignValue(hash: String, found: String)
        /// The store cannot keep the value.
        case unstorable(reason: String)
    }

    /// The address of the server.
    public let server: String
    /// The reason of the error.
    public let problem: Problem
    /// The key of the preference that is not written; nil if the error concerns the connection.
    public internal(set) var key: String?
    /// The time of the server's last answer; nil if there was none, or if the server answers.
    public internal(set) var since: Date?

    init(_ server: RedisServer, _ problem: Problem, key: String? = nil, since: Date? = nil) {
        self.server = server.description
        self.problem = problem
        self.key = key
        self.since = since
    }

    /// Whether the server may accept the same command later.
    var isOutage: Bool {
        switch problem {
        case .unreachable, .silent, .closed: true
        case .refused(_, let reply):
            [
                "LOADING ", "BUSY ", "MASTERDOWN ", "OOM ", "READONLY ", "MISCONF ", "NOREPLICAS ", "CLUSTERDOWN ",
                "TRYAGAIN ", "ERR max number of clients",
            ].contains { reply.hasPrefix($0) }
        case .notRedis, .unconfirmed, .queueFull, .foreignValue, .unstorable: false
        }
    }

    /// The error, for a sentence that names the key already.
    var withoutKey: RedisError {
        var error = self
        error.key = nil
        return error
    }

    /// The error of writing a key.
    func writing(_ key: String, since: Date? = nil) -> RedisError {
        var error = self
        error.key = key
        error.since = since ?? error.since
        return error
    }
}

extension RedisError: CustomStringConvertible, LocalizedError {
    /// The error as a sentence.
    public var description: String {
        let written = key.map { "\(PlainValue.text($0)) is not written: " } ?? ""
        return written + sentence + (since.map { " (its last answer was at \(Self.time($0)))" } ?? "")
    }

    /// The error as a sentence.
    public var errorDescription: String? { description }

    private var sentence: String {
        let server = "the Redis server at \(server)"
        return switch problem {
        case .unreachable(let reason): "\(server) cannot be reached: \(reason)"
        case .silent(let limit): "\(server) does not answer within \(limit.seconds)"
        case .closed: "\(server) closed the connection"
        case .notRedis(let reason): "the server at \(self.server) is not a Redis server: \(reason)"
        case .refused(let command, let reply): "\(server) refuses \(command): \(reply)"
        case .unconfirmed: "\(server) does not confirm the write, and may have the new value"
        case .queueFull(let limit):
            "\(server) is away, and the queue contains \(limit) value\(limit == 1 ? "" : "s") already"
        case .foreignValue(let hash, let found):
            "the hash \"\(hash)\" of \(server) contains \(found) there, which no store wrote; remove the field with HDEL first"
        case .unstorable(let reason): reason
        }
    }

    static func time(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension Duration {
    /// As in a message: `1 second`, `0.25 seconds`.
    var seconds: String {
        let value = self / .seconds(1)
        return value == 1 ? "1 second" : "\(value == value.rounded() ? "\(Int(value))" : "\(value)") seconds"
    }
}

import Foundation
public import Moonwire
import Synchronization

/// Something that a program should know about its store, and that no call throws.
public enum RedisReport: Sendable, Hashable, CustomStringConvertible {
    /// The server is away: reads return the last known values.
    case away(server: String, RedisAbsence)
    /// The server is back, and reads return its values.
    case back(server: String, after: Duration?)
    /// Queued writes are not carried out, because other processes wrote these keys later.
    case superseded(server: String, keys: [String])
    /// Queued writes are lost: the server refused them, or the store was released.
    case lost(server: String, keys: [String], reason: String)
    /// The server no longer has values that it had, as after a restart without persistence.
    case lostByServer(server: String, keys: [String])

    /// The report as a sentence.
    public var description: String {
        switch self {
        case .away(let server, let absence):
            let reason = absence.reason?.description ?? "the Redis server at \(server) is not connected yet"
            guard let since = absence.since else { return "\(reason); there are no values yet" }
            return "\(reason); preferences have the values of \(RedisError.time(since))"
        case .back(let server, let duration):
            return "the Redis server at \(server) is back"
                + (duration.map {
                    " after \(($0 / .seconds(1)).formatted(.number.precision(.fractionLength(1)))) seconds"
                } ?? "")
        case .superseded(let server, let keys):
            return "the Redis server at \(server) has later values than the queue: \(Self.listed(keys))"
        case .lost(let server, let keys, let reason):
            return "queued values for the Redis server at \(server) are lost: \(Self.listed(keys)): \(reason)"
        case .lostByServer(let server, let keys):
            return "the Redis server at \(server) lost values: \(Self.listed(keys))"
        }
    }

    /// The report as a diagnostic of a container: a warning, or a note if the server is back.
    public var diagnostic: Diagnostic {
        let (code, severity): (String, Diagnostic.Severity) =
            switch self {
            case .away: ("redis-away", .warning)
            case .back: ("redis-back", .note)
            case .superseded: ("redis-superseded", .warning)
            case .lost: ("redis-lost", .warning)
            case .lostByServer: ("redis-lost-by-server", .warning)
            }
        return Diagnostic(Diagnostic.Code(code), description, at: nil, severity: severity)
    }

    /// Writes a report to standard error.
    public static func print(_ report: RedisReport) {
        FileHandle.standardError.write(Data("moonwire: \(report)\n".utf8))
    }

    /// Names the first ten.
    private static func listed(_ keys: [String]) -> String {
        let named = keys.prefix(10).map { "\(PlainValue.text($0))" }.joined(separator: ", ")
        return keys.count > 10 ? "\(named), and \(keys.count - 10) more" : named
    }
}

/// The listeners for the reports of a store.
final class Reporter: Sendable {
    private let closure: @Sendable (RedisReport) -> Void
    private let channels = Mutex<[DiagnosticChannel]>([])

    init(_ closure: @escaping @Sendable (RedisReport) -> Void) {
        self.closure = closure
    }

    func add(_ channel: DiagnosticChannel) { channels.withLock { $0.append(channel) } }

    func report(_ report: RedisReport) {
        closure(report)
        for channel in channels.withLock({ $0 }) { channel.report(report.diagnostic) }
    }
}

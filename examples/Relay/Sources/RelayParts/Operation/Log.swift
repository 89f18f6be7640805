import Foundation
import Moonwire
import Synchronization

/// What a line of the log is about: a request, or a delivery of an event that a request has brought.
struct LogSubject {
    /// The number of the generation whose services do it.
    let generation: Int
    /// The scope of these services.
    let scope: String
    /// The id of the request.
    let request: String
}

/// Writes lines with the time, and with the generation in use or that of a request, in front.
///
/// - Exposes: write
public final class Log: Sendable, Exposed {
    private struct Wiring {
        var current: @Sendable () -> Int? = { nil }
        /// The last one that was known, also after the end of the container.
        var latest: Int?
    }

    private let sink: Mutex<@Sendable (String) -> Void>
    private let wiring = Mutex(Wiring())

    /// - Parameter sink: Receives each line, with its end.
    public init(_ sink: @escaping @Sendable (String) -> Void) {
        self.sink = Mutex(sink)
    }

    /// Writes to the standard error of the process.
    public static func standard() -> Log {
        Log { FileHandle.standardError.write(Data($0.utf8)) }
    }

    /// Writes a line about the program.
    public func write(_ line: String) { add(generation.map { "generation=\($0) " } ?? "", line) }

    /// Writes a line about a request or a delivery.
    func report(_ line: String, about subject: LogSubject) {
        add("generation=\(subject.generation) scope=\(subject.scope) request=\(subject.request) ", line)
    }

    /// The number of the generation in use; nil before there is one.
    var generation: Int? {
        let current = wiring.withLock(\.current)()
        return wiring.withLock { wiring in
            if let current { wiring.latest = current }
            return wiring.latest
        }
    }

    /// From now on, lines have the number of the generation that the closure returns.
    func follow(_ current: @escaping @Sendable () -> Int?) { wiring.withLock { $0.current = current } }

    private func add(_ fields: String, _ line: String) {
        let text = "\(Date.now.formatted(.iso8601)) \(fields)\(Self.plain(line))\n"
        sink.withLock { $0(text) }
    }

    /// What clients send must not begin a line of its own, or control a terminal.
    private static func plain(_ line: String) -> String {
        var text = ""
        for scalar in line.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text += scalar == "\n" ? "\n    " : "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

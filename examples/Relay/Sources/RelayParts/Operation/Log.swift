import Foundation
import Moonwire
import Synchronization

/// Writes lines with the time in front.
///
/// - Exposes: write
public final class Log: Sendable, Exposed {
    private let sink: Mutex<@Sendable (String) -> Void>

    /// - Parameter sink: Receives each line, with its end.
    public init(_ sink: @escaping @Sendable (String) -> Void) {
        self.sink = Mutex(sink)
    }

    /// Writes to the standard error of the process.
    public static func standard() -> Log {
        Log { FileHandle.standardError.write(Data($0.utf8)) }
    }

    public func write(_ line: String) {
        let text = "\(Date.now.formatted(.iso8601)) \(Self.plain(line))\n"
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

import AlmanacParts
import Foundation

/// The output of the program.
enum Terminal {
    /// The progress goes to standard error, so that it does not end up in a pipe.
    static let log = BuildLog(isTerminal: isatty(STDERR_FILENO) == 1) { write($0, to: .standardError) }

    static func say(_ line: String) { write(line + "\n", to: .standardOutput) }

    static func complain(_ line: String) { log.note(line) }

    private static func write(_ text: String, to handle: FileHandle) { handle.write(Data(text.utf8)) }
}

import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

extension Console {
    /// The destination of what commands write.
    ///
    /// Control characters, which could change the state of a terminal, are escaped as `\u001b`. On a terminal, the standard output
    /// of the process has colors, unless the variable `NO_COLOR` is set, and lists are as wide as the terminal.
    public struct Output: Sendable {
        private let standardOutput: @Sendable (String) throws -> Void
        private let standardError: @Sendable (String) throws -> Void
        private let firstFailure = Lock<(any Error)?>(nil)
        /// The terminal of the results.
        private(set) var terminal = Terminal.none
        private var errorTerminal = Terminal.none
        private var writeProgress: (@Sendable (String) -> Void)?
        private(set) var progress: Progress?

        /// Creates an output that passes each piece of text to a function; the line break at the end is missing.
        ///
        /// - Parameters:
        ///   - standardOutput: Receives the results. If it throws, the rest of the result is dropped, and the status of the call
        ///     is ``Console/Status/unwritten``.
        ///   - standardError: Receives faults and messages about arguments that are not valid.
        public init(
            standardOutput: @escaping @Sendable (String) throws -> Void,
            standardError: @escaping @Sendable (String) throws -> Void
        ) {
            self.standardOutput = standardOutput
            self.standardError = standardError
        }

        /// The standard output and standard error of the process.
        public static var standard: Output {
            var output = Output {
                try StandardStream.output.write("\($0)\n")
            } standardError: {
                try StandardStream.error.write("\($0)\n")
            }
            output.terminal = Terminal(descriptor: STDOUT_FILENO)
            output.errorTerminal = Terminal(descriptor: STDERR_FILENO)
            if isatty(STDERR_FILENO) == 1 {
                // What cannot be shown is only progress.
                output.writeProgress = { try? StandardStream.error.write($0) }
            }
            return output
        }
    }
}

extension Console.Output {
    /// The same output on terminals.
    package func on(_ terminal: Terminal) -> Console.Output {
        var output = self
        (output.terminal, output.errorTerminal) = (terminal, terminal)
        return output
    }

    /// Writes a part of the result.
    package func write(_ text: String) {
        guard failure == nil else { return }
        progress?.clear()
        do { try standardOutput(terminal.shown(text)) } catch { firstFailure.withLock { $0 = $0 ?? error } }
    }

    /// Writes to standard error.
    package func complain(_ text: String) {
        progress?.clear()
        // If this fails too, the failure cannot be reported anywhere.
        try? standardError(errorTerminal.shown(text))
    }

    /// The same output without a failure, for another call.
    var renewed: Console.Output {
        var output = Console.Output(standardOutput: standardOutput, standardError: standardError)
        (output.terminal, output.errorTerminal) = (terminal, errorTerminal)
        output.writeProgress = writeProgress
        output.progress = writeProgress.map { Progress(write: $0) }
        return output
    }

    /// The error of the first write that failed; later results are dropped.
    var failure: (any Error)? { firstFailure.withLock { $0 } }
}

extension Terminal {
    fileprivate func shown(_ text: String) -> String {
        let text = text.withVisibleControls
        return isColored ? SeverityColors.paint(text) : text
    }
}

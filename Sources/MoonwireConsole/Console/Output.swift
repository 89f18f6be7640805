import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

extension Console {
    /// The destination of what commands write.
    ///
    /// Control characters, which could change the state of a terminal, are escaped as `\u001b`.
    public struct Output: Sendable {
        private let standardOutput: @Sendable (String) throws -> Void
        private let standardError: @Sendable (String) throws -> Void
        private let firstFailure = Lock<(any Error)?>(nil)

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
            Output {
                try StandardStream.output.write("\($0)\n")
            } standardError: {
                try StandardStream.error.write("\($0)\n")
            }
        }
    }
}

extension Console.Output {
    /// Writes a part of the result.
    package func write(_ text: String) {
        guard failure == nil else { return }
        do { try standardOutput(text.withVisibleControls) } catch { firstFailure.withLock { $0 = $0 ?? error } }
    }

    /// Writes to standard error.
    package func complain(_ text: String) {
        // If this fails too, the failure cannot be reported anywhere.
        try? standardError(text.withVisibleControls)
    }

    /// The same output without a failure, for another call.
    var renewed: Console.Output { Console.Output(standardOutput: standardOutput, standardError: standardError) }

    /// The error of the first write that failed; later results are dropped.
    var failure: (any Error)? { firstFailure.withLock { $0 } }
}

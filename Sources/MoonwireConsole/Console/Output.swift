import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// Where a command writes its lines.
///
/// Control characters, which could change what a terminal shows, are escaped as `\u001b`.
public struct Output: Sendable {
    private let line: @Sendable (String) throws -> Void
    private let complaint: @Sendable (String) throws -> Void
    private let firstFailure = Lock<(any Error)?>(nil)

    /// - Parameters:
    ///   - line: Gets what the command has to say. What it throws ends the output, and becomes the status of the call.
    ///   - complaint: Gets what is wrong with the way in which it was called.
    public init(
        line: @escaping @Sendable (String) throws -> Void, complaint: @escaping @Sendable (String) throws -> Void
    ) {
        self.line = line
        self.complaint = complaint
    }

    /// The process's own standard output and standard error.
    public static var standard: Output {
        Output {
            try StandardStream.output.write("\($0)\n")
        } complaint: {
            try StandardStream.error.write("\($0)\n")
        }
    }

    /// Writes lines of the command's result.
    public func write(_ text: String) {
        guard failure == nil else { return }
        do { try line(text.withVisibleControls) } catch { firstFailure.withLock { $0 = $0 ?? error } }
    }

    /// Writes lines about a wrong call.
    public func complain(_ text: String) {
        // When even this cannot be written, there is nobody to tell.
        try? complaint(text.withVisibleControls)
    }

    /// The same for another call, which has no failure yet.
    var renewed: Output { Output(line: line, complaint: complaint) }

    /// The reason why lines of the result could not be written; what follows them is left out.
    var failure: (any Error)? { firstFailure.withLock { $0 } }
}

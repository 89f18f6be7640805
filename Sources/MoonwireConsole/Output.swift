import Foundation

/// Where a command writes its lines.
public struct Output: Sendable {
    private let line: @Sendable (String) -> Void
    private let complaint: @Sendable (String) -> Void

    /// - Parameters:
    ///   - line: Gets what the command has to say.
    ///   - complaint: Gets what is wrong with the way in which it was called.
    public init(line: @escaping @Sendable (String) -> Void, complaint: @escaping @Sendable (String) -> Void) {
        self.line = line
        self.complaint = complaint
    }

    /// The process's own standard output and standard error.
    public static let standard = Output {
        FileHandle.standardOutput.write(Data("\($0)\n".utf8))
    } complaint: {
        FileHandle.standardError.write(Data("\($0)\n".utf8))
    }

    /// Writes lines of the command's result.
    public func write(_ text: String) { line(text) }

    /// Writes lines about a wrong call.
    public func complain(_ text: String) { complaint(text) }
}

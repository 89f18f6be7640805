/// A line of a script.
public struct ScriptLocation: Sendable, Hashable, Codable {
    public let file: String
    /// Counted from one.
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

extension ScriptLocation: CustomStringConvertible {
    public var description: String { "\(file):\(line)" }
}

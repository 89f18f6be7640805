/// A line of a file, such as a script.
///
/// A location consists of two numbers, so that the thousands of locations in definitions are copied without reference counting.
public struct ScriptLocation: Sendable, Hashable {
    package let fileNumber: FileNumber
    private let lineNumber: Int32

    /// Creates a location.
    public init(file: String, line: Int) {
        self.init(FileNumber(file), line: line)
    }

    package init(_ file: FileNumber, line: Int) {
        fileNumber = file
        lineNumber = Int32(clamping: line)
    }

    /// The name of the file, as the application wrote it.
    public var file: String { fileNumber.name }

    /// The number of the line, counted from one.
    public var line: Int { Int(lineNumber) }
}

extension ScriptLocation: Codable {
    private enum CodingKeys: CodingKey { case file, line }

    /// Decodes a file and a line.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(file: try values.decode(String.self, forKey: .file), line: try values.decode(Int.self, forKey: .line))
    }

    /// Encodes the file and the line.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(file, forKey: .file)
        try values.encode(line, forKey: .line)
    }
}

extension ScriptLocation: CustomStringConvertible {
    /// The file and the line, as in `container.lua:4`.
    public var description: String { "\(file):\(line)" }
}

/// An option that a command takes.
public struct Option: Sendable, Hashable {
    /// With its dashes: `--types`.
    public let name: String
    /// What follows it; nil when nothing does.
    public let value: ValueHint?
    public let isRepeatable: Bool
    /// What it does, in one line.
    public let help: String

    public init(_ name: String, _ value: ValueHint? = nil, isRepeatable: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// The option that every command has.
    public static let help = Option("--help", help: "show this help")

    /// The option as the help shows it: `--types FILE`.
    var synopsis: String { value.map { "\(name) \($0.name)" } ?? name }
}

extension [Option] {
    /// One line an option, for the help.
    var described: String {
        Columns(map { ["  " + $0.synopsis, $0.help] }).text
    }
}

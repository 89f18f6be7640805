/// An option of a command.
package struct Option: Sendable, Hashable {
    /// With its dashes: `--types`.
    package let name: String
    /// The value after it; nil if it has none.
    package let value: ValueHint?
    package let isRepeatable: Bool
    /// The effect, in one line.
    package let help: String

    package init(_ name: String, _ value: ValueHint? = nil, isRepeatable: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// The option that every command has.
    package static let help = Option("--help", help: "show this help")

    /// The short form of the option that every command has.
    static let helpAbbreviation = "-h"

    /// The option as the help shows it: `--types FILE`.
    var synopsis: String { value.map { "\(name) \($0.name)" } ?? name }
}

extension [Option] {
    /// One line per option, for the help.
    var described: String {
        Columns(map { ["  " + $0.synopsis, $0.help] }).text
    }
}

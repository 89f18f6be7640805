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
    public static let help = Option("--help", help: "say this")

    /// The option as the help shows it: `--types FILE`.
    var synopsis: String { value.map { "\(name) \($0.name)" } ?? name }
}

/// What stands for a value that the caller chooses, in helps and when a shell completes it.
public struct ValueHint: Sendable, Hashable {
    /// What a shell offers for the value.
    public enum Kind: Sendable, Hashable {
        case file, folder
        /// The id of a service.
        case id
        case choice([String])
        /// Anything: nothing is offered.
        case text
    }

    /// As the help names it: `FILE`.
    public let name: String
    public let kind: Kind

    public init(_ name: String, _ kind: Kind = .text) {
        self.name = name
        self.kind = kind
    }

    public static let file = ValueHint("FILE", .file)
    public static let folder = ValueHint("DIR", .folder)
    public static let id = ValueHint("ID", .id)

    /// One of some words.
    public static func choice(_ words: [String]) -> ValueHint {
        ValueHint(words.joined(separator: "|"), .choice(words))
    }

    /// The same with another name, where listing the words would take too much room.
    func named(_ name: String) -> ValueHint { ValueHint(name, kind) }
}

/// An argument that is no option.
public struct Operand: Sendable, Hashable {
    public let value: ValueHint
    public let isOptional: Bool
    /// Whether there may be more of them; only the last one's may.
    public let isRepeatable: Bool

    public init(_ value: ValueHint, isOptional: Bool = false, isRepeatable: Bool = false) {
        self.value = value
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
    }

    /// The operand as the help shows it: `[FILE…]`.
    var synopsis: String {
        let name = value.name + (isRepeatable ? "…" : "")
        return isOptional ? "[\(name)]" : name
    }
}

extension [Option] {
    /// One line an option, for the help.
    var described: String {
        Columns(map { ["  " + $0.synopsis, $0.help] }).text
    }
}

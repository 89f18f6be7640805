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

/// A placeholder for a value of a call, in help and completion.
package struct ValueHint: Sendable, Hashable {
    /// The completion of the value.
    package enum Kind: Sendable, Hashable {
        case file, folder
        /// The id of a service.
        case id
        /// A name that scripts or types contain.
        case name(NameKind)
        case choice([String])
        /// Any string, without completion.
        case text
    }

    /// The name in the help: `FILE`.
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind = .text) {
        self.name = name
        self.kind = kind
    }

    package static let file = ValueHint("FILE", .file)
    package static let folder = ValueHint("DIR", .folder)
    package static let id = ValueHint("ID", .id)
    package static let type = ValueHint("NAME", .name(.types))
    package static let scope = ValueHint("NAME", .name(.scopes))
    package static let tag = ValueHint("NAME", .name(.tags))
    package static let environment = ValueHint("NAME", .name(.environments))

    /// One of several words.
    package static func choice(_ words: [String]) -> ValueHint {
        ValueHint(words.joined(separator: "|"), .choice(words))
    }

    /// The same value with another name, if a list of the words would be too long.
    func named(_ name: String) -> ValueHint { ValueHint(name, kind) }
}

/// The Swift name of a key.
///
/// An id that is an identifier is its own name. Of others, the parts between characters that identifiers cannot contain are joined, each
/// but the first with a capital: `app.mailer` is `appMailer`, and `Sylius\Foo` is `syliusFoo`.
struct KeyName: Sendable, Hashable {
    /// The identifier, without backticks.
    let identifier: String

    /// Nil if the id has no letter and no digit.
    init?(_ id: String) {
        let parts = id.split { !$0.isPartOfIdentifier }
        guard parts.contains(where: { $0.contains { $0 != "_" } }) else { return nil }
        var name = String(parts[0])
        if parts.count > 1 || name.count != id.count {
            name =
                Self.lowered(parts[0]) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
        if name.first?.isNumber == true { name = "_" + name }
        identifier = Self.metatypeMembers.contains(name) ? name + "_" : name
    }

    /// The name as a declaration writes it.
    var declared: String { Self.keywords.contains(identifier) ? "`\(identifier)`" : identifier }

    /// The capitals at the beginning in lowercase, but for the first letter of the next word: `URLCache` is `urlCache`.
    private static func lowered(_ part: Substring) -> String {
        let capitals = part.prefix { $0.isUppercase }
        let rest = part.dropFirst(capitals.count)
        let isWord = capitals.count > 1 && rest.first?.isLowercase == true
        let count = isWord ? capitals.count - 1 : capitals.count
        return part.prefix(count).lowercased() + part.dropFirst(count)
    }

    /// What follows a dot has a meaning of its own.
    private static let metatypeMembers: Set = ["self", "Type", "Protocol", "_"]
    private static let keywords: Set = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]
}

extension Character {
    fileprivate var isPartOfIdentifier: Bool {
        self == "_" || unicodeScalars.allSatisfy { $0.properties.isXIDContinue } && (isLetter || isNumber)
    }
}

/// A type as it is written in a declaration.
struct TypeText: Sendable, Equatable {
    /// Formatted.
    let text: String
    /// As the compiler writes it.
    let written: String
    /// The types that it names, each with its identifier.
    let names: [Name]

    struct Name: Sendable, Equatable {
        let spelling: String
        let identifier: String
        /// The text after the name, which begins with `<` if the type is generic.
        let following: String
    }

    init(_ fragments: [Fragment]) {
        written = fragments.text
        text = written.replacing(" : ", with: ": ")
        names = fragments.indices.compactMap { index in
            let fragment = fragments[index]
            guard fragment.kind == "typeIdentifier", let identifier = fragment.preciseIdentifier else { return nil }
            return Name(
                spelling: fragment.spelling, identifier: identifier,
                following: Array(fragments[(index + 1)...]).text)
        }
    }

    /// The type without attributes and ownership, as a closure's parameter has it.
    var plain: String {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        while let first = words.first, first.hasPrefix("@") || Self.modifiers.contains(String(first)) {
            words.removeFirst()
        }
        return words.joined(separator: " ")
    }

    /// The first word of the type if it is a modifier such as `inout`.
    var modifier: String? {
        text.split(separator: " ").first.map(String.init).flatMap { Self.modifiers.contains($0) ? $0 : nil }
    }

    private static let modifiers: Set = [
        "inout", "sending", "consuming", "borrowing", "__owned", "__shared", "isolated",
    ]

    var isOptional: Bool { text.hasSuffix("?") && !text.contains("->") }
    var isVariadic: Bool { text.hasSuffix("...") }
    var isFunction: Bool { BalancedText(text).hasTopLevelArrow }
    var isTuple: Bool { plain.hasPrefix("(") && plain.hasSuffix(")") && BalancedText(plain).hasTopLevelComma }
    /// Whether the type is generic by itself: `some Mailing`.
    var isOpaque: Bool { text.split { " [(<".contains($0) }.contains("some") }
}

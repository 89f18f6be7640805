/// A documentation comment: its first paragraph, and the members that it lists for scripts.
struct DocumentationComment: Sendable {
    /// The first paragraph, on one line; nil if there is none.
    let summary: String?
    /// The names after `- Exposes:`, in order.
    let members: [String]
    /// An item that is nearly `- Exposes:`, such as `- Expose:`.
    let misspelled: String?

    init(_ comment: Symbol.Comment?) {
        let lines = (comment?.lines ?? []).map { $0.text.trimmed }
        let paragraph = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty && !$0.hasPrefix("- ") && !$0.hasPrefix("#") }
        summary = paragraph.isEmpty ? nil : paragraph.joined(separator: " ").replacing("``", with: "`")
        let items = Self.items(lines)
        members = items.filter { $0.word == Self.item }.flatMap { Self.names($0.rest) }
        misspelled = items.map(\.word).first { Self.isNearlyItem($0) }
    }

    /// The items of lists that begin with a word and a colon, each with the lines that continue it.
    private static func items(_ lines: [String]) -> [(word: String, rest: String)] {
        lines.indices.compactMap { index in
            guard let match = lines[index].wholeMatch(of: /- +([A-Za-z]+) *:(.*)/) else { return nil }
            let further = lines[(index + 1)...].prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
            return (String(match.1), ([String(match.2)] + further).joined(separator: " "))
        }
    }

    private static let item = "Exposes"

    private static func isNearlyItem(_ word: String) -> Bool {
        word != item && ["expose", "exposes", "exposed", "exposure", "exposures"].contains(word.lowercased())
    }

    /// Names that are separated by commas, which labels in parentheses do not contain.
    private static func names(_ text: String) -> [String] {
        text.split { $0 == "," || $0.isWhitespace }.map { String($0).replacing("`", with: "") }.filter { !$0.isEmpty }
    }
}

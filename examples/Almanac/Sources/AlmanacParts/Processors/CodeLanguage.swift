import Moonwire

/// The syntax of a programming language, as a script describes it.
struct CodeLanguage: Sendable {
    let keywords: Set<String>
    /// Other highlighted names.
    let words: Set<String>
    /// The beginning of a comment up to the end of the line; empty if there is none.
    let comment: String
    /// The delimiters of strings.
    let quotes: String
    /// Whether capitalized names are types.
    let hasTypes: Bool
}

extension CodeLanguage: Convertible {
    static func read(from reader: ValueReader) throws -> CodeLanguage {
        var texts = ["keywords": "", "words": "", "comment": "", "quotes": "\""]
        var hasTypes = false
        try reader.forEachEntry { name, value in
            let name = try name.string()
            if name == "types" {
                hasTypes = try within(name) { try value.boolean() }
            } else if texts[name] == nil {
                throw ConversionError(.custom("has no field \"\(name)\""))
            } else {
                texts[name] = try within(name) { try value.string() }
            }
        }
        let words = { (name: String) in Set((texts[name] ?? "").split(separator: " ").map(String.init)) }
        return CodeLanguage(
            keywords: words("keywords"), words: words("words"), comment: texts["comment"] ?? "",
            quotes: texts["quotes"] ?? "", hasTypes: hasTypes)
    }

    func write(to writer: ValueWriter) throws {
        let fields: [String: PlainValue] = [
            "keywords": .text(keywords.sorted().joined(separator: " ")),
            "words": .text(words.sorted().joined(separator: " ")), "comment": .text(comment),
            "quotes": .text(quotes), "types": .boolean(hasTypes),
        ]
        try fields.write(to: writer)
    }

    static var shape: ValueShape { .map(.anything) }
}

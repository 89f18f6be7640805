import Moonwire

/// What the words of a programming language look like, as a script describes it.
struct CodeLanguage: Sendable {
    let keywords: Set<String>
    /// Names that stand out besides.
    let words: Set<String>
    /// What begins a comment that ends with its line; empty when nothing does.
    let comment: String
    /// What texts stand between.
    let quotes: String
    /// Whether names in capitals are types.
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
        let fields: [String: Value] = [
            "keywords": .text(keywords.sorted().joined(separator: " ")),
            "words": .text(words.sorted().joined(separator: " ")), "comment": .text(comment),
            "quotes": .text(quotes), "types": .boolean(hasTypes),
        ]
        try fields.write(to: writer)
    }

    static var shape: ValueShape { .map(.anything) }
}

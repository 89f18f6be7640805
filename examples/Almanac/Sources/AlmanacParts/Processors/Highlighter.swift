/// Wraps the words of code into classes: `k` for keywords, `t` for types, `s` for texts, `c` for comments, `n` for numbers.
struct Highlighter {
    private let language: CodeLanguage

    init(_ language: CodeLanguage) {
        self.language = language
    }

    /// HTML for a code that is not escaped.
    func html(_ code: String) -> String {
        var result = ""
        var rest = code[...]
        while let first = rest.first {
            let (length, kind) = token(rest, first)
            let text = HTMLText.escaped(rest.prefix(length))
            result += kind.map { "<span class=\"\($0)\">\(text)</span>" } ?? text
            rest = rest.dropFirst(length)
        }
        return result
    }

    private func token(_ rest: Substring, _ first: Character) -> (length: Int, kind: String?) {
        if !language.comment.isEmpty, rest.hasPrefix(language.comment) {
            return (rest.prefix { !$0.isNewline }.count, "c")
        }
        if language.quotes.contains(first) { return (length(ofQuoted: rest, first), "s") }
        if first.isNumber {
            return (rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }.count, "n")
        }
        guard first.isLetter || first == "_" || first == "@" else { return (1, nil) }
        let word =
            first == "@"
            ? rest.prefix(1) + rest.dropFirst().prefix(while: Self.isOfWord) : rest.prefix(while: Self.isOfWord)
        if language.keywords.contains(String(word)) { return (word.count, "k") }
        if language.words.contains(String(word)) { return (word.count, "t") }
        return (word.count, language.hasTypes && (first.isUppercase || first == "@") ? "t" : nil)
    }

    /// Up to the quote that ends it, or the end of the line.
    private func length(ofQuoted text: Substring, _ quote: Character) -> Int {
        var length = 1
        var isEscaped = false
        for letter in text.dropFirst() {
            if letter.isNewline { return length }
            length += 1
            if letter == quote, !isEscaped { return length }
            isEscaped = letter == "\\" && !isEscaped
        }
        return length
    }

    private static func isOfWord(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber || letter == "_" }
}

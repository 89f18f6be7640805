/// Wraps the words of code in classes: `k` for keywords, `t` for types, `s` for strings, `c` for comments, `n` for numbers.
struct Highlighter {
    private let language: CodeLanguage
    private let comment: [UInt8]
    private let quotes: [UInt8]

    init(_ language: CodeLanguage) {
        self.language = language
        comment = Array(language.comment.utf8)
        quotes = Array(language.quotes.utf8)
    }

    /// HTML for code that is not escaped.
    func html(_ code: String) -> String {
        var result = ""
        result.reserveCapacity(code.utf8.count * 2)
        let bytes = Array(code.utf8)
        var start = 0
        while start < bytes.count {
            let (end, kind) = token(bytes, start)
            let text = HTMLText.escaped(String(decoding: bytes[start..<end], as: UTF8.self))
            result += kind.map { "<span class=\"\($0)\">\(text)</span>" } ?? text
            start = end
        }
        return result
    }

    /// The end of a token, and its class.
    private func token(_ code: [UInt8], _ start: Int) -> (end: Int, kind: String?) {
        let first = code[start]
        if !comment.isEmpty, code[start...].starts(with: comment) {
            return (Self.end(code, start) { $0 != UInt8(ascii: "\n") }, "c")
        }
        if quotes.contains(first) { return (Self.endOfQuoted(code, start), "s") }
        if Self.isDigit(first) { return (Self.end(code, start) { Self.isOfWord($0) || $0 == UInt8(ascii: ".") }, "n") }
        guard Self.isOfWord(first) || first == UInt8(ascii: "@") else {
            return (Self.end(code, start + 1) { !isInteresting($0) }, nil)
        }
        let end = Self.end(code, start + 1, while: Self.isOfWord)
        let word = String(decoding: code[start..<end], as: UTF8.self)
        if language.keywords.contains(word) { return (end, "k") }
        if language.words.contains(word) { return (end, "t") }
        let isType = language.hasTypes && (UInt8(ascii: "@")...UInt8(ascii: "Z")).contains(first)
        return (end, isType ? "t" : nil)
    }

    private func isInteresting(_ byte: UInt8) -> Bool {
        Self.isOfWord(byte) || byte == UInt8(ascii: "@") || quotes.contains(byte) || byte == comment.first
    }

    /// After the closing quote, or at the end of the line.
    private static func endOfQuoted(_ code: [UInt8], _ start: Int) -> Int {
        var isEscaped = false
        for index in code.indices[(start + 1)...] {
            if code[index] == UInt8(ascii: "\n") { return index }
            if code[index] == code[start], !isEscaped { return index + 1 }
            isEscaped = code[index] == UInt8(ascii: "\\") && !isEscaped
        }
        return code.count
    }

    private static func end(_ code: [UInt8], _ start: Int, while isOfToken: (UInt8) -> Bool) -> Int {
        var end = start
        while end < code.count, isOfToken(code[end]) { end += 1 }
        return end
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Characters beyond ASCII belong to words.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

import LuaRuntime

/// Finds the probable mistakes in a script that Lua cannot parse, from the tokens around the error.
///
/// All tokens before the one at which Lua stopped are in order, which leaves little to guess. Where the tokens permit more than
/// one explanation, there is no hint. The text is read once, up to the line of the error, and no tokens are kept.
struct SyntaxHints {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let error: SyntaxError
    /// The tokens before the current one, nearest first.
    private var before = TokenWindow()
    /// How far the line with the open bracket is indented.
    private var indentation: Int?

    /// The probable mistakes; empty if they cannot be determined.
    static func find(_ error: SyntaxError, in text: String) -> [SyntaxHint] {
        var text = text
        return text.withUTF8 { bytes in
            var search = SyntaxHints(bytes: bytes, error: error)
            return search.run()
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, error: SyntaxError) {
        self.bytes = bytes
        self.error = error
    }

    private mutating func run() -> [SyntaxHint] {
        var tokenizer = Tokenizer(bytes)
        var candidates = 0
        while let token = tokenizer.next(), token.line <= error.line, candidates < Self.mostCandidates {
            if token.line == error.openingLine, indentation == nil { indentation = indentation(of: token) }
            if token.line == error.line, isShown(token) {
                let context = SyntaxContext(
                    bytes: bytes, error: error, token: token, rest: tokenizer, before: before, indentation: indentation)
                if context.isPlausible {
                    let hints = context.hints
                    if !hints.isEmpty { return hints }
                    candidates += 1
                }
            }
            before.add(token)
        }
        return UnclosedBrace.line(error, in: bytes).map { [.brace(line: $0)] } ?? []
    }

    /// For each token at which Lua may have stopped, the rest of the line is read; more of them are not looked at.
    private static let mostCandidates = 16

    /// Whether the token may be the one that the message shows.
    private func isShown(_ token: Tokenizer.Token) -> Bool {
        switch token.kind {
        case .name, .number: bytes[token.range].elementsEqual(error.token.utf8)
        case .text: isShown(text: token)
        case .symbol:
            bytes[token.range].elementsEqual(error.token.utf8)
                || error.token == "<\\\(token.first)>" && token.first != 0
                || error.token == "<\\0>" && token.range.count == 1 && bytes[token.range.lowerBound] == 0
        }
    }

    /// Lua shows a string with its quotes, and with its escapes replaced.
    private func isShown(text token: Tokenizer.Token) -> Bool {
        let shown = error.token.utf8
        if error.isStringAtEnd { return token.range.upperBound == bytes.count }
        guard shown.first == token.first else { return false }
        let quotes = token.first == UInt8(ascii: "[") ? 2 : 1
        let plain = bytes[token.range].prefix { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\n") }
        return shown.dropFirst(quotes).starts(with: plain)
    }

    /// The blanks in front of a token; nil when it is not the first of its line.
    private func indentation(of token: Tokenizer.Token) -> Int? {
        bytes.indentation(of: token, after: before.first)
    }
}

/// The last tokens, nearest first.
struct TokenWindow {
    private(set) var first: Tokenizer.Token?
    private(set) var second: Tokenizer.Token?
    private(set) var third: Tokenizer.Token?
    private(set) var fourth: Tokenizer.Token?

    mutating func add(_ token: Tokenizer.Token) {
        (first, second, third, fourth) = (token, first, second, third)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of a token from the beginning of its line; nil when another token of the line comes before it.
    func indentation(of token: Tokenizer.Token, after previous: Tokenizer.Token?) -> Int? {
        let start = token.start
        let end = previous?.end ?? 0
        var line = start
        while line > end, self[line - 1] != UInt8(ascii: "\n") { line -= 1 }
        return line == 0 || self[line - 1] == UInt8(ascii: "\n") ? start - line : nil
    }
}

extension Tokenizer.Token {
    /// Where the token begins, its quote included; of a long string, about there.
    var start: Int { kind == .text ? range.lowerBound - 1 : range.lowerBound }
    /// Where it ends, its quote included; of a long string, about there.
    var end: Int { kind == .text ? range.upperBound + 1 : range.upperBound }
}

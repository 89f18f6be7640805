/// A position in the source of a script.
package struct SourcePosition: Sendable {
    /// The number of bytes before it.
    package let offset: Int
    package let line: Int

    package static let start = SourcePosition(offset: 0, line: 1)
}

extension SourcePosition {
    init(_ token: Tokenizer.Token) { self.init(offset: token.range.lowerBound, line: token.line) }
}

/// Splits the source of a script into tokens with their lines, without comments and white space.
package struct Tokenizer {
    package enum Kind {
        case name
        case text
        case number
        case symbol
    }

    package struct Token {
        package let kind: Kind
        package let line: Int
        /// The bytes of the token; of a string, those between its quotes.
        package let range: Range<Int>
        /// The first byte, which distinguishes symbols.
        package let first: UInt8

        package func isSymbol(_ sign: Unicode.Scalar) -> Bool { kind == .symbol && first == UInt8(ascii: sign) }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private var line: Int

    package init(_ bytes: UnsafeBufferPointer<UInt8>, from start: SourcePosition = .start) {
        self.bytes = bytes
        position = start.offset
        line = start.line
    }

    package mutating func next() -> Token? {
        skipBlanks()
        guard position < bytes.count else { return nil }
        let start = position
        let first = bytes[position]
        switch first {
        case _ where Self.startsName(first):
            while position < bytes.count, Self.continuesName(bytes[position]) { position += 1 }
            return Token(kind: .name, line: line, range: start..<position, first: first)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(first)
        case UInt8(ascii: "[") where longBracketLevel(at: position) != nil: return longText()
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            while position < bytes.count, Self.continuesName(bytes[position]) || bytes[position] == UInt8(ascii: ".") {
                position += 1
            }
            return Token(kind: .number, line: line, range: start..<position, first: first)
        default:
            position += 1
            let isLonger = position < bytes.count && Self.continues(first, bytes[position])
            if isLonger { position += 1 }
            return Token(kind: .symbol, line: line, range: start..<position, first: isLonger ? 0 : first)
        }
    }

    /// `==` and similar operators are not the `=` of a field; `..` and `::` do not precede a member; `//` is one division.
    private static func continues(_ first: UInt8, _ second: UInt8) -> Bool {
        switch second {
        case UInt8(ascii: "="): "=~<>".utf8.contains(first)
        case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"): first == second
        default: false
        }
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "-") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "-"):
                position += 2
                if longBracketLevel(at: position) != nil {
                    _ = longText()
                } else {
                    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
                }
            default: return
            }
        }
    }

    private mutating func quoted(_ quote: UInt8) -> Token {
        let startLine = line
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\") { position += 1 }
            if position < bytes.count, bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        let end = min(position, bytes.count)
        position = min(position + 1, bytes.count)
        return Token(kind: .text, line: startLine, range: start..<end, first: quote)
    }

    /// The number of equals signs of a long bracket that opens here.
    private func longBracketLevel(at start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
        var end = start + 1
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "[") ? end - start - 1 : nil
    }

    private mutating func longText() -> Token {
        let startLine = line
        let level = longBracketLevel(at: position) ?? 0
        position += level + 2
        let start = position
        while position < bytes.count, !closesLongBracket(level) {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        let end = position
        position = min(position + level + 2, bytes.count)
        return Token(kind: .text, line: startLine, range: start..<end, first: UInt8(ascii: "["))
    }

    private func closesLongBracket(_ level: Int) -> Bool {
        let end = position + level + 1
        guard bytes[position] == UInt8(ascii: "]"), end < bytes.count, bytes[end] == UInt8(ascii: "]") else {
            return false
        }
        return bytes[(position + 1)..<end].allSatisfy { $0 == UInt8(ascii: "=") }
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

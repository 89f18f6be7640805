import Foundation

/// A file of Swift source in which comments and the contents of string literals can be told from code.
struct SourceText: Sendable {
    /// The file, with spaces instead of comments.
    let uncommented: [UInt8]
    /// The same, with spaces instead of the contents of string literals, too.
    let code: [UInt8]
    private let lineStarts: [Int]

    init(_ text: String) {
        var scanner = SourceScanner(Array(text.utf8))
        scanner.run()
        uncommented = scanner.uncommented
        code = scanner.code
        var starts = [0]
        for (index, byte) in uncommented.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        lineStarts = starts
    }

    /// The offset of a place; nil if the file has no such place.
    func offset(of location: SourceLocation) -> Int? {
        guard let column = location.column, lineStarts.indices.contains(location.line - 1) else { return nil }
        let offset = lineStarts[location.line - 1] + column
        return offset <= code.count ? offset : nil
    }

    /// The text between two offsets, without comments.
    func text(_ range: Range<Int>) -> String { String(decoding: uncommented[range], as: UTF8.self).trimmed }
}

/// Replaces comments and the contents of string literals by spaces.
private struct SourceScanner {
    private(set) var uncommented: [UInt8]
    private(set) var code: [UInt8]
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        uncommented = bytes
        code = bytes
    }

    mutating func run() {
        while index < bytes.count {
            if has("//") {
                skipComment { $0.bytes[$0.index] == UInt8(ascii: "\n") }
            } else if has("/*") {
                skipBlockComment()
            } else if let pounds = poundsOfString {
                skipString(pounds)
            } else {
                index += 1
            }
        }
    }

    /// The number of `#` before a string literal that begins here; nil if none does.
    private var poundsOfString: Int? {
        var end = index
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - index : nil
    }

    private mutating func skipComment(until isEnd: (SourceScanner) -> Bool) {
        while index < bytes.count, !isEnd(self) { blank(isComment: true) }
    }

    /// Block comments can contain others.
    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if has("/*") { depth += 1 } else if has("*/") { depth -= 1 } else { blank(isComment: true); continue }
            blank(isComment: true)
            blank(isComment: true)
        } while depth > 0 && index < bytes.count
    }

    private mutating func skipString(_ pounds: Int) {
        index += pounds
        let isLong = has("\"\"\"") && isEndOfLine(index + 3)
        let quotes = isLong ? 3 : 1
        index += quotes
        while index < bytes.count {
            if isEnd(quotes, pounds) {
                index += quotes + pounds
                return
            }
            // A literal of one line ends there, even if its quote is missing.
            if !isLong, bytes[index] == UInt8(ascii: "\n") { return }
            if isEscape(pounds) {
                for _ in 0...pounds { blank(isComment: false) }
                if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
                    skipInterpolation()
                } else {
                    blank(isComment: false)
                }
            } else {
                blank(isComment: false)
            }
        }
    }

    /// An expression in a string literal, which can contain other literals.
    private mutating func skipInterpolation() {
        var depth = 0
        repeat {
            if let pounds = poundsOfString {
                let start = index
                skipString(pounds)
                for place in start..<index where code[place] != UInt8(ascii: "\n") { code[place] = UInt8(ascii: " ") }
                continue
            }
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            blank(isComment: false)
        } while depth > 0 && index < bytes.count
    }

    private func isEnd(_ quotes: Int, _ pounds: Int) -> Bool {
        has(String(repeating: "\"", count: quotes) + String(repeating: "#", count: pounds))
    }

    /// Whether nothing but spaces follows in the line, as behind the quotes of a literal of several lines.
    private func isEndOfLine(_ start: Int) -> Bool {
        let next = bytes[start...].first { !" \t\r".utf8.contains($0) }
        return next == nil || next == UInt8(ascii: "\n")
    }

    private func isEscape(_ pounds: Int) -> Bool { has("\\" + String(repeating: "#", count: pounds)) }

    private func has(_ expected: String) -> Bool {
        bytes[index...].starts(with: expected.utf8)
    }

    /// Replaces a byte by a space; lines keep their numbers.
    private mutating func blank(isComment: Bool) {
        guard index < bytes.count else { return }
        if bytes[index] != UInt8(ascii: "\n") {
            code[index] = UInt8(ascii: " ")
            if isComment { uncommented[index] = UInt8(ascii: " ") }
        }
        index += 1
    }
}

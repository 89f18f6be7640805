extension LuaError {
    /// The line of a script where an error occurred, between its neighbors.
    public struct Excerpt: Sendable, Hashable {
        /// A line of a script.
        public struct Line: Sendable, Hashable {
            /// The number of the line, counted from one.
            public let number: Int
            /// The source of the line; the end of a very long line is left out.
            public let text: String
        }

        /// The line and its neighbors.
        public let lines: [Line]
        /// The number of the line where the error occurred.
        public let line: Int
    }
}

extension LuaError.Excerpt {
    static let longestLine = 200

    /// Nil when the source has no such line.
    init?(of text: String, around line: Int) {
        let wanted = max(line - 1, 1)...(line + 1)
        var number = 1
        var lines: [Line] = []
        var rest = Substring(text).utf8
        while number <= wanted.upperBound {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            if wanted.contains(number) { lines.append(Line(number: number, text: Self.shown(rest[..<end]))) }
            guard end < rest.endIndex else { break }
            rest = rest[rest.index(after: end)...]
            number += 1
        }
        if lines.last?.text.isEmpty ?? false, lines.last?.number != line { lines.removeLast() }
        guard lines.contains(where: { $0.number == line }) else { return nil }
        self.init(lines: lines, line: line)
    }

    private static func shown(_ line: Substring.UTF8View.SubSequence) -> String {
        let text = String(Substring(line.prefix(4 * longestLine)))
        let whole = text.last == "\r" ? String(text.dropLast()) : text
        return whole.count > longestLine ? whole.prefix(longestLine - 3) + "..." : whole
    }
}

extension LuaError.Excerpt: CustomStringConvertible {
    /// The lines with their numbers, and a mark at the line of the error.
    public var description: String {
        let width = "\(line + 1)".count
        return lines.map { line in
            let number = "\(line.number)"
            let padding = String(repeating: " ", count: width - number.count)
            return "\(line.number == self.line ? ">" : " ") \(padding)\(number) | \(line.text)"
        }
        .joined(separator: "\n")
    }
}

/// The front matter of a page, between two lines of dashes.
struct FrontMatter: Sendable, Hashable {
    private(set) var fields: [String: String] = [:]
    /// The line of each field.
    private(set) var lines: [String: Int] = [:]
    /// The text after the front matter.
    private(set) var body: Substring
    /// The number of the body's first line.
    private(set) var bodyLine = 1

    /// Throws ``Problem`` for front matter that does not end, and for a line that is not a field.
    init(_ text: String, in file: String) throws {
        body = text[...]
        guard let first = Self.line(&body), first == "---" else {
            body = text[...]
            return
        }
        var number = 1
        while let line = Self.line(&body) {
            number += 1
            if line == "---" {
                bodyLine = number + 1
                return
            }
            try read(line, number, file)
        }
        throw Problem.endlessFrontMatter(in: file)
    }

    private mutating func read(_ line: Substring, _ number: Int, _ file: String) throws {
        let bare = line.trimmed
        if bare.isEmpty || bare.hasPrefix("#") { return }
        guard let colon = bare.firstIndex(of: ":"), colon > bare.startIndex else {
            throw Problem.noField(String(bare), in: file, line: number)
        }
        let name = String(bare[..<colon].trimmed)
        guard fields[name] == nil else { throw Problem.fieldTwice(name, in: file, line: number) }
        fields[name] = Self.unquoted(bare[bare.index(after: colon)...].trimmed)
        lines[name] = number
    }

    private static func line(_ rest: inout Substring) -> Substring? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(where: \.isNewline) ?? rest.endIndex
        defer { rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...] }
        return rest[..<end]
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, let first = text.first, first == text.last, first == "\"" || first == "'" else {
            return String(text)
        }
        return String(text.dropFirst().dropLast())
    }
}

extension StringProtocol {
    /// Without leading and trailing white space.
    var trimmed: SubSequence {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return rest
    }
}

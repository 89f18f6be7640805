/// Swift source text, of which brackets and string literals are understood.
struct BalancedText {
    private let characters: [Character]

    init(_ text: String) { characters = Array(text) }

    /// The text up to the first closing parenthesis without an opening one; all of it if there is none.
    var untilClosed: (text: String, rest: String) {
        var depth = 0
        var index = 0
        while index < characters.count {
            if let end = stringEnd(at: index) {
                index = end
                continue
            }
            if "([{".contains(characters[index]) { depth += 1 }
            if ")]}".contains(characters[index]) { depth -= 1 }
            if depth < 0 { return (String(characters[..<index]), String(characters[index...])) }
            index += 1
        }
        return (String(characters), "")
    }

    var hasTopLevelArrow: Bool { topLevel { characters[$0] == ">" && $0 > 0 && characters[$0 - 1] == "-" } }

    /// Whether there is a comma in the outermost parentheses.
    var hasTopLevelComma: Bool { topLevel(depth: 1) { characters[$0] == "," } }

    private func topLevel(depth expected: Int = 0, _ matches: (Int) -> Bool) -> Bool {
        var depth = 0
        for index in characters.indices {
            let isArrow = index > 0 && characters[index] == ">" && characters[index - 1] == "-"
            if "([<".contains(characters[index]) { depth += 1 }
            if ")]".contains(characters[index]) || (characters[index] == ">" && !isArrow) { depth -= 1 }
            if depth == expected, matches(index) { return true }
        }
        return false
    }

    /// The text without line breaks and repeated spaces outside of string literals, formatted as one line.
    var onOneLine: String {
        var result: [Character] = []
        var index = 0
        while index < characters.count {
            if let end = stringEnd(at: index) {
                result += characters[index..<end]
                index = end
                continue
            }
            let character = characters[index]
            index += 1
            if character.isWhitespace {
                guard let last = result.last, !last.isWhitespace, !"([".contains(last) else { continue }
                result.append(" ")
            } else if ")]".contains(character) {
                while let last = result.last, last.isWhitespace || last == "," { result.removeLast() }
                result.append(character)
            } else {
                result.append(character)
            }
        }
        return String(result).trimmed
    }

    /// The identifiers outside of string literals; literals such as `#line` with their `#`.
    var identifiers: [String] {
        var result: [String] = []
        var index = 0
        while index < characters.count {
            if let end = stringEnd(at: index) {
                index = end
                continue
            }
            guard isIdentifierStart(characters[index]) else {
                index += 1
                continue
            }
            let start = index
            repeat { index += 1 } while index < characters.count && isIdentifierPart(characters[index])
            result.append(String(characters[start..<index]))
        }
        return result
    }

    private func isIdentifierStart(_ character: Character) -> Bool {
        character.isLetter || character == "_" || character == "#"
    }

    private func isIdentifierPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The index behind the string literal that begins at an index.
    private func stringEnd(at start: Int) -> Int? {
        var index = start
        while index < characters.count, characters[index] == "#" { index += 1 }
        let pounds = Array(repeating: Character("#"), count: index - start)
        guard index < characters.count, characters[index] == "\"" else { return nil }
        let quotes: [Character] = has("\"\"\"", at: index) ? ["\"", "\"", "\""] : ["\""]
        index += quotes.count
        while index < characters.count {
            if has(quotes + pounds, at: index) { return index + quotes.count + pounds.count }
            if has(["\\"] + pounds, at: index) {
                index += 1 + pounds.count
                if index < characters.count, characters[index] == "(" {
                    let interpolated = BalancedText(String(characters[(index + 1)...])).untilClosed.text
                    index += interpolated.count + 1
                }
            }
            index += 1
        }
        return characters.count
    }

    private func has(_ expected: some Collection<Character>, at index: Int) -> Bool {
        index + expected.count <= characters.count
            && characters[index..<(index + expected.count)].elementsEqual(expected)
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

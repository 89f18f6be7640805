/// What the source says about a slot, which the symbol graph does not contain: the arguments of its property wrapper, and its initial
/// value.
struct SlotSource {
    /// Why a declaration cannot be read.
    enum Failure: Error { case notFound, noLiteral }

    private let source: SourceText
    /// The offset of the property's name.
    private let nameOffset: Int

    /// The declaration around the name of a property; nil if the file has no such place.
    init?(_ source: SourceText, at location: SourceLocation) {
        guard let offset = source.offset(of: location) else { return nil }
        self.source = source
        nameOffset = offset
    }

    /// What the declaration contains.
    func content(_ wrapper: SlotWrapper) throws(Failure) -> SlotContent {
        let text = try arguments(of: wrapper.name)
        let label = text.prefix { $0.isLetter }
        let isLabeled = text.dropFirst(label.count).first == ":"
        if wrapper.kind == .lazy { return .initialValue(hasInitialValue || (isLabeled && label == "wrappedValue")) }
        if text.isEmpty || isLabeled { return .id(nil) }
        guard let id = Self.literal(text) else { throw Failure.noLiteral }
        return .id(id)
    }

    /// The text between the parentheses of a property wrapper; empty without them.
    private func arguments(of wrapper: String) throws(Failure) -> String {
        let pattern = Array(wrapper.utf8)
        var (index, depth) = (nameOffset, 0)
        while index > 0 {
            index -= 1
            switch source.code[index] {
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth += 1
            case UInt8(ascii: "("), UInt8(ascii: "["): depth -= 1
            // The declaration before, or the type around it.
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): if depth == 0 { throw Failure.notFound }
            // Which of the branches is compiled is not known.
            case UInt8(ascii: "#"): if depth == 0, isAfterLineBreak(index) { throw Failure.notFound }
            default: break
            }
            if depth == 0, isWrapper(pattern, at: index) { return textInParentheses(after: index + pattern.count) }
        }
        throw Failure.notFound
    }

    private func isWrapper(_ name: [UInt8], at index: Int) -> Bool {
        let end = index + name.count
        guard index > 0, end <= source.code.count, source.code[index..<end].elementsEqual(name) else { return false }
        let isWhole = end == source.code.count || !source.code[end].isPartOfName
        return isWhole && (source.code[index - 1] == UInt8(ascii: "@") || source.code[index - 1] == UInt8(ascii: "."))
    }

    private func isAfterLineBreak(_ index: Int) -> Bool {
        let before = source.code[..<index].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return before == nil || before == UInt8(ascii: "\n")
    }

    private func textInParentheses(after start: Int) -> String {
        var open = start
        if open < source.code.count, source.code[open] == UInt8(ascii: "<") { open = end(of: "<", ">", from: open) }
        guard open < source.code.count, source.code[open] == UInt8(ascii: "(") else { return "" }
        return source.text((open + 1)..<max(open + 1, end(of: "(", ")", from: open) - 1))
    }

    /// The offset behind the bracket that closes the one at an offset.
    private func end(of opening: Character, _ closing: Character, from start: Int) -> Int {
        var (index, depth) = (start, 0)
        while index < source.code.count {
            let byte = source.code[index]
            let isArrow = byte == UInt8(ascii: ">") && source.code[index - 1] == UInt8(ascii: "-")
            if byte == opening.asciiValue { depth += 1 }
            if byte == closing.asciiValue, !isArrow { depth -= 1 }
            index += 1
            if depth == 0 { break }
        }
        return index
    }

    /// Whether the declaration contains an initial value.
    private var hasInitialValue: Bool {
        var depth = 0
        var index = nameOffset
        while index < source.code.count {
            let byte = source.code[index]
            index += 1
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">") where source.code[index - 2] == UInt8(ascii: "-"): break
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"): depth -= 1
            case UInt8(ascii: "=") where depth == 0: return true
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): return false
            case UInt8(ascii: "\n") where depth == 0: if !continues(behind: index) { return false }
            default: break
            }
        }
        return false
    }

    /// Whether a declaration continues behind a line break.
    private func continues(behind index: Int) -> Bool {
        let next = source.code[index...].first { !$0.isSpace }
        if next.map({ "=&:-.?!>".utf8.contains($0) }) == true { return true }
        let words = source.code[nameOffset..<(index - 1)].split { $0.isSpace }
        let last = String(decoding: words.last ?? [], as: UTF8.self)
        return ["any", "some"].contains(last) || [":", "&", "->", "."].contains(where: last.hasSuffix)
    }

    /// The content of the string literal that is all of the text, or its first element; nil for another expression.
    private static func literal(_ arguments: String) -> String? {
        guard arguments.first == "\"" else { return nil }
        let content = arguments.dropFirst().prefix { $0 != "\"" }
        let rest = arguments.dropFirst(content.count + 2).drop { $0.isWhitespace }
        guard rest.isEmpty || rest.first == ",", !content.contains("\\"), !content.isEmpty else { return nil }
        return String(content)
    }
}

/// What the declaration of a slot contains.
enum SlotContent: Sendable, Equatable {
    /// The id that the slot names; nil if it names none.
    case id(String?)
    case initialValue(Bool)
}

extension UInt8 {
    fileprivate var isSpace: Bool { " \t\r\n".utf8.contains(self) }

    fileprivate var isPartOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
            true
        default: false
        }
    }
}

/// An expression of Lua, as a script contains it.
indirect enum LuaValue: Sendable, Hashable {
    /// A name, a number, or a string, as it is written.
    case plain(String)
    case table([LuaValue], [Field])
    /// A word with one argument: `ref "id"`, `inline { … }`.
    case word(String, LuaValue)
    /// A function with several arguments.
    case call(String, [LuaValue])

    struct Field: Sendable, Hashable {
        let key: String
        let value: LuaValue
    }

    static func list(_ elements: [LuaValue]) -> LuaValue { .table(elements, []) }

    static func map(_ fields: [(String, LuaValue)]) -> LuaValue { .table([], fields.map { Field(key: $0, value: $1) }) }

    /// A string literal.
    static func quoted(_ text: String) -> LuaValue {
        var literal = "\""
        for letter in text.unicodeScalars {
            switch letter {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case _ where letter.value < 0x20 || letter.value == 0x7F:
                literal += "\\u{" + String(letter.value, radix: 16) + "}"
            default: literal.unicodeScalars.append(letter)
            }
        }
        return .plain(literal + "\"")
    }

    /// The expression on one line if it fits, beginning at a column, or else on several lines.
    func text(at column: Int = 0, indent: Int = 0) -> String {
        let line = onOneLine
        if column + line.utf8.count <= Self.width { return line }
        switch self {
        case .plain: return line
        case .word(let word, let value):
            return "\(word) " + value.text(at: column + word.utf8.count + 1, indent: indent)
        case .call(let name, let arguments): return "\(name)(\(arguments.map(\.onOneLine).joined(separator: ", ")))"
        case .table(let elements, let fields):
            let inner = indent + 4
            let space = String(repeating: " ", count: inner)
            let lines =
                elements.map { space + $0.text(at: inner + 1, indent: inner) + ",\n" }
                + fields.map { field in
                    let key = Self.written(key: field.key) + " = "
                    return space + key + field.value.text(at: inner + key.utf8.count + 1, indent: inner) + ",\n"
                }
            return "{\n" + lines.joined() + String(repeating: " ", count: indent) + "}"
        }
    }

    private static let width = 120

    private var onOneLine: String {
        switch self {
        case .plain(let text): return text
        case .word(let word, let value): return "\(word) \(value.onOneLine)"
        case .call(let name, let arguments): return "\(name)(\(arguments.map(\.onOneLine).joined(separator: ", ")))"
        case .table(let elements, let fields):
            let parts =
                elements.map(\.onOneLine) + fields.map { "\(Self.written(key: $0.key)) = \($0.value.onOneLine)" }
            return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
        }
    }

    /// The key of a table: a name, or a string in brackets.
    static func written(key: String) -> String {
        key == Names.identifier(key) && !keywords.contains(key) ? key : "[\(quoted(key).onOneLine)]"
    }

    private static let keywords: Set<String> = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
        "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]
}

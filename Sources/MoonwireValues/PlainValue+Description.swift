extension PlainValue: CustomStringConvertible {
    /// The value in the syntax of scripts.
    public var description: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let text): text.quoted
        case .data(let data): "\(data.count) bytes"
        case .list(let elements): elements.isEmpty ? "{}" : "{ \(elements.map(\.description).joined(separator: ", ")) }"
        case .map(let entries): writtenMap(entries.map { ($0.key, $0.value.description) })
        case .table(let entries):
            "{ \(entries.map { "[\($0.key.description)] = \($0.value.description)" }.sorted().joined(separator: ", ")) }"
        }
    }
}

/// Entries as a table of a script, sorted by their keys.
package func writtenMap(_ entries: [(String, String)]) -> String {
    guard !entries.isEmpty else { return "{}" }
    let fields = entries.sorted { $0.0 < $1.0 }.map { "\($0.writtenKey) = \($1)" }
    return "{ \(fields.joined(separator: ", ")) }"
}

extension String {
    /// The string in quotes, as a script writes it: on one line, without control characters.
    package var quoted: String { "\"\(escaped)\"" }

    /// The string as it is written between quotes.
    package var escaped: String {
        // Most strings, and above all the longest, need no escapes.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            return self
        }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.properties.generalCategory == .control:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The string as the key of a field: a name unchanged, anything else in brackets.
    package var writtenKey: String { isName ? self : "[\(quoted)]" }

    /// Whether the string has the form of a name; this includes reserved words.
    package var isName: Bool {
        !isEmpty
            && utf8.enumerated().allSatisfy { index, letter in
                switch letter {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                    true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
                default: false
                }
            }
    }
}

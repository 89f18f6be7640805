extension Value: CustomStringConvertible {
    /// The value as a script writes it.
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

/// Entries as a table of a script, in the order of their keys.
package func writtenMap(_ entries: [(String, String)]) -> String {
    guard !entries.isEmpty else { return "{}" }
    let fields = entries.sorted { $0.0 < $1.0 }.map { "\($0.writtenKey) = \($1)" }
    return "{ \(fields.joined(separator: ", ")) }"
}

extension String {
    /// In quotes, as a script writes it: on one line, without anything that a terminal would obey.
    package var quoted: String { "\"\(escaped)\"" }

    /// As it stands between quotes.
    package var escaped: String {
        // Most strings, and above all the longest, have nothing to escape.
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

    /// As the key of a field: a name as it is, anything else in brackets.
    package var writtenKey: String { isName ? self : "[\(quoted)]" }

    /// Whether the text is written as names are; reserved words are, too.
    package var isName: Bool {
        !isEmpty
            && utf8.enumerated().allSatisfy { place, letter in
                switch letter {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                    true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): place > 0
                default: false
                }
            }
    }
}

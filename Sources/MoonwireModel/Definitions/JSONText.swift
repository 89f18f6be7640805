import MoonwireSupport
package import MoonwireValues

/// A string that must be JSON, of at most 1 MiB and 64 levels.
package struct JSONText {
    package let value: PlainValue?

    /// The limits of a value, which is decoded by trying one kind after the other.
    static let mostBytes = 1 << 20
    static let mostLevels = 64

    package init(_ text: String) {
        guard Self.isAdmitted(text) else {
            value = nil
            return
        }
        value = (try? JSONDecoder().decode(Node.self, from: Data(text.utf8)))?.value
    }

    /// Whether the text is within the limits.
    static func isAdmitted(_ text: String) -> Bool {
        guard text.utf8.count <= mostBytes else { return false }
        var (level, isInString, isEscaped) = (0, false, false)
        for byte in text.utf8 {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): if !isInString { level += 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInString { level -= 1 }
            default: break
            }
            if level > mostLevels { return false }
        }
        return true
    }

    private struct Node: Decodable {
        let value: PlainValue

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value =
                if container.decodeNil() {
                    .null
                } else if let boolean = try? container.decode(Bool.self) {
                    .boolean(boolean)
                } else if let integer = try? container.decode(Int64.self) {
                    .integer(integer)
                } else if let number = try? container.decode(Double.self) {
                    .number(number)
                } else if let text = try? container.decode(String.self) {
                    .text(text)
                } else if let list = try? container.decode([Node].self) {
                    .list(list.map(\.value))
                } else {
                    .map(try container.decode([String: Node].self).mapValues(\.value))
                }
        }
    }
}

/// A string literal.
enum StringText {
    static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// A literal of several lines for one long line of text, each line indented.
    static func lines(_ text: String, indentedBy indentation: String) -> [String] {
        let width = CallLayout.width - indentation.count - 2
        var lines: [String] = []
        for word in escaped(text).split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        let continued = lines.dropLast().map { "\(indentation)\($0) \\" }
        return ["\(indentation)\"\"\""] + continued + lines.suffix(1).map { indentation + $0 } + [
            "\(indentation)\"\"\""
        ]
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\t": result += "\\t"
            case _ where scalar.value < 32: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

/// Text as it stands in HTML.
enum HTMLText {
    /// What must not be taken for markup, neither between tags nor in an attribute.
    static func escaped(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { isSpecial($0) }) else { return String(text) }
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text that was escaped, by ``escaped(_:)`` or by the Markdown library.
    static func unescaped(_ html: some StringProtocol) -> String {
        guard html.utf8.contains(UInt8(ascii: "&")) else { return String(html) }
        var result = String(html)
        for (entity, text) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            result = result.replacing(entity, with: text)
        }
        return result
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}

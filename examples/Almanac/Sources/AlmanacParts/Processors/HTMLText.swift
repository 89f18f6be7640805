/// Text in HTML.
enum HTMLText {
    /// Characters that must be escaped in text and in attributes.
    static func escaped(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { entity(of: $0) != nil }) else { return String(text) }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let entity = entity(of: byte) { result += entity.utf8 } else { result.append(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text that was escaped by ``escaped(_:)`` or by the Markdown library.
    static func unescaped(_ html: some StringProtocol) -> String {
        guard html.utf8.contains(UInt8(ascii: "&")) else { return String(html) }
        var result: [UInt8] = []
        result.reserveCapacity(html.utf8.count)
        var rest = Array(html.utf8)[...]
        while let byte = rest.first {
            let known = byte == UInt8(ascii: "&") ? entities.first { rest.starts(with: $0.text) } : nil
            result.append(known?.byte ?? byte)
            rest = rest.dropFirst(known?.text.count ?? 1)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func entity(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    private static let entities = "&<>\"'".utf8.map { byte in (byte: byte, text: Array((entity(of: byte) ?? "").utf8)) }
}

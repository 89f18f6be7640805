import Moonwire

/// Replaces quotes, dashes, and dots by typographic ones; code does not change.
public final class Typographer: PageProcessor, Exposed {
    private let quotes: [String]

    /// Creates a processor; `quotes` are the opening and closing double quotes, then the single ones.
    init(quotes: [String] = ["“", "”", "‘", "’"]) throws {
        guard quotes.count == 4 else {
            throw ConversionError(.range(expected: "four quotes", found: "\(quotes.count)")).at("quotes")
        }
        self.quotes = quotes
    }

    public func process(_ html: String, page: Page) -> String {
        var html = html
        return html.withUTF8 { bytes in
            var setter = Setter(bytes: bytes, quotes: quotes)
            return setter.run()
        }
    }
}

/// The state of one page.
///
/// Between the symbols there are long runs of text and tags, which are copied unchanged.
private struct Setter {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let quotes: [String]
    private var result: [UInt8] = []
    private var codeDepth = 0

    init(bytes: UnsafeBufferPointer<UInt8>, quotes: [String]) {
        self.bytes = bytes
        self.quotes = quotes
        result.reserveCapacity(bytes.count + 64)
    }

    mutating func run() -> String {
        var start = 0
        var index = 0
        // The last byte of text.
        var before = UInt8(ascii: " ")
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<") {
                index = passTag(index)
            } else if let (symbol, length) = symbol(at: index, after: before) {
                result += bytes[start..<index]
                result += symbol.utf8
                before = bytes[index]
                index += length
                start = index
            } else {
                before = bytes[index]
                index += 1
            }
        }
        result += bytes[start...]
        return String(decoding: result, as: UTF8.self)
    }

    /// The end of the tag that begins there.
    private mutating func passTag(_ start: Int) -> Int {
        if lies("<code", start) || lies("<pre", start) { codeDepth += 1 }
        if lies("</code", start) || lies("</pre", start) { codeDepth -= 1 }
        return bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
    }

    /// The replacement of the symbol at this position, and its length in bytes; nil for no replacement.
    private func symbol(at index: Int, after before: UInt8) -> (String, length: Int)? {
        guard codeDepth == 0 else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "'"): return (quotes[Self.opens(before) ? 2 : 3], 1)
        case UInt8(ascii: "&") where lies("&quot;", index): return (quotes[Self.opens(before) ? 0 : 1], 6)
        case UInt8(ascii: "-") where lies("---", index): return ("—", 3)
        case UInt8(ascii: "-") where lies("--", index): return ("–", 2)
        case UInt8(ascii: ".") where lies("...", index): return ("…", 3)
        default: return nil
        }
    }

    private func lies(_ text: String, _ index: Int) -> Bool { bytes[index...].starts(with: text.utf8) }

    private static func opens(_ before: UInt8) -> Bool { before <= 0x20 || "([{-".utf8.contains(before) }
}

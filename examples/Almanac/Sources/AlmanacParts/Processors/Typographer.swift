import Moonwire

/// Puts printers' quotes, dashes and dots where a keyboard has none; code stays as it is.
public final class Typographer: PageProcessor, Exposed {
    private let quotes: [String]

    /// - Parameter quotes: What opens and closes double quotes, then single ones.
    init(quotes: [String]) throws {
        guard quotes.count == 4 else {
            throw ConversionError(.range(expected: "four quotes", found: "\(quotes.count)")).at("quotes")
        }
        self.quotes = quotes
    }

    public static let exposure = Exposure(Typographer.self) {
        Initializer(Argument("quotes", default: ["“", "”", "‘", "’"])) { try Typographer(quotes: $0) }
        Provides { $0 as any PageProcessor }
    }

    public func process(_ html: String, page: Page) -> String {
        var result = ""
        result.reserveCapacity(html.utf8.count)
        var codeDepth = 0
        var before: Unicode.Scalar = " "
        for piece in HTMLScanner(html) {
            switch piece {
            case .tag(let tag):
                if tag.name == "code" || tag.name == "pre" { codeDepth += tag.isClosing ? -1 : 1 }
                result += tag.text
            case .text(let text):
                result += codeDepth > 0 || !Self.isWorthIt(text) ? String(text) : set(text, after: before)
                before = text.unicodeScalars.last ?? before
            }
        }
        return result
    }

    private static func isWorthIt(_ text: Substring) -> Bool {
        text.utf8.contains { byte in
            byte == UInt8(ascii: "'") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }

    private func set(_ text: Substring, after scalar: Unicode.Scalar) -> String {
        var result = ""
        var before = scalar
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            let (length, set) = symbol(at: rest, after: before)
            before = scalar
            if let set { result += set } else { result.unicodeScalars.append(scalar) }
            rest = rest.dropFirst(length)
        }
        return result
    }

    /// How much of the text a symbol takes, and what stands for it; nil for a letter that stays.
    private func symbol(
        at text: String.UnicodeScalarView.SubSequence, after before: Unicode.Scalar
    ) -> (length: Int, set: String?) {
        let opens = before.properties.isWhitespace || "([{—–".unicodeScalars.contains(before)
        switch text.first {
        case "&" where text.starts(with: "&quot;".unicodeScalars): return (6, quotes[opens ? 0 : 1])
        case "'": return (1, quotes[opens ? 2 : 3])
        case "-" where text.starts(with: "---".unicodeScalars): return (3, "—")
        case "-" where text.starts(with: "--".unicodeScalars): return (2, "–")
        case "." where text.starts(with: "...".unicodeScalars): return (3, "…")
        default: return (1, nil)
        }
    }
}

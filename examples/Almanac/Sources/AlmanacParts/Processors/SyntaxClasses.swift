import Moonwire

/// Gives the words of code classes for stylesheets, for the languages that a script describes.
public final class SyntaxClasses: PageProcessor, Exposed {
    private static let start = "<pre><code class=\"language-"
    private static let end = "</code></pre>"
    private let highlighters: [String: Highlighter]

    init(languages: [String: CodeLanguage]) {
        highlighters = languages.mapValues { Highlighter($0) }
    }

    public func process(_ html: String, page: Page) -> String {
        var result = ""
        var rest = html[...]
        while let start = rest.range(ofTag: Self.start), let end = rest[start.upperBound...].range(ofTag: Self.end) {
            let code = rest[start.upperBound..<end.lowerBound]
            guard let quote = code.utf8.firstIndex(of: UInt8(ascii: "\"")),
                let close = code[quote...].utf8.firstIndex(of: UInt8(ascii: ">"))
            else { break }
            let text = code[code.index(after: close)...]
            result += rest[..<start.upperBound]
            result += code[...close]
            result += highlighters[String(code[..<quote])]?.html(HTMLText.unescaped(text)) ?? String(text)
            result += Self.end
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

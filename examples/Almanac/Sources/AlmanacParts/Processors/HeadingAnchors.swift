import Moonwire

/// Gives each heading an anchor, and a sign with a link to it.
public final class HeadingAnchors: PageProcessor, Exposed {
    private let sign: String

    init(sign: String = "#") {
        self.sign = sign
    }

    public func process(_ html: String, page: Page) -> String {
        var result = ""
        var taken: [String: Int] = [:]
        var rest = html[...]
        for heading in Heading.all(in: html) where heading.anchor == nil {
            let anchor = Self.unique(Self.slug(HTMLText.unescaped(heading.text)), &taken)
            let tag = "h\(heading.level)"
            result += rest[..<heading.range.lowerBound]
            result += "<\(tag) id=\"\(anchor)\">\(heading.html)"
            result += "<a class=\"anchor\" href=\"#\(anchor)\" aria-label=\"Link to this heading\">"
            result += "\(HTMLText.escaped(sign))</a></\(tag)>"
            rest = html[heading.range.upperBound...]
        }
        return result + rest
    }

    /// The anchors of GitHub, so that links into a page work in both places.
    static func slug(_ text: String) -> String {
        let letters = text.lowercased().unicodeScalars.compactMap { scalar -> Character? in
            if scalar == " " { return "-" }
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_".unicodeScalars.contains(scalar)
                ? Character(scalar) : nil
        }
        return letters.isEmpty ? "section" : String(letters)
    }

    private static func unique(_ slug: String, _ taken: inout [String: Int]) -> String {
        let count = taken[slug, default: 0]
        taken[slug] = count + 1
        return count == 0 ? slug : "\(slug)-\(count)"
    }
}

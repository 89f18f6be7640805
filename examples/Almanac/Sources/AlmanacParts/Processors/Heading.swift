/// A heading in the HTML of a page.
struct Heading {
    let level: Int
    /// The name under which links find it; nil as long as it has none.
    let anchor: String?
    /// What stands between its tags.
    let html: Substring
    /// The whole, tags included.
    let range: Range<String.Index>

    /// The headings of a page, in its order.
    static func all(in html: String) -> [Heading] {
        var result: [Heading] = []
        var rest = html[...]
        while let start = rest.utf8.firstIndex(ofHeadingIn: rest) {
            var pieces = HTMLScanner(html[start...])
            guard case .tag(let tag)? = pieces.next() else { break }
            guard let level = tag.headingLevel, !tag.isClosing,
                let end = html[tag.text.endIndex...].firstRange(of: "</h\(level)>")
            else {
                rest = html[tag.text.endIndex...]
                continue
            }
            let inner = html[tag.text.endIndex..<end.lowerBound]
            let anchor = tag.attribute("id").map(String.init)
            result.append(Heading(level: level, anchor: anchor, html: inner, range: start..<end.upperBound))
            rest = html[end.upperBound...]
        }
        return result
    }

    /// The words of the heading, without what only decorates it.
    var text: String {
        var depth = 0
        var text = ""
        for piece in HTMLScanner(html) {
            switch piece {
            case .tag(let tag) where tag.name == "a" && (depth > 0 || tag.attribute("class") == "anchor"):
                depth += tag.isClosing ? -1 : 1
            case .text(let words) where depth == 0: text += words
            default: break
            }
        }
        return text
    }
}

extension Substring.UTF8View {
    /// The next `<h` with a digit behind it.
    fileprivate func firstIndex(ofHeadingIn text: Substring) -> Index? {
        var start = startIndex
        while let open = self[start...].firstIndex(of: UInt8(ascii: "<")) {
            let letters = self[open...].dropFirst().prefix(2)
            if letters.first == UInt8(ascii: "h"), letters.last.map({ (49...54).contains($0) }) == true { return open }
            start = index(after: open)
        }
        return nil
    }
}

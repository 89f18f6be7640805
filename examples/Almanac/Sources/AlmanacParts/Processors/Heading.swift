/// A heading in the HTML of a page.
struct Heading {
    let level: Int
    /// The anchor for links; nil until it has one.
    let anchor: String?
    /// The HTML between its tags.
    let html: Substring
    /// The whole element, including tags.
    let range: Range<String.Index>

    /// The headings of a page, in order.
    static func all(in html: String) -> [Heading] {
        var result: [Heading] = []
        var rest = html[...]
        while let start = rest.firstTag(where: isHeading) {
            var pieces = HTMLScanner(html[start...])
            guard case .tag(let tag)? = pieces.next() else { break }
            guard let level = tag.headingLevel, !tag.isClosing,
                let end = html[tag.text.endIndex...].range(ofTag: "</h\(level)>")
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

    /// `<h` followed by a digit.
    private static func isHeading(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        bytes.count > 2 && bytes[bytes.startIndex + 1] == UInt8(ascii: "h")
            && (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[bytes.startIndex + 2])
    }

    /// The words of the heading, without decoration.
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

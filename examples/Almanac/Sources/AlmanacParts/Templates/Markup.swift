import Moonwire

/// Valid HTML: elements with escaped text and attributes, or HTML that a template marks as raw.
///
/// Scripts can create it in two ways only: `Markup { tag = "p", content = { "text" } }` and `Markup { raw = "<p>" }`.
public final class Markup: Sendable, Exposed {
    /// In pieces, so that nested content is not copied at every level.
    let pieces: [String]

    /// HTML as it is.
    init(raw: String) {
        pieces = [raw]
    }

    /// Throws for an invalid tag or attribute, and for anything that runs as a script.
    init(tag: String, content: MarkupContent = MarkupContent()) throws {
        guard Self.isName(tag) else { throw ConversionError(.custom("is no element: \"\(tag)\"")).at("tag") }
        let hasText = content.children.contains { if case .nothing = $0 { false } else { true } }
        if hasText, Self.scripts.contains(tag) {
            throw ConversionError(.custom("is not for texts: <\(tag)> takes none")).at("content")
        }
        if hasText, Self.void.contains(tag) {
            throw ConversionError(.custom("cannot stand in <\(tag)>, which holds nothing")).at("content")
        }
        var pieces = ["<\(tag)\(try Self.text(of: content.attributes))>"]
        for child in content.children { child.append(to: &pieces) }
        if !Self.void.contains(tag) { pieces.append("</\(tag)>") }
        self.pieces = pieces
    }

    /// The HTML as one string.
    public var text: String { pieces.joined() }

    private static func text(of attributes: [(name: String, value: MarkupAttribute)]) throws -> String {
        var result = ""
        for (name, value) in attributes {
            guard isName(name), !name.hasPrefix("on") else {
                throw ConversionError(.custom("is no attribute for a page")).at(name).at("content")
            }
            result += value.text(name)
        }
        return result
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } == true
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    private static let void: Set = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]
    private static let scripts: Set = ["script", "style"]
}

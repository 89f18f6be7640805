import Moonwire

/// HTML that is in order: elements whose texts and attributes were escaped, or what a template calls raw itself.
///
/// Scripts can make one in two ways only: `Markup { tag = "p", children = { "text" } }` and `Markup { raw = "<p>" }`.
public final class Markup: Sendable, Exposed {
    /// In pieces, so that what lies deep inside is not copied at every level.
    fileprivate let pieces: [String]

    init(raw: String) {
        pieces = [raw]
    }

    /// Throws for a tag or an attribute that could not be one, and for whatever runs as a script.
    init(tag: String, attributes: [String: MarkupAttribute], children: [MarkupChild]) throws {
        guard Self.isName(tag) else { throw ConversionError(.custom("is no element: \"\(tag)\"")).at("tag") }
        let hasText = children.contains { if case .nothing = $0 { false } else { true } }
        if hasText, Self.scripts.contains(tag) {
            throw ConversionError(.custom("is not for texts: <\(tag)> takes none")).at("children")
        }
        if hasText, Self.void.contains(tag) {
            throw ConversionError(.custom("cannot stand in <\(tag)>, which holds nothing")).at("children")
        }
        var pieces = ["<\(tag)\(try Self.text(of: attributes))>"]
        for child in children { child.append(to: &pieces) }
        if !Self.void.contains(tag) { pieces.append("</\(tag)>") }
        self.pieces = pieces
    }

    public static let exposure = Exposure(Markup.self) {
        Initializer("raw") { Markup(raw: $0) }
        Initializer("tag", Argument("attributes", default: [:]), Argument("children", default: [])) {
            try Markup(tag: $0, attributes: $1, children: $2)
        }
    }

    /// The HTML as one text.
    public var text: String { pieces.joined() }

    private static func text(of attributes: [String: MarkupAttribute]) throws -> String {
        try attributes.sorted { $0.key < $1.key }.map { name, value in
            guard isName(name), !name.hasPrefix("on") else {
                throw ConversionError(.custom("is no attribute for a page")).at(name)
            }
            return value.text(name)
        }.joined()
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

/// What may stand in an element: text, which is escaped, markup, which is not, and lists of both.
enum MarkupChild: Convertible {
    case text(String)
    case markup(Markup)
    case list([MarkupChild])
    /// `false` and nil: what a condition left out.
    case nothing

    static func read(from reader: ValueReader) throws -> MarkupChild {
        switch try reader.kind {
        case .text: .text(try reader.string())
        case .integer: .text("\(try reader.integer())")
        case .number: .text("\(try reader.number())")
        case .null: .nothing
        case .boolean where try !reader.boolean(): .nothing
        // A table with nothing in it is a map as well.
        case .list, .map: .list(try [MarkupChild].read(from: reader))
        default: .markup(try Markup.read(from: reader))
        }
    }

    func write(to writer: ValueWriter) throws {
        switch self {
        case .text(let text): try text.write(to: writer)
        case .markup(let markup): try markup.write(to: writer)
        case .list(let children): try children.write(to: writer)
        case .nothing: try false.write(to: writer)
        }
    }

    static var shape: ValueShape { .anything }

    fileprivate func append(to pieces: inout [String]) {
        switch self {
        case .text(let text): pieces.append(HTMLText.escaped(text))
        case .markup(let markup): pieces += markup.pieces
        case .list(let children): for child in children { child.append(to: &pieces) }
        case .nothing: break
        }
    }
}

/// The value of an attribute: a text, or whether it is there at all.
enum MarkupAttribute: Convertible {
    case text(String)
    case flag(Bool)

    static func read(from reader: ValueReader) throws -> MarkupAttribute {
        switch try reader.kind {
        case .boolean: .flag(try reader.boolean())
        case .integer: .text("\(try reader.integer())")
        case .number: .text("\(try reader.number())")
        default: .text(try reader.string())
        }
    }

    func write(to writer: ValueWriter) throws {
        switch self {
        case .text(let text): try text.write(to: writer)
        case .flag(let flag): try flag.write(to: writer)
        }
    }

    static var shape: ValueShape { .anything }

    private static let addresses: Set = ["action", "cite", "data", "formaction", "href", "poster", "src"]

    /// An address that would run something leads nowhere.
    fileprivate func text(_ name: String) -> String {
        switch self {
        case .flag(let flag): return flag ? " \(name)" : ""
        case .text(let text):
            let isHarmful = Self.addresses.contains(name) && !URLScheme(text).isHarmless
            return " \(name)=\"\(isHarmful ? "#" : HTMLText.escaped(text))\""
        }
    }
}

import Moonwire

/// The contents of an element, as one table: attributes by name, and children by index.
struct MarkupContent: Convertible {
    private(set) var attributes: [(name: String, value: MarkupAttribute)] = []
    private(set) var children: [MarkupChild] = []

    init() {}

    /// The names are sorted, so that the output is always the same.
    static func read(from reader: ValueReader) throws -> MarkupContent {
        var content = MarkupContent()
        guard try [.list, .map].contains(reader.kind) else {
            content.children = [try MarkupChild.read(from: reader)]
            return content
        }
        try reader.forEachEntry { key, value in
            if try key.kind == .text {
                let name = try key.string()
                content.attributes.append((name, try within(name) { try MarkupAttribute.read(from: value) }))
            } else {
                content.children.append(
                    try within("\(content.children.count + 1)") { try MarkupChild.read(from: value) })
            }
        }
        return content
    }

    func write(to writer: ValueWriter) throws { try children.write(to: writer) }

    static var shape: ValueShape { .anything }
}

/// A child of an element: text, which is escaped, markup, which is not, and lists of both.
enum MarkupChild: Convertible {
    case text(String)
    case markup(Markup)
    case list([MarkupChild])
    /// `false` and nil: an omitted condition.
    case nothing

    static func read(from reader: ValueReader) throws -> MarkupChild {
        switch try reader.kind {
        case .text: .text(try reader.string())
        case .integer: .text("\(try reader.integer())")
        case .number: .text("\(try reader.number())")
        case .null: .nothing
        case .boolean where try !reader.boolean(): .nothing
        // An empty table is also a map.
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

    func append(to pieces: inout [String]) {
        switch self {
        case .text(let text): pieces.append(HTMLText.escaped(text))
        case .markup(let markup): pieces += markup.pieces
        case .list(let children): for child in children { child.append(to: &pieces) }
        case .nothing: break
        }
    }
}

/// The value of an attribute: a string, or whether it is present.
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

    /// An address that would run a script is removed.
    func text(_ name: String) -> String {
        switch self {
        case .flag(let flag): return flag ? " \(name)" : ""
        case .text(let text):
            let isHarmful = Self.addresses.contains(name) && !URLScheme(text).isHarmless
            return " \(name)=\"\(isHarmful ? "#" : HTMLText.escaped(text))\""
        }
    }
}

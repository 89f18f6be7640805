/// Splits HTML into tags and the text between them.
struct HTMLScanner: Sequence, IteratorProtocol {
    enum Piece {
        case tag(HTMLTag)
        case text(Substring)
    }

    private var rest: Substring

    init(_ html: some StringProtocol) {
        rest = Substring(html)
    }

    mutating func next() -> Piece? {
        guard let first = rest.utf8.first else { return nil }
        if first == UInt8(ascii: "<"), let end = rest.utf8.firstIndex(of: UInt8(ascii: ">")) {
            let after = rest.utf8.index(after: end)
            defer { rest = rest[after...] }
            return .tag(HTMLTag(rest[..<after]))
        }
        let end = rest.utf8.dropFirst().firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        defer { rest = rest[end...] }
        return .text(rest[..<end])
    }
}

/// A tag as it is written.
struct HTMLTag {
    let text: Substring
    let name: Substring
    let isClosing: Bool

    init(_ text: Substring) {
        self.text = text
        isClosing = text.utf8.dropFirst().first == UInt8(ascii: "/")
        let start = text.utf8.dropFirst(isClosing ? 2 : 1)
        let letters = start.prefix { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        name = Substring(letters)
    }

    /// The level of a heading's tag.
    var headingLevel: Int? {
        let bytes = Array(name.utf8)
        guard bytes.count == 2, bytes[0] == UInt8(ascii: "h"), (49...54).contains(bytes[1]) else { return nil }
        return Int(bytes[1]) - 48
    }

    /// The value of an attribute, as it is written.
    func attribute(_ name: String) -> Substring? {
        let pieces = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        let wanted = Array(" \(name)=".utf8)
        let place = pieces.firstIndex { $0.suffix(wanted.count).elementsEqual(wanted) }
        return place.flatMap { $0 + 1 < pieces.count ? Substring(pieces[$0 + 1]) : nil }
    }
}

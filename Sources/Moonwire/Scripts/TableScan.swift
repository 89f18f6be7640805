/// Walks through the tables of a script's text: where each opens, and on which line each of its fields stands.
struct TableScan {
    /// A key of a field: a name or text as it was written, or the place in the list.
    enum Key: Equatable {
        case named(Range<Int>)
        case listed(Int)
    }

    /// What a scan meets, in the order of the text.
    enum Event {
        /// A table opens; `subject` is the name or text right before it: `service "id" {`.
        case open(line: Int, subject: Range<Int>?)
        case field(Key, line: Int)
        case close
    }

    private struct Frame {
        var listed = 0
        /// Parentheses, brackets and blocks that are open inside the current field.
        var nesting = 0
        var atFieldStart = true
    }

    /// Visits every table.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ visit: (Event) -> Void) {
        var tokenizer = Tokenizer(bytes)
        var frames: [Frame] = []
        var previous: Tokenizer.Token?
        var token = tokenizer.next()
        while let current = token {
            var next = tokenizer.next()
            if let frame = frames.last, frame.atFieldStart,
                current.first != UInt8(ascii: "}") || current.kind != .symbol
            {
                frames[frames.count - 1].atFieldStart = false
                if current.kind == .name, let sign = next, isAssignment(sign) {
                    visit(.field(.named(current.range), line: current.line))
                } else if isBracket(current, "["), let key = next, key.kind == .text || key.kind == .number {
                    visit(.field(.named(key.range), line: current.line))
                    frames[frames.count - 1].nesting += 1
                    (previous, token) = (key, tokenizer.next())
                    continue
                } else {
                    frames[frames.count - 1].listed += 1
                    visit(.field(.listed(frames[frames.count - 1].listed), line: current.line))
                }
            }
            step(current, previous, bytes, &frames, visit)
            previous = current
            swap(&token, &next)
        }
    }

    private static func step(
        _ token: Tokenizer.Token, _ previous: Tokenizer.Token?, _ bytes: UnsafeBufferPointer<UInt8>,
        _ frames: inout [Frame], _ visit: (Event) -> Void
    ) {
        switch token.kind {
        case .symbol: stepSymbol(token, previous, &frames, visit)
        case .name where !frames.isEmpty:
            switch Block(bytes[token.range]) {
            case .opens: frames[frames.count - 1].nesting += 1
            case .closes: frames[frames.count - 1].nesting -= 1
            case .neither: break
            }
        default: break
        }
    }

    private static func stepSymbol(
        _ token: Tokenizer.Token, _ previous: Tokenizer.Token?, _ frames: inout [Frame], _ visit: (Event) -> Void
    ) {
        switch token.first {
        case UInt8(ascii: "{"):
            let hasSubject = previous.map { $0.kind == .name || $0.kind == .text } ?? false
            visit(.open(line: token.line, subject: hasSubject ? previous?.range : nil))
            frames.append(Frame())
        case UInt8(ascii: "}"):
            guard !frames.isEmpty else { return }
            frames.removeLast()
            visit(.close)
        case _ where frames.isEmpty: break
        case UInt8(ascii: "("), UInt8(ascii: "["): frames[frames.count - 1].nesting += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): frames[frames.count - 1].nesting -= 1
        case UInt8(ascii: ","), UInt8(ascii: ";"):
            if frames[frames.count - 1].nesting == 0 { frames[frames.count - 1].atFieldStart = true }
        default: break
        }
    }

    private static func isAssignment(_ token: Tokenizer.Token) -> Bool {
        token.kind == .symbol && token.first == UInt8(ascii: "=")
    }

    private static func isBracket(_ token: Tokenizer.Token, _ bracket: Unicode.Scalar) -> Bool {
        token.kind == .symbol && token.first == UInt8(ascii: bracket)
    }

    /// What a keyword does to the blocks of functions inside a field.
    private enum Block {
        case opens
        case closes
        case neither

        init(_ word: Slice<UnsafeBufferPointer<UInt8>>) {
            switch word.count {
            case 2 where word.elementsEqual("if".utf8) || word.elementsEqual("do".utf8): self = .opens
            case 3 where word.elementsEqual("end".utf8): self = .closes
            case 5 where word.elementsEqual("until".utf8): self = .closes
            case 6 where word.elementsEqual("repeat".utf8): self = .opens
            case 8 where word.elementsEqual("function".utf8): self = .opens
            default: self = .neither
            }
        }
    }
}

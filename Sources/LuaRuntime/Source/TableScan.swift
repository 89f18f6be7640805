/// Scans the tables in the source of a script: where each begins, and the line of each field.
package struct TableScan {
    /// A key of a field: a name or string as written, the index in the list, or a value that is known only when the script runs.
    package enum Key {
        case named(Range<Int>)
        case listed(Int)
        case computed
    }

    /// The beginning of a table.
    package struct Opening {
        package let position: SourcePosition
        /// The name or string directly before it: `service "id" {`.
        package let subject: Range<Int>?
        /// Whether it is directly after a call, whose result is called with it: `decorate(ref.id) {`.
        package let followsCall: Bool
        /// Whether it is the whole value of a field, and not a part of an expression.
        package let isValue: Bool
    }

    /// What a scan finds, in the order of the source.
    package enum Event {
        case open(Opening)
        case field(Key, line: Int)
        case close
    }

    private struct Frame {
        var listed = 0
        /// Parentheses, brackets, and blocks that are open inside the current field.
        var nesting = 0
        var atFieldStart = true
    }

    /// Visits every table; with the beginning of a table, that table and its nested ones.
    package static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, table start: SourcePosition? = nil, _ visit: (Event) -> Void
    ) {
        var tokenizer = Tokenizer(bytes, from: start ?? .start)
        var frames: [Frame] = []
        var previous: Tokenizer.Token?
        var token = tokenizer.next()
        while let current = token {
            var next = tokenizer.next()
            if let frame = frames.last, frame.atFieldStart, !current.isSymbol("}") {
                frames[frames.count - 1].atFieldStart = false
                if current.kind == .name, let sign = next, sign.isSymbol("=") {
                    visit(.field(.named(current.range), line: current.line))
                } else if current.isSymbol("["), let key = next {
                    visit(.field(Self.key(key, tokenizer), line: current.line))
                } else {
                    frames[frames.count - 1].listed += 1
                    visit(.field(.listed(frames[frames.count - 1].listed), line: current.line))
                }
            }
            step(current, previous, bytes, &frames, visit)
            if start != nil, frames.isEmpty { return }
            previous = current
            swap(&token, &next)
        }
    }

    /// The key in the brackets before a field.
    private static func key(_ token: Tokenizer.Token, _ rest: Tokenizer) -> Key {
        var rest = rest
        let isWritten = token.kind == .text || token.kind == .number
        guard isWritten, let end = rest.next(), end.isSymbol("]") else { return .computed }
        return .named(token.range)
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
            visit(.open(opening(token, previous, frames.last)))
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

    private static func opening(_ token: Tokenizer.Token, _ previous: Tokenizer.Token?, _ frame: Frame?) -> Opening {
        let hasSubject = previous.map { $0.kind == .name || $0.kind == .text } ?? false
        let beginsValue = previous.map { $0.kind == .symbol && "={,;".utf8.contains($0.first) } ?? false
        return Opening(
            position: SourcePosition(token),
            subject: hasSubject ? previous?.range : nil, followsCall: previous?.isSymbol(")") ?? false,
            isValue: beginsValue && frame?.nesting == 0)
    }

    /// How a keyword changes the blocks of functions inside a field.
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

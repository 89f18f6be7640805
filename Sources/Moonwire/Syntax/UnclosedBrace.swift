import LuaRuntime

/// A `{` that is probably not closed, found by the indentation of the lines.
///
/// Lua names the outermost bracket that is still open at the end, because it takes each `}` for the innermost one.
struct UnclosedBrace {
    private struct Brace {
        let line: Int
        let indentation: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var open: [Brace] = []
    private var unclosed: [Brace] = []

    /// The line of the brace; nil unless it is the only one, and closing it would close everything before the error.
    static func line(_ error: SyntaxError, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard error.expects("'}'") else { return nil }
        var search = UnclosedBrace(bytes: bytes)
        return search.run(error)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func run(_ error: SyntaxError) -> Int? {
        var tokenizer = Tokenizer(bytes)
        var former: Tokenizer.Token?
        var indentation = 0
        while let token = tokenizer.next(), isBefore(error, token) {
            let own = bytes.indentation(of: token, after: former)
            if let own { indentation = own }
            if token.isSymbol("{") {
                open.append(Brace(line: token.line, indentation: indentation))
            } else if token.isSymbol("}"), !close(own) {
                return nil
            }
            former = token
        }
        guard open.isEmpty, unclosed.count == 1, unclosed[0].line != error.openingLine else { return nil }
        return unclosed[0].line
    }

    /// On the line of the error, what closes something comes first.
    private func isBefore(_ error: SyntaxError, _ token: Tokenizer.Token) -> Bool {
        token.line < error.line || error.isAtEnd || token.line == error.line && token.isSymbol("}")
    }

    /// Returns whether there is a brace for a `}`, which is indented by so much if it begins its line.
    private mutating func close(_ indentation: Int?) -> Bool {
        guard let innermost = open.popLast() else { return false }
        guard let indentation, indentation < innermost.indentation, let outer = open.last,
            outer.indentation == indentation
        else { return true }
        unclosed.append(innermost)
        open.removeLast()
        return true
    }
}

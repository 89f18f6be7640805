/// Finds the table that a script passes to a call, or that a chunk or a function returns, in the source.
///
/// If the value may come from elsewhere, there is no result.
struct TableSearch {
    /// What the table belongs to.
    enum Owner {
        /// An argument of the call in the line; a call without a name calls the value of an expression.
        case call(String?, line: Int)
        case chunk
        /// The function that begins and ends at the lines.
        case function(first: Int, last: Int)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let owner: Owner
    private let position: Int
    private var found = FoundTables()
    private var frames = [CodeFrame(.chunk, at: 1)]
    /// The tokens before the current one, nearest first.
    private var before: (first: Tokenizer.Token?, second: Tokenizer.Token?, third: Tokenizer.Token?)

    /// The line of the last step of a path that is written in the table; nil if that is not certain.
    static func line(of path: [String], _ owner: Owner, position: Int, in text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            let found = tables(of: owner, position: position, in: bytes)
            let lines = found.positions.map { FieldSearch.line(of: path, in: bytes, table: $0) ?? $0.line }
            return found.isOpen || Set(lines).count != 1 ? nil : lines[0]
        }
    }

    /// The tables that the argument or result at the position may be.
    private static func tables(of owner: Owner, position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> FoundTables {
        var search = TableSearch(bytes: bytes, owner: owner, position: position)
        var tokenizer = Tokenizer(bytes)
        while let token = tokenizer.next() {
            search.read(token, LuaWord(token, in: bytes))
            search.before = (token, search.before.first, search.before.second)
        }
        search.endChunk()
        return search.found
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, owner: Owner, position: Int) {
        self.bytes = bytes
        self.owner = owner
        self.position = position
    }

    private mutating func read(_ token: Tokenizer.Token, _ word: LuaWord?) {
        if token.isSymbol(")") || token.isSymbol("]") || token.isSymbol("}") {
            closeBrackets()
        } else if word?.closesBlock ?? false {
            closeBlock(token)
        } else if token.isSymbol(";") || word == .else || word == .elseif {
            endResults()
        } else {
            if !continuesExpression(token, word) { frames[innermost].expression = token.line }
            frames[innermost].list?.read(token, word)
            open(token, word)
        }
    }

    private var innermost: Int { frames.count - 1 }

    private mutating func open(_ token: Tokenizer.Token, _ word: LuaWord?) {
        switch word {
        case .return: if !isForCall { frames[innermost].list = ValueList(wanted: position) }
        case .function: frames.append(CodeFrame(.function, at: token.line))
        case .if, .do, .repeat: frames.append(CodeFrame(.block, at: token.line))
        case nil where token.kind == .symbol: openBrackets(token)
        default: break
        }
    }

    private mutating func openBrackets(_ token: Tokenizer.Token) {
        switch token.first {
        case UInt8(ascii: "("):
            let list = argument(of: token).map { ValueList(wanted: $0) }
            frames.append(CodeFrame(.brackets, at: token.line, list: frames[innermost].readHead(token) ? nil : list))
        case UInt8(ascii: "{"):
            if argument(of: token) == 1 { found.add(SourcePosition(token)) }
            noteLocal(token)
            frames.append(CodeFrame(.brackets, at: token.line))
        case UInt8(ascii: "["): frames.append(CodeFrame(.brackets, at: token.line))
        default: break
        }
    }

    private mutating func closeBrackets() {
        guard frames.count > 1, let value = frames.removeLast().list?.value else { return }
        switch value {
        case .table(let start): found.add(start)
        case .name, .computed: found.leaveOpen()
        case .constant: break
        }
    }

    private mutating func closeBlock(_ token: Tokenizer.Token) {
        endResults()
        guard frames.count > 1 else { return }
        let frame = frames.removeLast()
        if case .function(let first, let last) = owner, frame.isFunction(first: first, last: last, end: token) {
            found.add(frame.returned)
        }
    }

    private mutating func endChunk() {
        endResults()
        if case .chunk = owner { found.add(frames[0].returned) }
    }

    /// Ends the results of a block, or of a part of one.
    private mutating func endResults() {
        let value = frames[innermost].list?.value
        frames[innermost].list = nil
        guard let value, let body = frames.lastIndex(where: \.returns) else { return }
        switch value {
        case .table(let start): frames[body].returned.add(start)
        case .name(let name):
            if let start = local(name) { frames[body].returned.add(start) } else { frames[body].returned.leaveOpen() }
        case .computed: frames[body].returned.leaveOpen()
        case .constant: break
        }
    }
}

/// Calls and names.
extension TableSearch {
    private var isForCall: Bool { if case .call = owner { true } else { false } }

    /// The position of the argument that is searched for, if the bracket opens the arguments of the call.
    private func argument(of bracket: Tokenizer.Token) -> Int? {
        guard case .call(let name, let line) = owner, let callee = before.first, endsOperand(callee),
            frames[innermost].expression <= line, line <= bracket.line
        else { return nil }
        guard let name else { return callee.kind == .name ? nil : position }
        guard callee.kind == .name, bytes[callee.range].elementsEqual(name.utf8) else { return nil }
        return before.second?.isSymbol(":") ?? false ? position - 1 : position
    }

    /// Whether the token continues a name, a call, or an element.
    private func continuesExpression(_ token: Tokenizer.Token, _ word: LuaWord?) -> Bool {
        guard let previous = before.first, word == nil else { return false }
        switch token.kind {
        case .name: return previous.isSymbol(".") || previous.isSymbol(":")
        case .text: return endsOperand(previous)
        case .symbol: return ".:([{".utf8.contains(token.first) && endsOperand(previous)
        case .number: return false
        }
    }

    private func endsOperand(_ token: Tokenizer.Token) -> Bool {
        switch token.kind {
        case .name: LuaWord(token, in: bytes) == nil
        case .text: true
        case .symbol: ")]}".utf8.contains(token.first)
        case .number: false
        }
    }

    /// Stores `local name = {`.
    private mutating func noteLocal(_ bracket: Tokenizer.Token) {
        guard case (let sign?, let name?, let word?) = before, sign.isSymbol("="), LuaWord(word, in: bytes) == .local
        else { return }
        frames[innermost].locals.append((name.range, SourcePosition(bracket)))
    }

    /// The table of a local variable that is used nowhere else, so that nothing can have changed it.
    private func local(_ name: Range<Int>) -> SourcePosition? {
        let locals = frames.lazy.flatMap(\.locals)
        guard let local = locals.first(where: { bytes[$0.name].elementsEqual(bytes[name]) }) else { return nil }
        var tokenizer = Tokenizer(bytes)
        var mentions = 0
        while let token = tokenizer.next() {
            if token.kind == .name, bytes[token.range].elementsEqual(bytes[name]) { mentions += 1 }
        }
        return mentions == 2 ? local.table : nil
    }
}

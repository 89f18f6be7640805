import LuaRuntime

/// A token at which Lua may have stopped, with those around it.
struct SyntaxContext {
    let bytes: UnsafeBufferPointer<UInt8>
    let error: SyntaxError
    let token: Tokenizer.Token
    /// What follows the token.
    let rest: Tokenizer
    let before: TokenWindow
    /// How far the line with the open bracket is indented; nil when it begins within something else.
    let indentation: Int?

    /// Whether Lua may have stopped at the token, judging by the token before it.
    var isPlausible: Bool {
        let expectsEnd = error.expects("'}'") || error.expects("')'") || error.complaint == "syntax error"
        return !expectsEnd || before.first.map(endsValue) ?? true
    }

    /// The hints for a token at which Lua stopped; empty if it did not, or if the mistake cannot be determined.
    var hints: [SyntaxHint] {
        if let hint = character ?? string ?? sign ?? comment ?? key ?? unquotedName { return [hint] }
        return comma
    }

    private var next: Tokenizer.Token? {
        var rest = rest
        return rest.next()
    }

    private func text(_ token: Tokenizer.Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    private func isKeyword(_ token: Tokenizer.Token) -> Bool { LuaWord(token, in: bytes) != nil }

    private func isNamed(_ token: Tokenizer.Token?) -> Bool {
        guard let token else { return false }
        return token.kind == .name && !isKeyword(token)
    }

    /// Whether a field of a table may begin behind the token.
    private func endsField(_ token: Tokenizer.Token?) -> Bool {
        guard let token, token.kind == .symbol else { return false }
        return "{,;".utf8.contains(token.first)
    }

    private func isDoubled(_ sign: Unicode.Scalar) -> Bool {
        guard let former = before.first else { return false }
        return token.isSymbol(sign) && former.isSymbol(sign) && former.end == token.start
    }
}

// MARK: Characters and strings

extension SyntaxContext {
    /// A character that no code contains.
    private var character: SyntaxHint? {
        guard token.kind == .symbol, let start = bytes[token.range].first else { return nil }
        if start == 0 { return .zeroByte }
        if token.isSymbol("`") { return .backtick }
        guard start >= 0x80 else { return nil }
        let scalars = String(decoding: bytes[token.range.lowerBound...].prefix(4), as: UTF8.self).unicodeScalars
        guard let scalar = scalars.first else { return nil }
        return LookalikeCharacter.hint(for: scalar)
    }

    private var string: SyntaxHint? {
        if error.complaint.hasPrefix("invalid escape sequence") { return .backslash }
        guard error.complaint == "unfinished string" else { return nil }
        let content = String(decoding: bytes[token.range], as: UTF8.self).prefix { $0 != "\n" }.unicodeScalars
        if let curly = content.first(where: LookalikeCharacter.isCurlyQuote) {
            return LookalikeCharacter.hint(for: curly)
        }
        guard let former = before.first, former.line == token.line, former.end == token.start else {
            return .stringWithoutEnd(line: error.line)
        }
        if isCommentSign(before.second), former.kind == .name { return .comment(sign: "//") }
        if isCut(former, by: before.second) { return .quoteOnLine(error.line) }
        return isNamed(former) || former.kind == .number
            ? .quoteBefore(text(former)) : .stringWithoutEnd(line: error.line)
    }

    /// Whether a string on the line of the token, or the token itself, has only one quote.
    private var lacksQuote: Bool {
        var tokens = rest
        var current: Tokenizer.Token? = token
        while let text = current, text.line == token.line, text.start < token.end + Self.longestSearch,
            !isCommentSign(text)
        {
            if text.kind == .text, text.first != UInt8(ascii: "["), isOpen(text) { return true }
            current = tokens.next()
        }
        return false
    }

    /// So many bytes of a line are searched for quotes.
    private static let longestSearch = 1 << 14

    /// Whether a quoted string continues after the end of its line.
    private func isOpen(_ text: Tokenizer.Token) -> Bool {
        guard text.range.upperBound < bytes.count else { return true }
        let line = bytes[text.range].prefix { $0 != UInt8(ascii: "\n") }
        return line.endIndex < text.range.upperBound && !line.contains(UInt8(ascii: "\\"))
    }
}

// MARK: Signs of other languages

extension SyntaxContext {
    private var sign: SyntaxHint? {
        if token.isSymbol("!") { return next?.isSymbol("=") == true ? inequality : .sign(wrong: "!", right: "not") }
        if isDoubled("&") { return .sign(wrong: "&&", right: "and") }
        if isDoubled("|") { return .sign(wrong: "||", right: "or") }
        if token.isSymbol("="), error.expects("'then'") || error.expects("'do'") {
            return .sign(wrong: "=", right: "==")
        }
        let opensData = token.isSymbol("{") || token.isSymbol("[")
        if opensData, before.first == nil { return looksLikeJSON ? .json : nil }
        return token.isSymbol("[") && error.complaint == "unexpected symbol" ? .brackets : nil
    }

    private var inequality: SyntaxHint { .sign(wrong: "!=", right: "~=") }

    private var looksLikeJSON: Bool {
        var rest = rest
        guard let first = rest.next() else { return true }
        if first.isSymbol("{") || first.isSymbol("}") || first.isSymbol("]") { return true }
        guard first.kind == .text, let second = rest.next() else { return false }
        return second.isSymbol(":") || second.isSymbol(",")
    }

    /// A comment that does not begin with `--`.
    private var comment: SyntaxHint? {
        if isCommentSign(token) { return .comment(sign: "//") }
        let opensComment =
            token.isSymbol("*") && before.first?.isSymbol("/") == true && before.first?.end == token.start
        if opensComment || token.isSymbol("/") && next?.isSymbol("*") == true { return .comment(sign: "/*") }
        if token.isSymbol("#") { return .comment(sign: "#") }
        // The words of the comment are read as operands: `80 // the port`.
        guard let word = before.first, word.kind == .name, word.line == token.line, let sign = before.second,
            sign.line == token.line, token.kind == .name, next?.isSymbol("=") != true
        else { return nil }
        if isCommentSign(sign) { return .comment(sign: "//") }
        return sign.isSymbol("#") && sign.end < word.start ? .comment(sign: "#") : nil
    }

    private func isCommentSign(_ token: Tokenizer.Token?) -> Bool {
        guard let token, token.kind == .symbol, token.range.count == 2 else { return false }
        return bytes[token.range].elementsEqual("//".utf8)
    }
}

// MARK: Keys and names

extension SyntaxContext {
    private var key: SyntaxHint? {
        if error.complaint == "<name> expected" { return keyBeforeColon ?? keywordAsField }
        if error.complaint == "function arguments expected" { return keyBeforeMethod }
        if error.complaint == "unexpected symbol" || error.expects("'('") { return keywordAsKey }
        guard error.expects("'}'") || error.complaint == "syntax error" else { return nil }
        if token.isSymbol(":") { return quotedKey }
        return token.isSymbol("=") ? quotedKey ?? keywordBefore ?? oddKey ?? assignedCall : nil
    }

    /// `type: "Engine"`, where Lua expects the name of a method behind the colon.
    private var keyBeforeColon: SyntaxHint? {
        guard let colon = before.first, colon.isSymbol(":"), let name = before.second, isNamed(name),
            endsField(before.third)
        else { return nil }
        if let keyword = LuaWord(token, in: bytes), !keyword.beginsValue { return nil }
        return .colonForEquals(key: text(name))
    }

    /// `type: Engine,`, which could also be a method without its arguments if there were no blank.
    private var keyBeforeMethod: SyntaxHint? {
        guard let method = before.first, let colon = before.second, colon.isSymbol(":"), let name = before.third,
            isNamed(name), endsField(before.fourth), colon.end < method.start
        else { return nil }
        return .colonForEquals(key: text(name))
    }

    /// A keyword as a field: `ref.end`.
    private var keywordAsField: SyntaxHint? {
        guard let dot = before.first, dot.isSymbol("."), let owner = before.second, isNamed(owner), isKeyword(token)
        else { return nil }
        return .keywordAsField(text(token), of: text(owner))
    }

    /// A keyword as a key: `end = 5`.
    private var keywordAsKey: SyntaxHint? {
        guard endsField(before.first), isKeyword(token), next?.isSymbol("=") == true else { return keywordBefore }
        return .keywordAsKey(text(token))
    }

    /// `nil = 5` and `not = 5`, of which Lua reads the first word as a part of a value.
    private var keywordBefore: SyntaxHint? {
        guard token.isSymbol("="), let keyword = before.first, isKeyword(keyword), endsField(before.second) else {
            return nil
        }
        return .keywordAsKey(text(keyword))
    }

    /// A key in quotation marks: `"type" = "Engine"` and `"type": "Engine"`.
    private var quotedKey: SyntaxHint? {
        guard let key = before.first, key.kind == .text || key.kind == .number, endsField(before.second),
            key.range.count <= Self.longestShown, !bytes[key.range].contains(UInt8(ascii: "\n"))
        else { return nil }
        let name = text(key)
        if key.kind == .number { return token.isSymbol("=") ? .key(written: "[\(name)] = …") : nil }
        return .key(written: name.isName && LuaWord(rawValue: name) == nil ? "\(name) = …" : "[\"\(name)\"] = …")
    }

    /// A key that is not a name: `mail-port = 25` and `mail.port = 25`.
    private var oddKey: SyntaxHint? {
        guard isNamed(before.first), let end = before.first?.end else { return nil }
        let longest = max(0, end - Self.longestShown)
        var start = end
        while start > longest, bytes[start - 1].continuesKey { start -= 1 }
        var blank = start
        while blank > longest, bytes[blank - 1].isBlank { blank -= 1 }
        guard blank > 0, "{,;".utf8.contains(bytes[blank - 1]) else { return nil }
        let key = String(decoding: bytes[start..<end], as: UTF8.self)
        return key.isName ? nil : .key(written: "[\"\(key)\"] = …")
    }

    /// An assignment to a call: `service "mailer" = {`.
    private var assignedCall: SyntaxHint? {
        guard error.complaint == "syntax error", before.first?.kind == .text, let word = before.second,
            Self.statements.contains(text(word)), let id = before.first, id.range.count <= Self.longestShown
        else { return nil }
        return .assignedCall("\(text(word)) \"\(text(id))\"")
    }

    /// An id without quotation marks: `service mailer {`.
    private var unquotedName: SyntaxHint? {
        guard isNamed(token), let word = before.first, word.line == token.line, word.kind == .name,
            Self.takesName.contains(text(word)), before.second?.isSymbol(".") != true,
            before.second.flatMap({ LuaWord($0, in: bytes) })?.declares != true
        else { return nil }
        let start = token.start
        let name = bytes[start...].prefix(Self.longestShown).prefix { $0.continuesKey }
        return .unquotedName(word: text(word), name: String(decoding: name, as: UTF8.self))
    }

    /// Longer names are not shown.
    private static let longestShown = 80
    /// The words that a name in quotes follows.
    private static let takesName: Set = [
        "service", "default_service", "extend", "defined", "alias", "decorate", "ref", "optional", "later", "lazy",
        "provider", "tagged", "typed", "raw", "param", "preference",
        "argument", "include", "require", "preferences", "pass", "scenario", "processor",
    ]
    /// The words with which a statement begins rather than a value.
    private static let statements: Set = [
        "service", "default_service", "extend", "alias", "decorate", "defaults", "bind", "parameters", "inject",
        "preferences", "include", "environments", "when", "hook", "pass", "scenario", "processor",
    ]
}

// MARK: Commas

extension SyntaxContext {
    /// A value that follows another one.
    private var comma: [SyntaxHint] {
        guard error.expects("'}'") || error.expects("')'"), let former = before.first, endsValue(former),
            beginsValue(token), !(isNamed(token) && Self.statements.contains(text(token)))
        else { return quote.map { [$0] } ?? [] }
        if let quote { return [quote] }
        let line = former.line + bytes[former.range].count { $0 == UInt8(ascii: "\n") }
        guard line < token.line else {
            let isField = token.kind == .name && next?.isSymbol("=") == true
            return error.expects("')'") && isField ? [] : [.commaBefore(shown)]
        }
        // Further to the left, it may belong to what follows the table.
        guard error.expects("'}'"), let indentation, let own = bytes.indentation(of: token, after: former),
            own > indentation
        else { return [] }
        return [.commaAtEnd(line: line)] + (isCommentSign(before.second) ? [.division] : [])
    }

    /// A quote that is missing on the line, so that code is read as a string, and a string as code.
    private var quote: SyntaxHint? {
        guard error.expects("'}'") || error.expects("')'") || error.complaint == "syntax error" else { return nil }
        if lacksQuote { return .quoteOnLine(error.line) }
        guard let former = before.first, former.line == token.line else { return nil }
        let isCut = isCut(token, by: former) && next?.isSymbol("=") != true || isCut(former, by: before.second)
        return isCut ? .quoteOnLine(error.line) : nil
    }

    /// Whether a name begins where a string ends.
    private func isCut(_ name: Tokenizer.Token, by string: Tokenizer.Token?) -> Bool {
        guard let string, string.kind == .text, string.first != UInt8(ascii: "[") else { return false }
        return isNamed(name) && string.end == name.start
    }

    private var shown: String {
        let name = text(token).prefix(Self.longestShown).prefix { $0 != "\n" }
        return token.kind == .text ? "\"\(name)\"" : String(name)
    }

    private func endsValue(_ token: Tokenizer.Token) -> Bool {
        switch token.kind {
        case .text, .number: true
        case .name: LuaWord(token, in: bytes)?.endsValue ?? true
        case .symbol: ")]}".utf8.contains(token.first)
        }
    }

    private func beginsValue(_ token: Tokenizer.Token) -> Bool {
        switch token.kind {
        case .text, .number: true
        case .name: LuaWord(token, in: bytes)?.beginsValue ?? true
        case .symbol: token.isSymbol("{")
        }
    }
}

extension LuaWord {
    fileprivate var beginsValue: Bool { [.nil, .true, .false, .not, .function].contains(self) }
    fileprivate var endsValue: Bool { [.nil, .true, .false, .end].contains(self) }
    /// Whether the names behind it are new ones.
    fileprivate var declares: Bool { self == .local || self == .function || self == .for }
}

extension UInt8 {
    fileprivate var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\n")
    }

    /// Whether it can be part of an id, in addition to letters that are not ASCII.
    fileprivate var continuesKey: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

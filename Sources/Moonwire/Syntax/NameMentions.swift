import LuaRuntime

/// How the text of a script mentions a name: as the id of a service, as a key in front of a colon, or as a value.
struct NameMentions {
    /// Whether a service or an alias is written with this id.
    private(set) var isService = false
    /// Whether the line has the name as `name: value` in a table, which Lua reads as the call of a method.
    private(set) var isKeyBeforeColon = false
    /// Whether the line has the name alone as a value, as in `host = localhost,` or `{ localhost }`.
    private(set) var isValue = false

    init(of name: String, at line: Int, in text: String) {
        var text = text
        text.withUTF8 { bytes in
            var tokenizer = Tokenizer(bytes)
            var before = TokenWindow()
            while let token = tokenizer.next() {
                if token.kind == .text, bytes[token.range].elementsEqual(name.utf8), Self.isID(before, bytes) {
                    isService = true
                }
                if token.line == line, token.kind == .name,
                    before.second.map({ bytes[$0.range] })?.elementsEqual(name.utf8) == true
                {
                    isKeyBeforeColon = isKeyBeforeColon || Self.isKey(before, token)
                }
                if let value = before.first, value.line == line, bytes[value.range].elementsEqual(name.utf8),
                    Self.isAlone(before, token)
                {
                    isValue = true
                }
                before.add(token)
            }
        }
    }

    /// Whether an id follows: `service "`, or `service("`.
    private static func isID(_ before: TokenWindow, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let word = before.first?.isSymbol("(") == true ? before.second : before.first
        guard let word, word.kind == .name else { return false }
        return ["service", "default_service", "alias"].contains { bytes[word.range].elementsEqual($0.utf8) }
    }

    /// Whether a name and a colon begin a field, with a blank between the colon and the value, unlike the call of a method.
    private static func isKey(_ before: TokenWindow, _ value: Tokenizer.Token) -> Bool {
        guard let colon = before.first, let key = before.second, let former = before.third else { return false }
        return colon.isSymbol(":") && key.kind == .name && key.end == colon.start && colon.end < value.start
            && former.kind == .symbol && "{,;".utf8.contains(former.first)
    }

    /// Whether the last token is a whole value of a table: `= localhost,`.
    private static func isAlone(_ before: TokenWindow, _ next: Tokenizer.Token) -> Bool {
        guard let value = before.first, let former = before.second else { return false }
        return value.kind == .name && former.kind == .symbol && "={,;".utf8.contains(former.first)
            && next.kind == .symbol && "},;".utf8.contains(next.first)
    }
}

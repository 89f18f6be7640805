import LuaRuntime

extension Vocabulary {
    /// `skip`: stands for nothing at all, in `inject { …, value = skip }`, which leaves the slots alone.
    static func defineSkip(_ interpreter: Interpreter) throws {
        try interpreter.defineToken(kind: TokenKind.skip.rawValue, name: TokenKind.skip.name)
        try interpreter.setGlobal("skip") { $0.push(.skip) }
    }
}

import LuaRuntime

extension Vocabulary {
    /// `skip`: stands for nothing at all, in `inject { …, value = skip }`, which leaves the slots alone.
    static func defineSkip(_ interpreter: Interpreter) throws {
        try interpreter.defineToken(kind: skipToken, name: "skip")
        try interpreter.setGlobal("skip") { $0.pushToken(kind: skipToken, index: 0) }
    }

    /// The kind of the token, of which there is but one.
    static let skipToken: Int32 = 2
}

extension LuaStack {
    /// Whether the value at a position is `skip`.
    func isSkip(at position: Int) -> Bool {
        token(at: position)?.kind == Vocabulary.skipToken
    }
}

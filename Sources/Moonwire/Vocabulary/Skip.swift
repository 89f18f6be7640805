import LuaRuntime

extension Vocabulary {
    /// `skip`: stands for nothing at all, in `inject { …, value = skip }`, which leaves the slots alone.
    static func defineSkip(_ interpreter: Interpreter) throws {
        try interpreter.define(.skip)
        try interpreter.setGlobal("skip") { $0.push(.skip) }
    }
}

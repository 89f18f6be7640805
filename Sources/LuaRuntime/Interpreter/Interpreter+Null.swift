internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// Gives scripts a global that stands for nothing where a list or a map has a place for it, which nil would lose.
    ///
    ///     try lua.defineNull()
    ///     let scores = try lua.evaluate("return { 1, null, 3 }", name: "s.lua", as: [Int?].self)
    public func defineNull(_ name: String = "null") throws {
        try setGlobal(name) { stack in stack.pushNull() }
    }
}

extension LuaStack {
    /// Pushes the one value of the interpreter that stands for nothing.
    package func pushNull() {
        if interpreter.nullSlot == 0 {
            mw_define_token(thread, Self.nullToken, "null")
            pushToken(kind: Self.nullToken, index: 0)
            interpreter.nullSlot = mw_keep(thread)
        }
        mw_push_kept(thread, interpreter.nullSlot)
    }
}

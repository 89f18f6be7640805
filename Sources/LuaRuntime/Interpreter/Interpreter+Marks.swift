internal import CLuaShim
internal import MoonwireValues

/// What scripts say of values that Lua does not tell apart.
extension Interpreter {
    /// Gives scripts a global that stands for nothing where a list or a map has a place for it, which nil would lose.
    ///
    ///     try lua.defineNull()
    ///     let scores = try lua.evaluate("return { 1, null, 3 }", name: "s.lua", as: [Int?].self)  // [1, nil, 3]
    public func defineNull(_ name: String = "null") throws {
        try setGlobal(name) { stack in stack.pushNull() }
    }

    /// Gives scripts a function that marks a table as a list, and returns it: without elements it would else be an empty map.
    ///
    /// The mark counts only where the type that is read does not say what it is, and only as long as the table is empty. Lists
    /// that Swift hands over without elements have it already.
    ///
    ///     try lua.defineList()
    ///     let tags = try lua.evaluate("return list {}", name: "s.lua", as: Value.self)            // .list([])
    public func defineList(_ name: String = "list") throws {
        try setGlobal(name) { stack in mw_push_list_marker(stack.thread) }
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

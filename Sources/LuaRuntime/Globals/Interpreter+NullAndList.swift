internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// Defines a global for an explicit null, which lists and maps keep, unlike nil.
    ///
    ///     try lua.defineNull()
    ///     let scores = try lua.evaluate("return { 1, null, 3 }", name: "s.lua", as: [Int?].self)  // [1, nil, 3]
    ///
    /// - Parameter name: The name of the global.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public func defineNull(_ name: String = "null") throws {
        try setGlobal(name) { stack in stack.pushNull() }
    }

    /// Defines a global function that marks a table as a list and returns it, because an empty table would be read as a map.
    ///
    /// The mark matters only for a type such as ``PlainValue`` that can be both, and only while the table is empty. Empty lists that Swift
    /// passes to scripts are marked.
    ///
    ///     try lua.defineList()
    ///     let tags = try lua.evaluate("return list {}", name: "s.lua", as: PlainValue.self)            // .list([])
    ///
    /// - Parameter name: The name of the function.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public func defineList(_ name: String = "list") throws {
        try setGlobal(name) { stack in mw_push_list_marker(stack.thread) }
    }
}

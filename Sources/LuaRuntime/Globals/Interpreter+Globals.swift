internal import CLuaShim
public import MoonwireValues

extension Interpreter {
    /// Sets a global variable.
    ///
    /// A name with periods sets a field of a table: `app.version`. Missing tables are created.
    ///
    /// - Parameters:
    ///   - name: The name of the variable.
    ///   - value: The value.
    /// - Throws: ``LuaError`` for an object whose type is not `Sendable`: scripts have it during calls only.
    public func setGlobal(_ name: String, to value: some Convertible) throws {
        try setGlobal(name) { stack in try value.write(to: stack.writer) }
    }

    /// Sets a global variable, or a field of one, to a Swift function.
    ///
    /// - Parameters:
    ///   - name: The name of the variable, such as `greet` or `env.int`.
    ///   - function: The function.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public func setGlobal(_ name: String, to function: HostFunction) throws {
        try setGlobal(name) { stack in stack.pushFunction(function) }
    }

    /// Sets a global to an empty table whose fields are created by a function of (table, key) at each access.
    package func setGlobal(_ name: String, field: HostFunction) throws {
        try setGlobal("\(name) field", to: field)
        try run(
            "local field = _ENV['\(name) field'] _ENV['\(name) field'] = nil "
                + "\(name) = setmetatable({}, { __index = field, __metatable = false })",
            name: name)
    }

    /// Sets a global to the value that `push` pushes.
    package func setGlobal(_ name: String, push: (LuaStack) throws -> Void) throws {
        try withStack { stack in
            mw_push_globals(stack.thread)
            // Most names have no periods.
            let key = name.utf8.contains(UInt8(ascii: ".")) ? stack.enterTables(of: name) : name
            let table = stack.top
            try push(stack)
            try stack.refuseLoans("the global \"\(name)\"")
            stack.rawSet(table, key: key)
        }
    }

    /// Protects the globals that are set from scripts, and handles all other globals.
    ///
    /// Scripts can no longer replace globals of the host and functions of libraries.
    ///
    /// - Parameters:
    ///   - read: A function of (table, key), which is called for a global that is not set.
    ///   - write: A function of (table, key, value), which is called for an assignment, and can set the field of the table.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public func guardGlobals(read: HostFunction, write: HostFunction) throws {
        try withStack { stack in
            stack.pushFunction(read)
            stack.pushFunction(write)
            mw_guard_globals(stack.thread)
        }
    }

    /// Defines a kind of tokens: `name` is their string, `call` is a function of the token and its arguments, `field` one of the token
    /// and a key.
    package func defineToken(
        kind: Int32, name: String, call: HostFunction? = nil, field: HostFunction? = nil
    ) throws {
        try withStack { stack in
            mw_define_token(stack.thread, kind, name)
            if let call {
                stack.pushFunction(call)
                mw_define_event_of_token(stack.thread, kind, "__call")
            }
            if let field {
                stack.pushFunction(field)
                mw_define_event_of_token(stack.thread, kind, "__index")
            }
            if call != nil { mw_refuse_fields_of_token(stack.thread, kind, name) }
        }
    }
}

extension LuaStack {
    /// Replaces the table on top by the one that contains the last field of a name, and returns this field.
    fileprivate func enterTables(of name: String) -> String {
        var rest = name[...]
        while let period = rest.firstIndex(of: ".") {
            if period > rest.startIndex { enterTable(String(rest[..<period])) }
            rest = rest[rest.index(after: period)...]
        }
        return String(rest)
    }

    /// Replaces the table on top by the table in that field.
    fileprivate func enterTable(_ key: String) {
        let table = top
        rawGet(table, key: key)
        if luaType(at: table + 1) != .table {
            pop(1)
            mw_new_table(thread, 0, 0)
            copyToTop(table + 1)
            rawSet(table, key: key)
        }
        mw_remove(thread, Int32(truncatingIfNeeded: table))
    }
}

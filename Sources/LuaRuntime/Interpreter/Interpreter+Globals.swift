internal import CLuaShim
public import MoonwireValues

extension Interpreter {
    /// Gives a global its value; a name with dots reaches into tables, which are made when they are missing.
    ///
    /// - Throws: ``LuaError`` for an object whose description says that it is not `Sendable`: scripts have it during calls only.
    public func setGlobal(_ name: String, _ value: some Convertible) throws {
        try setGlobal(name) { stack in try value.write(to: ValueWriter(stack, slot: 0)) }
    }

    /// Gives a global, or a field of one, a host function: `env.int`.
    public func setGlobal(_ name: String, function: HostFunction) throws {
        try setGlobal(name) { stack in stack.pushFunction(function) }
    }

    /// Gives a global an empty table whose fields `field` makes each time: it is called with (table, key).
    package func setGlobal(_ name: String, field: HostFunction) throws {
        try setGlobal("\(name) field", function: field)
        try run(
            "local field = _ENV['\(name) field'] _ENV['\(name) field'] = nil "
                + "\(name) = setmetatable({}, { __index = field, __metatable = false })",
            name: name)
    }

    /// Gives a global what `push` puts on the stack.
    package func setGlobal(_ name: String, push: (LuaStack) throws -> Void) throws {
        try withStack { stack in
            mw_push_globals(stack.thread)
            var path = name.split(separator: ".").map(String.init)
            let last = path.popLast() ?? name
            for part in path { stack.enterTable(part) }
            let table = stack.top
            try push(stack)
            try stack.refuseLoans("the global \"\(name)\"")
            stack.rawSet(table, key: last)
        }
    }

    /// Calls `read` with (table, key) for a global that is not set, `write` with (table, key, value) where one is assigned.
    ///
    /// Scripts can no longer replace what the host gave them, nor the functions of libraries; `write` may put other values
    /// into the table.
    public func guardGlobals(read: HostFunction, write: HostFunction) throws {
        try withStack { stack in
            stack.pushFunction(read)
            stack.pushFunction(write)
            mw_guard_globals(stack.thread)
        }
    }

    /// Says what a script sees when it wants a token of that kind as text, and what a call or a field of one does: `call` gets
    /// the token and its arguments, `field` the token and a key.
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
    /// Replaces the table on top by the one in that field.
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

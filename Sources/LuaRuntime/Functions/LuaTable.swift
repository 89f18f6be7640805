internal import CLuaShim
public import MoonwireValues

/// A Lua table that Swift keeps.
///
///     let options = try lua.evaluate("return { port = 8080 }", name: "o.lua", as: LuaTable.self)
///     let port = try options.value(for: "port", as: Int.self)
///     try options.setValue("localhost", for: "host")
///
/// Fields are read and written as a script does, metamethods included. Passed to scripts again, it is the same table. To convert a
/// table to Swift values at once, read it as an array, a dictionary, or a ``PlainValue`` instead. Any thread can use and release it. The
/// table keeps its interpreter alive.
public final class LuaTable: Sendable {
    /// The interpreter of the table.
    public let interpreter: Interpreter
    private let slot: Int32

    init(interpreter: Interpreter, slot: Int32) {
        self.interpreter = interpreter
        self.slot = slot
    }

    deinit { mw_release_kept(interpreter.state, slot) }

    /// Returns the value of a field; a field that is not set is nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` with the key as its path when the value has another type, or what a metamethod raises.
    public func value<V: Convertible>(for key: some Convertible, as type: V.Type = V.self) throws -> V {
        try interpreter.withStack { stack in
            try pushField(key, on: stack)
            return try within("\(key)") { try V.read(from: ValueReader(stack, position: stack.top)) }
        }
    }

    /// Sets the value of a field; nil removes it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    /// - Throws: ``LuaError`` for an object whose type is not `Sendable`, because scripts have it during calls only, or what a
    ///   metamethod raises.
    public func setValue(_ value: some Convertible, for key: some Convertible) throws {
        try interpreter.withStack { stack in
            mw_push_set_field(stack.thread)
            push(on: stack)
            let writer = stack.writer
            try key.write(to: writer)
            try value.write(to: writer)
            try stack.refuseLoans("the field \"\(key)\" of a table")
            try stack.run(arguments: 3)
        }
    }

    /// The number of elements of the table as a list, without metamethods.
    public var count: Int {
        get throws {
            try interpreter.withStack { stack in
                push(on: stack)
                return stack.rawLength(at: 1)
            }
        }
    }

    /// Converts the whole table, such as to `[Int]` or `[String: Bool]`.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when the table cannot be converted to the type.
    public func read<V: Convertible>(as type: V.Type = V.self) throws -> V {
        try interpreter.withStack { stack in
            push(on: stack)
            return try V.read(from: ValueReader(stack, position: 1))
        }
    }

    func push(on stack: LuaStack) {
        mw_push_kept(stack.thread, slot)
    }

    /// Pushes the value of a field on an empty stack.
    func pushField(_ key: some Convertible, on stack: LuaStack) throws {
        let writer = stack.writer
        push(on: stack)
        if mw_has_metatable(stack.thread, 1) {
            mw_push_get_field(stack.thread)
            mw_insert(stack.thread, 1)
            try key.write(to: writer)
            try stack.run(arguments: 2)
        } else {
            try key.write(to: writer)
            mw_raw_get(stack.thread, 1)
            mw_remove(stack.thread, 1)
        }
    }

    /// The names of the fields that are set in the table itself, in order.
    var names: [String] {
        get throws {
            try interpreter.withStack { stack in
                push(on: stack)
                var names: [String] = []
                stack.pushNil()
                while stack.next(1) {
                    stack.pop(1)
                    if let name = stack.text(at: stack.top) { names.append(name) }
                }
                return names.sorted()
            }
        }
    }
}

extension Interpreter {
    /// Creates an empty table.
    ///
    /// - Returns: The table.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public func makeTable() throws -> LuaTable {
        try withStack { stack in
            stack.pushTable()
            return stack.table(at: 1)
        }
    }
}

extension LuaTable: Convertible {
    /// Reads a table.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The table.
    /// - Throws: ``ConversionError`` for any other value.
    public static func read(from reader: ValueReader) throws -> LuaTable {
        guard let stack = reader.source as? LuaStack, stack.luaType(at: reader.position) == .table else {
            throw reader.mismatch(.map)
        }
        return stack.table(at: reader.position)
    }

    /// Writes the table.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the table belongs to another interpreter.
    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    /// The shape of a table.
    public static var shape: ValueShape { .map(.anything) }
}

extension LuaStack {
    /// A reference that keeps the table beyond the call.
    package func table(at position: Int) -> LuaTable {
        copyToTop(position)
        return LuaTable(interpreter: interpreter, slot: mw_keep(thread))
    }

    package func push(_ table: LuaTable) throws {
        guard table.interpreter === interpreter else {
            throw ConversionError(.custom("is a table of another interpreter"))
        }
        table.push(on: self)
    }
}

internal import CLuaShim
public import MoonwireValues

/// A Lua table that Swift keeps, from any thread. The interpreter lives as long as its last table.
///
///     let options = try lua.evaluate("return { port = 8080 }", name: "o.lua", as: LuaTable.self)
///     let port = try options.get("port", as: Int.self)
///     try options.set("host", to: "localhost")
///
/// Fields are read and written as a script does it, metamethods included. Handed back to the interpreter, it is the same
/// table. To take a table apart into Swift values at once, read it as an array, a dictionary or a ``Value`` instead.
public final class LuaTable: Sendable {
    public let interpreter: Interpreter
    private let slot: Int32

    init(interpreter: Interpreter, slot: Int32) {
        self.interpreter = interpreter
        self.slot = slot
    }

    deinit { mw_release_kept(interpreter.state, slot) }

    /// Reads a field; one that is not set reads as nothing.
    ///
    /// - Throws: ``ConversionError`` with the key as its path when the value does not fit, and whatever a metamethod raises.
    public func get<V: Convertible>(_ key: some Convertible, as: V.Type = V.self) throws -> V {
        try interpreter.withStack { stack in
            try pushField(key, on: stack)
            return try within("\(key)") { try V.read(from: ValueReader(stack, position: stack.top)) }
        }
    }

    /// Writes a field; nil removes it.
    ///
    /// - Throws: ``LuaError`` for an object whose description says that it is not `Sendable`: scripts have it during calls only.
    public func set(_ key: some Convertible, to value: some Convertible) throws {
        try interpreter.withStack { stack in
            mw_push_set_field(stack.thread)
            push(on: stack)
            let writer = ValueWriter(stack, slot: 0)
            try key.write(to: writer)
            try value.write(to: writer)
            try stack.refuseLoans("the field \"\(key)\" of a table")
            try stack.run(arguments: 3)
        }
    }

    /// How many elements the table has as a list, without asking a metamethod.
    public var count: Int {
        get throws {
            try interpreter.withStack { stack in
                push(on: stack)
                return stack.rawLength(at: 1)
            }
        }
    }

    /// The whole table as a Swift value: `[Int]`, `[String: Bool]`.
    public func read<V: Convertible>(as: V.Type = V.self) throws -> V {
        try interpreter.withStack { stack in
            push(on: stack)
            return try V.read(from: ValueReader(stack, position: 1))
        }
    }

    func push(on stack: LuaStack) {
        mw_push_kept(stack.thread, slot)
    }

    /// Leaves the value of a field on a stack that was empty, and nothing else.
    func pushField(_ key: some Convertible, on stack: LuaStack) throws {
        let writer = ValueWriter(stack, slot: 0)
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
    /// Makes an empty table.
    public func makeTable() throws -> LuaTable {
        try withStack { stack in
            stack.pushTable()
            return stack.table(at: 1)
        }
    }
}

extension LuaTable: Convertible {
    public static func read(from reader: ValueReader) throws -> LuaTable {
        guard let stack = reader.source as? LuaStack, stack.luaType(at: reader.position) == .table else {
            throw reader.mismatch(.map)
        }
        return stack.table(at: reader.position)
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    public static var shape: ValueShape { .map(.anything) }
}

extension LuaStack {
    /// Keeps the table beyond the call.
    func table(at position: Int) -> LuaTable {
        copyToTop(position)
        return LuaTable(interpreter: interpreter, slot: mw_keep(thread))
    }

    func push(_ table: LuaTable) throws {
        guard table.interpreter === interpreter else {
            throw ConversionError(.custom("is a table of another interpreter"))
        }
        table.push(on: self)
    }
}

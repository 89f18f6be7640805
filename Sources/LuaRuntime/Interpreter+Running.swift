import CLuaShim
public import MoonwireValues

extension Interpreter {
    /// Runs a chunk of source text; throws ``LuaError``, or the Swift error that a function threw.
    public func run(_ text: String, name: String) throws {
        try load(text, name) { _, _, _ in }
    }

    /// Runs a chunk of source text, and reads what it returns.
    ///
    /// `try lua.evaluate("return 6 * 7", name: "answer.lua", as: Int.self)   // 42`
    public func evaluate<R: Convertible>(_ text: String, name: String, as type: R.Type = R.self) throws -> R {
        try load(text, name) { stack, base, count in
            if count == 0 { stack.pushNil() }
            return try R.read(from: ValueReader(stack, position: base))
        }
    }

    private func load<R>(_ text: String, _ name: String, _ read: (LuaStack, Int, Int) throws -> R) throws -> R {
        try enter { entry in
            var text = text
            let status = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    mw_load(entry.stack.thread, $0.baseAddress, $0.count, "@" + name)
                }
            }
            guard status == Int32(MW_OK) else {
                let message = entry.stack.withBytes(at: entry.stack.top) { String(decoding: $0, as: UTF8.self) } ?? ""
                let located = LocatedText(message, known: [name])
                throw LuaError(.syntax, located.message, at: located.location)
            }
            return try entry.run(push: { _ in 0 }, read: read)
        }
    }

    /// Sets a global; a name with a dot is a field of a global table: `env.int`.
    public func setGlobal(_ name: String, function: HostFunction) throws {
        try setGlobal(name) { $0.pushFunction(function) }
    }

    /// Sets a global to a value.
    public func setGlobal(_ name: String, _ value: some Convertible) throws {
        try setGlobal(name) { try value.write(to: ValueWriter($0, slot: 0)) }
    }

    package func setGlobal(_ name: String, token: (kind: Int32, index: Int32)) throws {
        try setGlobal(name) { $0.pushToken(kind: token.kind, index: token.index) }
    }

    private func setGlobal(_ name: String, _ push: (LuaStack) throws -> Void) throws {
        try enter { entry in
            try push(entry.stack)
            let steps = name.split(separator: ".", maxSplits: 1).map(String.init)
            if steps.count == 2 {
                mw_set_global_field(entry.stack.thread, steps[0], steps[1])
            } else {
                mw_set_global(entry.stack.thread, name)
            }
        }
    }

    /// Calls `read` with the table and the name for a global that does not exist, `write` with the new value too.
    public func guardGlobals(read: HostFunction, write: HostFunction) {
        enter { entry in
            keep(read)
            keep(write)
            mw_guard_globals(
                entry.stack.thread, Unmanaged.passUnretained(read).toOpaque(),
                Unmanaged.passUnretained(write).toOpaque())
        }
    }
}

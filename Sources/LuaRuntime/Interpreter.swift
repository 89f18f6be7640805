internal import CLuaShim
public import MoonwireValues

/// A Lua interpreter whose scripts are bounded, and which any thread may enter.
///
///     let lua = try Interpreter()
///     let answer = try lua.evaluate("return 6 * 7", name: "answer.lua", as: Int.self)
// @unchecked: the lock word of `state` guards every stored variable; all of them are touched between enter and leave.
public final class Interpreter: @unchecked Sendable {
    let state: OpaquePointer
    var classes: [ObjectIdentifier: ClassSlot] = [:]
    var lastClass: (type: ObjectIdentifier, slot: Int32)?
    var holderClass: Int32 = 0
    var errorClass: Int32 = 0
    /// The names of chunks that were loaded, by what messages call them.
    var chunkNames: [String: String] = [:]
    let valueLimits: ValueLimits
    /// Where the value is kept that stands for nothing; zero until it is needed.
    var nullSlot: Int32 = 0

    /// - Parameter onPrint: receives each line that a script prints; without it they go to standard output.
    public init(
        profile: Profile = .configuration,
        limits: Limits = Limits(),
        onPrint: (@Sendable (String) -> Void)? = nil
    ) throws {
        let memory = max(limits.memory, 0)
        guard let state = mw_open(Interpreter.host, Int64(limits.instructions), memory) else {
            throw LuaError(.memory, "the libraries could not be opened")
        }
        self.state = state
        valueLimits = limits.value
        try withStack { stack in
            try defineOwnClasses(stack)
            setPrint(onPrint ?? { Swift.print($0) }, stack)
        }
    }

    deinit {
        var cursor: OpaquePointer?
        while let stack = mw_next_host(state, &cursor) { Unmanaged<LuaStack>.fromOpaque(stack).release() }
        if let released = mw_close(state) { release(released) }
    }

    /// Bytes that the interpreter holds now.
    public var memoryInUse: Int { mw_memory_in_use(state) }

    /// Frees what scripts no longer reach; objects are released before it returns.
    public func collect() {
        try? withStack { stack in mw_collect(stack.entry) }
    }

    /// Runs a text as a chunk; messages show its name as it is given.
    public func run(_ text: String, name: String) throws {
        try withStack { stack in
            try stack.load(text, name: name)
            try stack.run(arguments: 0)
        }
    }

    /// Runs a text as a chunk and reads its first result.
    public func evaluate<R: Convertible>(_ text: String, name: String, as: R.Type = R.self) throws -> R {
        try withStack { stack in
            try stack.load(text, name: name)
            try stack.run(arguments: 0)
            do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
                throw stack.badResult(at: ScriptLocation(file: name, line: 1), error)
            }
        }
    }

    private func setPrint(_ handler: @escaping @Sendable (String) -> Void, _ stack: LuaStack) {
        let print = HostFunction(name: "print") { call in
            let text = call.stack.repairedText(at: 1)
            call.runUserCode { handler(text) }
            return .values(0)
        }
        stack.pushHolder(print)
        mw_set_print(stack.thread)
    }
}

internal import CLuaShim

extension Interpreter {
    /// Enters, runs the body on a stack of its own, leaves, and then releases what scripts let go of.
    package func withStack<R>(_ body: (LuaStack) throws -> R) throws -> R {
        let stack = try enter()
        defer { leave(stack) }
        return try body(stack)
    }

    @inline(__always) func enter() throws -> LuaStack {
        var entry: OpaquePointer?
        guard mw_enter(state, &entry) == MW_OK, let entry else { throw LuaError.stackExhausted }
        guard let known = mw_entry_host(entry) else { return makeStack(entry) }
        let stack = Unmanaged<LuaStack>.fromOpaque(known).takeUnretainedValue()
        stack.thread = mw_entry_thread(entry)
        return stack
    }

    @inline(__always) func leave(_ stack: LuaStack) {
        let ending = stack.takeEnding()
        if let released = mw_leave(stack.entry) { release(released) }
        if let ending { ending.meter?.finish() }
    }

    /// The entry keeps its stack until the interpreter is closed.
    @inline(never) private func makeStack(_ entry: OpaquePointer) -> LuaStack {
        let stack = LuaStack(interpreter: self, entry: entry)
        mw_entry_set_host(entry, Unmanaged.passRetained(stack).toOpaque())
        return stack
    }

    @inline(never) func release(_ released: UnsafeMutablePointer<mw_released>?) {
        guard let released else { return }
        for index in 0..<released.pointee.count {
            Unmanaged<AnyObject>.fromOpaque(mw_released_object(released, index)).release()
        }
        mw_free_released(released)
    }
}

public import CLuaShim

extension Interpreter {
    /// Enters, runs the body on a stack of its own, leaves, and then releases objects that scripts no longer hold.
    package func withStack<R>(_ body: (LuaStack) throws -> R) throws -> R {
        let stack = try enter()
        defer { leave(stack) }
        return try stack._withUnsafeGuaranteedRef(body)
    }

    /// Enters; the entry keeps its stack alive.
    @inlinable @inline(__always) func enter() throws -> Unmanaged<LuaStack> {
        let entered = mw_enter(state)
        if let known = entered.host { return Unmanaged<LuaStack>.fromOpaque(known) }
        return try makeStack(entered.entry)
    }

    @inlinable @inline(__always) func leave(_ stack: Unmanaged<LuaStack>) {
        let (hasEnding, entry) = stack._withUnsafeGuaranteedRef { ($0.hasEnding, $0.entry) }
        if hasEnding {
            finish(stack)
        } else if let released = mw_leave(entry) {
            release(released)
        }
    }

    @usableFromInline @inline(never) func finish(_ stack: Unmanaged<LuaStack>) {
        let (ending, entry) = stack._withUnsafeGuaranteedRef { ($0.takeEnding(), $0.entry) }
        if let released = mw_leave(entry) { release(released) }
        ending?.meter?.finish()
    }

    /// The entry keeps its stack until the interpreter is closed.
    @usableFromInline @inline(never) func makeStack(_ entry: OpaquePointer?) throws -> Unmanaged<LuaStack> {
        guard let entry else { throw LuaError.stackExhausted }
        let stack = Unmanaged.passRetained(LuaStack(interpreter: self, entry: entry))
        mw_entry_set_host(entry, stack.toOpaque())
        return stack
    }

    @usableFromInline @inline(never) func release(_ released: UnsafeMutablePointer<mw_released>) {
        releaseObjects(of: released)
        mw_reuse_released(state, released)
    }

    func close() {
        var cursor: OpaquePointer?
        while let stack = mw_next_host(state, &cursor) { Unmanaged<LuaStack>.fromOpaque(stack).release() }
        guard let released = mw_close(state) else { return }
        releaseObjects(of: released)
        mw_free_released(released)
    }

    private func releaseObjects(of released: UnsafeMutablePointer<mw_released>) {
        for index in 0..<released.pointee.count {
            Unmanaged<AnyObject>.fromOpaque(mw_released_object(released, index)).release()
        }
    }
}

internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// The functions that the shim calls.
    ///
    /// None of them throws or raises.
    static let host = mw_host(
        call: callFunction, awaited: awaited, ended: ended, syntax: syntax, unwound: unwound, renewed: renewed,
        output: handOut,
        weaken: weaken)
}

private let awaited: @convention(c) (UnsafeMutableRawPointer, OpaquePointer) -> Int32 = { host, thread in
    let stack = Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue()
    let outer = stack.thread
    stack.thread = thread
    defer { stack.thread = outer }
    do {
        return Int32(truncatingIfNeeded: try stack.deliverAnswer())
    } catch {
        stack.push(error: error)
        return Int32(MW_RAISE)
    }
}

private let ended: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, Int32) -> Void = { host, thread, _ in
    Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue().onThread(thread) { $0.failedFrames.ended = $0.frames() }
}

private let syntax: @convention(c) (UnsafeMutableRawPointer, OpaquePointer) -> Void = { host, thread in
    Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue().onThread(thread) { stack in
        let error = stack.syntaxError()
        mw_set_top(thread, mw_top(thread) - 1)
        stack.push(error: error)
    }
}

private let unwound: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, Bool) -> Void = { host, thread, again in
    let stack = Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue()
    stack.failedFrames.unwound = (again ? stack.failedFrames.unwound : []) + stack.frames(of: thread)
}

private let renewed: @convention(c) (UnsafeMutableRawPointer, OpaquePointer) -> Void = { host, thread in
    Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue().thread = thread
}

private let weaken: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer = { object in
    Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { object in
        Unmanaged.passRetained(WeakReference(object)).toOpaque()
    }
}

extension LuaStack {
    /// Runs the body with another thread of Lua, such as a coroutine, as the current one.
    fileprivate func onThread(_ thread: OpaquePointer, _ body: (LuaStack) -> Void) {
        let outer = self.thread
        self.thread = thread
        body(self)
        self.thread = outer
    }
}

private let handOut: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, Int32) -> Void = { host, thread, kind in
    Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue().onThread(thread) { stack in
        stack.handOut(Int(kind) == MW_PRINT ? .print : .warning)
    }
}

internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// What the shim calls. No function lets an error or a jump pass.
    static let host = mw_host(call: call, died: died, syntax: syntax, output: handOut)
}

private let call: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer, Int32) -> Int32 = {
    host, thread, function, count in
    Unmanaged<LuaStack>.fromOpaque(host)._withUnsafeGuaranteedRef { stack in
        stack.thread = thread
        return Unmanaged<HostFunction>.fromOpaque(function)._withUnsafeGuaranteedRef { function in
            do {
                switch try function.body(LuaCall(stack: stack, count: Int(count))) {
                case .values(let count): return Int32(truncatingIfNeeded: count)
                case .load(let text, let name, let key): return try stack.pushChunk(text, name: name, cacheAs: key)
                }
            } catch {
                stack.push(error: error)
                return Int32(MW_RAISE)
            }
        }
    }
}

private let died: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, Int32) -> Void = { host, thread, _ in
    let stack = Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue()
    stack.thread = thread
    stack.lastWords = stack.frames()
}

private let syntax: @convention(c) (UnsafeMutableRawPointer, OpaquePointer) -> Void = { host, thread in
    let stack = Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue()
    stack.thread = thread
    let error = stack.syntaxError()
    mw_set_top(thread, mw_top(thread) - 1)
    stack.push(error: error)
}

private let handOut: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, Int32) -> Void = { host, thread, kind in
    let stack = Unmanaged<LuaStack>.fromOpaque(host).takeUnretainedValue()
    stack.thread = thread
    stack.handOut(Int(kind) == MW_PRINT ? .print : .warning)
}

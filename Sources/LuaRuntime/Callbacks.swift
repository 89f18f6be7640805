import CLuaShim
import MoonwireValues

/// Called by the shim for every call of a ``HostFunction``.
func invokeHostFunction(
    _ function: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?, _ thread: OpaquePointer?, _ payload: Int
) -> Int32 {
    guard let function, let context, let thread else { return 0 }
    return Unmanaged<LuaStack>.fromOpaque(context)._withUnsafeGuaranteedRef { stack in
        let outer = stack.thread
        stack.thread = thread
        defer { stack.thread = outer }
        let call = LuaCall(stack: stack, base: 1, count: stack.top, payload: payload)
        return Unmanaged<HostFunction>.fromOpaque(function)._withUnsafeGuaranteedRef { $0.invoke(call) }
    }
}

/// Called by the shim for `print`.
func printFromLua(
    _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ source: UnsafePointer<CChar>?,
    _ line: Int32
) {
    guard let context, let text else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    let location = source.flatMap { line < 0 ? nil : ScriptLocation(file: String(cString: $0), line: Int(line)) }
    Unmanaged<LuaStack>.fromOpaque(context)._withUnsafeGuaranteedRef { stack in
        stack.interpreter.printed(String(decoding: bytes, as: UTF8.self), at: location)
    }
}

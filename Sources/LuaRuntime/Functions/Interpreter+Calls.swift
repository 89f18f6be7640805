internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// Calls a host function for the shim, and raises its error in the script.
    static let callFunction:
        @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer, Int32) -> Int32 = {
            host, thread, function, count in
            Unmanaged<LuaStack>.fromOpaque(host)._withUnsafeGuaranteedRef { stack in
                let outer = stack.thread
                stack.thread = thread
                defer { stack.thread = outer }
                return Unmanaged<HostFunction>.fromOpaque(function)._withUnsafeGuaranteedRef { function in
                    do {
                        return try function.body(LuaCall(stack: stack, count: Int(count))).code
                    } catch {
                        stack.push(error: function.located(error, on: stack))
                        return Int32(MW_RAISE)
                    }
                }
            }
        }
}

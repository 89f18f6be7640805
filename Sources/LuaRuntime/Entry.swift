import CLuaShim
import MoonwireValues

/// One way into the interpreter, held by this thread until it leaves.
struct Entry {
    let handle: OpaquePointer
    unowned(unsafe) let stack: LuaStack

    /// Calls the function on top with what `push` leaves there, and reads the results.
    func run<R>(push: (LuaStack) throws -> Int, read: (LuaStack, _ base: Int, _ count: Int) throws -> R) throws -> R {
        let base = stack.top
        let arguments = try push(stack)
        var results: Int32 = 0
        let status = mw_run(handle, Int32(arguments), &results)
        guard status == Int32(MW_OK) else {
            let error = LuaFailure(self, status).error
            mw_retire(handle)
            throw error
        }
        return try read(stack, base, Int(results))
    }
}

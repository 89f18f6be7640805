import LuaRuntime
import MoonwireSupport

/// Runs a script in a task that is cancelled before the first of its lines, and answers how it ended.
func endOfCancelled(_ text: String, in lua: Interpreter) async throws -> Result<Void, any Error> {
    let gate = AsyncGate()
    let isCancelled = Lock(false)
    try lua.setGlobal(
        "begin",
        to: HostFunction("begin") {
            _ = Task { await gate.pass() }
            // This is the interpreter's own thread, which may wait.
            while !isCancelled.withLock({ $0 }) { sched_yield() }
        })
    let task = Task { try await lua.asynchronous.run("begin(); " + text, name: "attack.lua") }
    await gate.arrived()
    task.cancel()
    isCancelled.withLock { $0 = true }
    await gate.open()
    return await task.result
}

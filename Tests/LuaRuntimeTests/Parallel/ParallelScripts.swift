import LuaRuntime
import MoonwireSupport
import Testing

/// Scripts with parallel functions, whose interpreters are counted.
final class ParallelScripts: Sendable {
    let lua: Interpreter
    let pool: ParallelFunctions
    private let made: Lock<Int>

    /// The number of interpreters that have been made.
    var madeCount: Int { made.withLock { $0 } }

    /// Creates an interpreter for at most `count` calls at the same time; `functions` are globals of all interpreters.
    init(
        count: Int = 4, idleTime: Duration = .seconds(3600), limits: Interpreter.Limits = .init(cpuTime: .seconds(60)),
        functions: [HostFunction] = [], failingFrom failing: Int = .max
    ) throws {
        let made = Lock(0)
        let prepare: @Sendable (Interpreter) throws -> Void = { lua in
            let mark = HostFunction(name: "parallel") { call in
                call.stack.markParallel(call.position(0))
                call.stack.copyToTop(call.position(0))
                return .values(1)
            }
            try lua.setGlobal("parallel", to: mark)
            for function in functions { try lua.setGlobal(function.name, to: function) }
            let refuse = HostFunction(name: "global") { _ in throw LuaError(.runtime, "there is no such global") }
            try lua.guardGlobals(read: refuse, write: refuse)
        }
        self.made = made
        pool = ParallelFunctions(count: count, idleTime: idleTime) {
            let number = made.withLock { made in
                made += 1
                return made
            }
            guard number < failing else { throw LuaError(.memory, "there is no memory for it") }
            let lua = try Interpreter(limits: limits)
            try prepare(lua)
            return lua
        }
        lua = try Interpreter(limits: limits)
        try prepare(lua)
        try lua.allowParallelFunctions(pool)
    }

    /// The function that a script returns, and what prevents copies of it.
    func load(_ script: String, name: String = "p.lua") throws -> (function: LuaFunction, faults: [CaptureFault]) {
        let function = try lua.evaluate(script, name: name, as: LuaFunction.self)
        return (function, try lua.storeParallelFunctions())
    }

    func function(_ script: String) throws -> LuaFunction {
        let (function, faults) = try load(script)
        #expect(faults.map(\.name) == [])
        return function
    }
}

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// An entry has a bound in CPU time as well as in instructions.
@Suite(.timeLimit(.minutes(10))) struct TimeLimitTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter(limits: .init(instructions: .max, cpuTime: .milliseconds(300)))
    }

    @Test func timeLimitErrorHasTheLineAndTheLimit() throws {
        let error = #expect(throws: LuaError.self) { try lua.run("\nwhile true do end", name: "slow.lua") }
        #expect(error?.code == .budget)
        #expect(
            error?.description == """
                slow.lua:2: the script exceeded its CPU time limit of 0.3 seconds
                    `Limits.cpuTime` sets this limit
                """)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }

    @Test func nothingInAScriptEscapesTheTimeLimit() throws {
        let seen = Lock(false)
        try lua.setGlobal("see", to: HostFunction("see") { seen.withLock { $0 = true } })
        let script =
            "pcall(function() local x <close> = setmetatable({}, { __close = see }) while true do end end) see()"
        let error = #expect(throws: LuaError.self) { try lua.run(script, name: "slow.lua") }
        #expect(error?.code == .budget)
        #expect(!seen.withLock { $0 })
    }

    /// Each entry within another is timed, too, however few its instructions are.
    @Test func nestedEntriesSpendTheTimeOfTheOuterOne() throws {
        for name in ["a", "b"] { try lua.setGlobal(name, to: String(repeating: "x", count: 4 << 20)) }
        let compare = try lua.evaluate(
            "return function() local _ = a == b end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", to: HostFunction("inner") { try compare.call() })
        let error = #expect(throws: LuaError.self) {
            try lua.run("for i = 1, 5000 do inner() end", name: "out.lua")
        }
        #expect(error?.code == .budget)
    }

    /// The clock is asked every tenth of a millisecond, and each of these takes less.
    @Test func shortNestedEntriesAddUp() throws {
        let work = try lua.evaluate(
            "return function() for i = 1, 12000 do end end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", to: HostFunction("inner") { try work.call() })
        let error = #expect(throws: LuaError.self) {
            try lua.run("for i = 1, 20000 do inner() end", name: "out.lua")
        }
        #expect(error?.code == .budget)
    }

    /// Calls the function that it is read from, before the call that reads it has left the interpreter.
    private struct Called: Convertible {
        static var shape: ValueShape { LuaFunction.shape }

        static func read(from reader: ValueReader) throws -> Called {
            try LuaFunction.read(from: reader).call()
            return Called()
        }

        func write(to writer: ValueWriter) throws {}
    }

    /// As above, but what works is the script outside, and nobody looks at the clock after that.
    @Test func timeBeforeShortNestedEntriesAddsUp() throws {
        try lua.setGlobal("inner", to: HostFunction("inner") { (_: Called) in })
        let error = #expect(throws: LuaError.self) {
            let text = "local function f() end for i = 1, 20000 do for j = 1, 12000 do end inner(f) end"
            try lua.run(text, name: "out.lua")
        }
        #expect(error?.code == .budget)
    }

    /// The time for which the system keeps the thread from running, before and after a call, counts: the limit is far above it.
    @Test func userCodeDoesNotSpendTheTimeLimit() throws {
        let lua = try Interpreter(limits: .init(cpuTime: .seconds(1)))
        try lua.setGlobal(
            "work",
            to: HostFunction("work") {
                let end = ContinuousClock.now + .milliseconds(400)
                while ContinuousClock.now < end {}
            })
        try lua.run("for i = 1, 3 do work() for j = 1, 5000 do end end", name: "work.lua")
    }

    @Test func abandonedCoroutineIsNeverResumed() throws {
        try lua.run("c = coroutine.create(function() while true do end end)", name: "c.lua")
        #expect(throws: LuaError.self) { try lua.run("coroutine.resume(c)", name: "c.lua") }
        let status = try lua.evaluate("return coroutine.status(c)", name: "c.lua", as: String.self)
        #expect(status == "dead")
        let again = try lua.evaluate(
            "local ok, why = coroutine.resume(c) return why", name: "c.lua", as: String.self)
        #expect(again == "cannot resume dead coroutine")
    }

    /// A script may keep the coroutine that an entry ran on.
    @Test func endedEntryIsNeverResumed() throws {
        #expect(throws: LuaError.self) {
            try lua.run("kept = coroutine.running() while true do end", name: "c.lua")
        }
        let again = try lua.evaluate(
            "local ok, why = coroutine.resume(kept) return why", name: "c.lua", as: String.self)
        #expect(again == "cannot resume dead coroutine")
    }

    @Test(arguments: [Duration.zero, .seconds(-1)]) func zeroTimeLimitEndsAtTheFirstCheck(_ time: Duration) throws {
        let none = try Interpreter(limits: .init(instructions: .max, cpuTime: time))
        try none.run("local x = 1", name: "short.lua")
        #expect(throws: LuaError.self) { try none.run("while true do end", name: "s.lua") }
    }
}

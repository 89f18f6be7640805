import LuaRuntime
import MoonwireValues
import Testing

@Suite struct LimitTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter(limits: Limits(instructions: 2_000_000, memory: 8 << 20))
    }

    private func failure(_ text: String) throws -> LuaError? {
        let error = #expect(throws: LuaError.self) { try lua.run(text, name: "limit.lua") }
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
        lua.collect()
        #expect(lua.memoryInUse < 1 << 20)
        #expect(lua.peakMemory <= 32 << 20)
        return error
    }

    @Test func oneHugeRequestIsRefused() throws {
        #expect(try failure("string.rep('x', 1 << 40)")?.message == "resulting string too large")
        #expect(try failure("string.rep('', 1 << 62) error('done')")?.message == "done")
        #expect(try failure("local s = ('x'):rep(7 << 20) return s .. s .. s .. s .. s .. s")?.code == .memory)
    }

    @Test func garbageIsNoDebt() throws {
        let lua = try Interpreter(limits: Limits(memory: 8 << 20))
        try lua.run("for i = 1, 200 do local s = ('x'):rep(1 << 20) .. i end", name: "limit.lua")
        #expect(lua.memoryInUse < 32 << 20)
    }

    @Test func whatAScriptKeepsCountsUntilItIsDropped() throws {
        try lua.run("kept = ('x'):rep(6 << 20)", name: "limit.lua")
        #expect(throws: LuaError.self) { try lua.run("more = ('y'):rep(6 << 20) while true do end", name: "limit.lua") }
        try lua.run("kept, more = nil", name: "limit.lua")
        try lua.run("more = ('y'):rep(6 << 20)", name: "limit.lua")
    }

    @Test func nestedEntriesSpendTheOutermostBudget() throws {
        let inner = try lua.evaluate(
            "return function() for i = 1, 50000 do end end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", function: HostFunction("inner") { try inner.call() })
        let error = #expect(throws: LuaError.self) { try lua.run("while true do inner() end", name: "out.lua") }
        #expect(error?.code == .budget)
    }

    @Test func swiftCannotSwallowTheEndOfABudget() throws {
        let inner = try lua.evaluate("return function() while true do end end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", function: HostFunction("inner") { try? inner.call() })
        let error = #expect(throws: LuaError.self) { try lua.run("while true do pcall(inner) end", name: "out.lua") }
        #expect(error?.code == .budget)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }

    @Test func eachEntryHasItsOwnBudget() throws {
        let work = try lua.evaluate(
            "return function() for i = 1, 500000 do end end", name: "w.lua", as: LuaFunction.self)
        for _ in 0..<20 { try work.call() }
    }

    @Test func aCoroutineSpendsTheBudgetOfWhoResumesIt() throws {
        let text =
            "local co = coroutine.wrap(function() while true do for i = 1, 100000 do end coroutine.yield() end end) return co"
        let resume = try lua.evaluate(text, name: "c.lua", as: LuaFunction.self)
        for _ in 0..<50 { try resume.call() }
    }

    @Test func aSmallBudgetIsKept() throws {
        let small = try Interpreter(limits: Limits(instructions: 50))
        #expect(throws: LuaError.self) { try small.run("for i = 1, 1000 do end", name: "s.lua") }
        try small.run("local x = 1", name: "s.lua")
    }
}

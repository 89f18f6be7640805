import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

@Suite struct LimitTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter(limits: .init(instructions: 2_000_000, memory: 8 << 20))
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

    /// A refusal would jump over the function that writes it.
    @Test func memoryThatSwiftWritesIsGrantedAndCounted() throws {
        let lua = try Interpreter(limits: .init(memory: 1 << 20))
        try lua.setGlobal("big", to: HostFunction("big") { String(repeating: "x", count: 8 << 20) })
        let script = "local kept = {} for i = 1, 50 do kept[i] = big() end"
        let error = #expect(throws: LuaError.self) { try lua.run(script, name: "limit.lua") }
        #expect(error?.description == "limit.lua:1: the script exceeded its memory limit")
        #expect(lua.peakMemory > 8 << 20)
        #expect(lua.peakMemory < 10 << 20)
    }

    @Test func garbageDoesNotExceedTheMemoryLimit() throws {
        let lua = try Interpreter(limits: .init(cpuTime: .seconds(20), memory: 8 << 20))
        try lua.run("for i = 1, 200 do local s = ('x'):rep(1 << 20) .. i end", name: "limit.lua")
        #expect(lua.memoryInUse < 32 << 20)
    }

    @Test func memoryThatAScriptKeepsCountsUntilItIsDropped() throws {
        try lua.run("kept = ('x'):rep(6 << 20)", name: "limit.lua")
        #expect(throws: LuaError.self) { try lua.run("more = ('y'):rep(6 << 20) while true do end", name: "limit.lua") }
        try lua.run("kept, more = nil", name: "limit.lua")
        try lua.run("more = ('y'):rep(6 << 20)", name: "limit.lua")
    }

    @Test func nestedEntriesSpendTheOutermostBudget() throws {
        let inner = try lua.evaluate(
            "return function() for i = 1, 50000 do end end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", to: HostFunction("inner") { try inner.call() })
        let error = #expect(throws: LuaError.self) { try lua.run("while true do inner() end", name: "out.lua") }
        #expect(error?.code == .budget)
    }

    @Test func catchingInSwiftDoesNotExtendTheBudget() throws {
        let inner = try lua.evaluate("return function() while true do end end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", to: HostFunction("inner") { try? inner.call() })
        let error = #expect(throws: LuaError.self) { try lua.run("while true do pcall(inner) end", name: "out.lua") }
        #expect(error?.code == .budget)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }

    @Test func eachEntryHasItsOwnBudget() throws {
        let work = try lua.evaluate(
            "return function() for i = 1, 500000 do end end", name: "w.lua", as: LuaFunction.self)
        for _ in 0..<20 { try work.call() }
    }

    @Test func coroutineSpendsTheBudgetOfItsResumer() throws {
        let text =
            "local co = coroutine.wrap(function() while true do for i = 1, 100000 do end coroutine.yield() end end) return co"
        let resume = try lua.evaluate(text, name: "c.lua", as: LuaFunction.self)
        for _ in 0..<50 { try resume.call() }
    }

    @Test func smallBudgetIsExact() throws {
        let small = try Interpreter(limits: .init(instructions: 50))
        #expect(throws: LuaError.self) { try small.run("for i = 1, 100 do end", name: "s.lua") }
        try small.run("local x = 1", name: "s.lua")
        for nothing in [0, -1, Int.min] {
            let none = try Interpreter(limits: .init(instructions: nothing))
            #expect(throws: LuaError.self) { try none.run("while true do end", name: "s.lua") }
        }
    }

    /// What is copied within one instruction, nobody counts but the allocator.
    @Test(arguments: ["s .. 'y'", "s:reverse()", "s:upper()", "('%s'):format(s)"])
    func memoryIsChargedToTheBudget(_ text: String) throws {
        let script = "made = 0 local s = ('x'):rep(16000) while true do local _ = \(text) made = made + 1 end"
        #expect(try failure(script)?.code == .budget)
        #expect(try lua.evaluate("return made", name: "after.lua", as: Int.self) <= 2_000_000 / (16000 / 256))
    }

    /// What calls in C alone would go on, without an instruction at which to stop it.
    @Test func noSwiftFunctionIsCalledAfterTheBudgetEnded() throws {
        let loop = try lua.evaluate("return function() while true do end end", name: "in.lua", as: LuaFunction.self)
        let visits = Lock(0)
        try lua.setGlobal(
            "visit",
            to: HostFunction("visit") {
                visits.withLock { $0 += 1 }
                try? loop.call()
            })
        let error = try failure("table.unpack(setmetatable({}, { __index = pcall, __call = visit }), 1, 9)")
        #expect(error?.code == .budget)
        #expect(visits.withLock { $0 } == 1)
    }

    /// Nothing of a script runs once its instructions are used up, and nothing sees why.
    @Test(arguments: [
        "pcall(f)", "xpcall(f, function(e) seen = true end)", "coroutine.resume(coroutine.create(f))",
        "pcall(coroutine.wrap(f))", "pcall(pcall, f)", "table.sort({ 1, 2 }, function() return pcall(f) end)",
        "pcall(function() local x <close> = closing f() end)", "(function() local x <close> = closing f() end)()",
        "pcall(inner)", "pcall(function() local x <close> = closing inner() end)",
        "(function() local x <close> = closing inner() end)()", "again()",
    ])
    func noScriptCodeRunsAfterTheBudgetEnded(_ call: String) throws {
        let (lua, seen) = (lua, Lock(false))
        try lua.setGlobal("see", to: HostFunction("see") { seen.withLock { $0 = true } })
        let endless = "while true do end"
        try lua.setGlobal("inner", to: HostFunction("inner") { try lua.run(endless, name: "in.lua") })
        try lua.setGlobal(
            "again",
            to: HostFunction("again") {
                try? lua.run(endless, name: "in.lua")
                try? lua.run("see()", name: "in.lua")
            })
        try lua.run("closing = setmetatable({}, { __close = function() see() end })", name: "before.lua")
        let error = try failure("local function f() \(endless) end local a, b = \(call) seen = { a, b }")
        #expect(!seen.withLock { $0 })
        #expect(error?.code == .budget)
        #expect(try lua.evaluate("return seen == nil", name: "after.lua", as: Bool.self))
    }
}

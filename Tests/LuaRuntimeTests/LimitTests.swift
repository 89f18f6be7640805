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
        return error
    }

    @Test(arguments: [
        "\nwhile true do end",
        "\n::top:: goto top",
        "\nlocal function endless() while true do end end while true do pcall(endless) end",
        "\nlocal function endless() while true do end end while true do xpcall(endless, endless) end",
        "\nxpcall(function() error('x') end, function() while true do end end)",
        "\nwhile true do pcall(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) error() end) end",
        "\nlocal function nest() coroutine.wrap(nest)() end while true do pcall(nest) end",
        "\nwhile true do coroutine.wrap(function() for i = 1, 100 do end end)() end",
        "\nwhile true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        "\nwhile true do pcall(string.rep, 'x', 100000) end",
        "\ntable.move({}, 1, 2^60 | 0, 2)",
        "\ntable.insert(setmetatable({}, { __len = function() return 2^60 | 0 end }), 1, 1)",
        "\ntable.remove(setmetatable({}, { __len = function() return 2^60 | 0 end }), 1)",
        "\ntable.concat(setmetatable({}, { __len = function() return 2^60 | 0 end, __index = function() return '' end }))",
        "\nwhile true do for _ in pairs({}) do end end",
        "\nlocal t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) while true do pcall(function() return t[1] end) end",
        "\nlocal s = setmetatable({}, { __tostring = function() while true do end end }) print(s)",
        "\nlocal c = coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) error('x') end) c()",
    ])
    func endlessScriptsEnd(_ text: String) throws {
        let error = try failure(text)
        #expect(error?.code == .budget)
        #expect(error?.location?.file == "limit.lua")
        #expect(error?.location?.line == 2)
    }

    @Test(arguments: [
        "\nlocal s = 'x' while true do s = s .. s end",
        "\nlocal t = {} while true do t[#t + 1] = {} end",
        "\nlocal t = {} for i = 1, 1e9 do t[i] = i end",
        "\nlocal t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(100000) .. #t end) end",
        "\nlocal t = {} while true do t[#t + 1] = coroutine.create(print) end",
    ])
    func memoryBombsEnd(_ text: String) throws {
        let error = try failure(text)
        #expect(error?.code == .memory)
        #expect(error?.location == ScriptLocation(file: "limit.lua", line: 2))
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

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct NestingTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    @Test func entriesNest() throws {
        let lua = lua
        try lua.setGlobal(
            "swift",
            to: HostFunction("swift") { (n: Int) -> Int in
                try lua.evaluate("return n(\(n))", name: "n.lua")
            })
        try lua.run("function n(i) if i == 0 then return 0 end return swift(i - 1) + 1 end", name: "n.lua")
        #expect(try lua.evaluate("return n(20)", name: "n.lua", as: Int.self) == 20)
    }

    @Test func rawFunctionEntersWhileItHoldsTheLock() throws {
        let double = try lua.evaluate("return function(n) return 2 * n end", name: "n.lua", as: LuaFunction.self)
        try lua.setGlobal(
            "raw",
            to: HostFunction(name: "raw") { call in
                let result = try double.call(21, as: Int.self)
                try result.write(to: call.stack.writer)
                return .values(1)
            })
        #expect(try lua.evaluate("local x = raw() return x", name: "n.lua", as: Int.self) == 42)
    }

    @Test(arguments: [512 << 10, 1 << 20, 8 << 20])
    func endlessNestingEndsWithAnError(stack: Int) throws {
        let lua = try Interpreter()
        let function = Lock<LuaFunction?>(nil)
        try lua.setGlobal("swift", to: HostFunction("swift") { try function.withLock { $0 }?.call() })
        function.withLock { $0 = nil }
        let again = try lua.evaluate("return function() swift() end", name: "n.lua", as: LuaFunction.self)
        function.withLock { $0 = again }
        let result = Lock<(any Error)?>(nil)
        let thread = TestThread(stack: stack) {
            do { try again.call() } catch { result.withLock { $0 = error } }
        }
        thread.join()
        #expect((result.withLock { $0 } as? LuaError)?.code == .stackExhausted)
        #expect(try lua.evaluate("return 1", name: "n.lua", as: Int.self) == 1)
        function.withLock { $0 = nil }
    }

    @Test(arguments: [512 << 10, 8 << 20])
    func endlessRecursionInAScriptEndsWithAnError(stack: Int) throws {
        let lua = lua
        try lua.setGlobal("call", to: HostFunction("call") { (f: LuaFunction) in try f.call() })
        let scripts = [
            "local function f() return f() + 1 end f()",
            "local function f() return (('x'):gsub('.', f)) end f()",
            "local function f() coroutine.wrap(f)() end f()",
            "local function f() pcall(f) error('x') end f()",
            "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end return t.x",
            "local t = setmetatable({}, { __tostring = function(s) print(s) end }) print(t)",
            "local t = setmetatable({}, { __len = function() return 1 end, __index = function(s) return table.concat(s) end }) table.concat(t)",
            """
            local t = setmetatable({}, { __tostring = function(s) print(s) end })
            local u = setmetatable({}, { __len = function() return 1 end, __index = function(s) return table.concat(s) end })
            local function f() pcall(print, t) pcall(table.concat, u) call(f) end f()
            """,
            "local function f() (('x'):gsub('.', function() call(f) end)) end f()",
        ]
        let survivors = Lock<[String]>([])
        let thread = TestThread(stack: stack) {
            for script in scripts where (try? lua.run(script, name: "r.lua")) != nil {
                survivors.withLock { $0.append(script) }
            }
        }
        thread.join()
        #expect(survivors.withLock { $0 } == [])
    }

    @Test func twoInterpretersNestWithinEachOther() throws {
        let other = try Interpreter()
        let lua = lua
        try lua.setGlobal(
            "other",
            to: HostFunction("other") { (n: Int) -> Int in
                try other.evaluate("return back(\(n)) + 1", name: "b.lua")
            })
        try other.setGlobal(
            "back",
            to: HostFunction("back") { (n: Int) -> Int in
                n == 0 ? 0 : try lua.evaluate("return other(\(n - 1)) + 1", name: "a.lua")
            })
        #expect(try lua.evaluate("return other(5)", name: "a.lua", as: Int.self) == 11)
    }
}

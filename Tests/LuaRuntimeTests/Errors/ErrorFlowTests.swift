import LuaRuntime
import MoonwireValues
import Testing

/// Errors on their way through handlers, closing variables and coroutines.
@Suite struct ErrorFlowTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.setGlobal("refuse", to: TestError.function)
        try lua.run(
            "function closing(f) return setmetatable({}, { __close = function(_, e) f(e) end }) end", name: "c.lua")
    }

    private func failure(_ text: String) -> LuaError? {
        #expect(throws: LuaError.self) { try lua.run(text, name: "e.lua") }
    }

    private func text(_ script: String) throws -> String {
        try lua.evaluate(script, name: "e.lua")
    }

    @Test func aSwiftErrorHasFields() throws {
        #expect(
            try text("local _, e = pcall(refuse, 8) return e.message .. ', ' .. e.type") == "refused for 8, TestError")
        let argument = "local _, e = pcall(refuse, {}) return e.message .. '|' .. tostring(e)"
        let message = "bad argument 1 to \"refuse\": expects an integer, got a map"
        #expect(try text("\n" + argument) == "\(message)|e.lua:2: \(message)")
        let unknown = failure("local _, e = pcall(refuse, 8) return e.reason")
        #expect(unknown?.message == "error has no member \"reason\"")
    }

    @Test func nilCanBeRaised() throws {
        #expect(failure("error(nil)")?.message == "nil was raised as an error")
        #expect(try text("local ok, e = pcall(error) return tostring(ok) .. tostring(e)") == "falsenil")
        #expect(
            failure("local co = coroutine.wrap(function() error() end) co()")?.message == "nil was raised as an error")
    }

    @Test func handlerReceivesASwiftErrorAndReplacesIt() throws {
        #expect(
            try text("local _, m = xpcall(refuse, function(e) return e.message .. '!' end, 3) return m")
                == "refused for 3!")
        #expect(throws: TestError(reason: 4)) {
            try lua.run("local _, e = xpcall(refuse, function(e) return e end, 4) error(e)", name: "e.lua")
        }
    }

    @Test func failingHandlerEndsInAnError() throws {
        let nested =
            "local ok, e = xpcall(error, function() error('again') end, 'first') return type(e) .. tostring(ok)"
        #expect(try text(nested) == "stringfalse")
        let swift =
            "local ok, e = xpcall(refuse, function(e) refuse(e.message == 'refused for 5' and 6 or 0) end, 5) return type(e)"
        #expect(["string", "userdata"].contains(try text(swift)))
        #expect(throws: TestError(reason: 1)) { try lua.run("refuse(1)", name: "e.lua") }
    }

    @Test func closingAVariableReplacesTheError() throws {
        #expect(
            failure("local x <close> = closing(function() error('second') end) error('first')")?.message == "second")
        #expect(
            try text(
                """
                local seen
                pcall(function() local x <close> = closing(function(e) seen = e.message end) refuse(5) end)
                return seen
                """) == "refused for 5")
        #expect(throws: TestError(reason: 6)) {
            try lua.run("local x <close> = closing(function() refuse(6) end) error('first')", name: "e.lua")
        }
        #expect(throws: TestError(reason: 8)) {
            try lua.run("local x <close> = closing(function() refuse(8) end) refuse(7)", name: "e.lua")
        }
        #expect(
            failure("local x <close> = closing(function() error('second') end) refuse(7)")?.message == "second")
    }

    @Test func closingVariablesReceiveThePreviousError() throws {
        let script = """
            local seen = {}
            local function note(e) seen[#seen + 1] = type(e) == "string" and e:match("%a+$") or e.message end
            pcall(function()
                local a <close> = closing(note)
                local b <close> = closing(function(e) note(e) error("third") end)
                local c <close> = closing(function(e) note(e) refuse(2) end)
                error("first")
            end)
            return table.concat(seen, " ")
            """
        #expect(try text(script) == "first refused for 2 third")
    }

    @Test func resumeReturnsTheErrorOfACoroutine() throws {
        let script = """
            local co = coroutine.create(function() refuse(9) end)
            local ok, e = coroutine.resume(co)
            return tostring(ok) .. " " .. e.message .. " " .. coroutine.status(co)
            """
        #expect(try text(script) == "false refused for 9 dead")
        #expect(throws: TestError(reason: 9)) {
            try lua.run(
                "local _, e = coroutine.resume(coroutine.create(refuse), 9) error(e)", name: "e.lua")
        }
    }

    @Test func aValueThatCannotBeConvertedIsAnErrorOnBothSides() throws {
        try lua.setGlobal("big", to: HostFunction("big") { UInt64.max })
        let message = "bad result of \"big\": expects an integer of 64 bits with a sign, got 18446744073709551615"
        #expect(try text("local _, e = pcall(big) return e.message") == message)
        let error = #expect(throws: LuaError.self) { try lua.reporting { try lua.run("\nbig()", name: "e.lua") } }
        #expect(error?.description == "e.lua:2: \(message)")
        #expect(error?.traceback.first?.description == "Swift function \"big\"")
        let identity = try lua.evaluate("return function(a, b) return b end", name: "e.lua", as: LuaFunction.self)
        #expect(throws: ConversionError.self) { try identity.call(1, UInt64.max) }
        let result = #expect(throws: LuaError.self) { try identity.call(1, "x", as: Int.self) }
        #expect(result?.description == "e.lua:1: bad result: expects an integer, got the string \"x\"")
        #expect(try identity.call(1, 2, as: Int.self) == 2)
    }

    @Test func theTracebackHasTheFramesOfCoroutines() {
        let script = """
            local function deep() error("x") end
            local inner = coroutine.wrap(function() deep() end)
            local outer = coroutine.wrap(function()
                inner()
            end)
            outer()
            """
        let lines = failure(script)?.traceback.filter { $0.owner == .script }.compactMap { $0.location?.line }
        #expect(lines == [1, 2, 4, 6])
    }

    @Test func framesOfOneErrorAreNotThoseOfAnother() {
        let script = """
            pcall(coroutine.wrap(function() error("first") end))
            error("second")
            """
        let frames = failure(script)?.traceback.filter { $0.owner == .script }.compactMap { $0.location?.line }
        #expect(frames == [2])
    }

    @Test func theFramesOfASwiftErrorHaveThoseOfCoroutines() {
        let error = #expect(throws: LuaError.self) {
            try lua.reporting {
                try lua.run("local co = coroutine.wrap(function()\n  refuse(3)\nend)\nco()", name: "e.lua")
            }
        }
        let lines = error?.traceback.filter { $0.owner == .script }.compactMap { $0.location?.line }
        #expect(lines == [2, 4])
        #expect(error?.traceback.first?.function == "refuse")
    }

    @Test func theEndOfABudgetInACoroutineShowsWhoResumedIt() throws {
        let lua = try Interpreter(limits: .init(instructions: 100_000))
        let script = "local co = coroutine.wrap(function()\n  while true do end\nend)\nco()"
        let error = #expect(throws: LuaError.self) { try lua.run(script, name: "e.lua") }
        #expect(error?.traceback.filter { $0.owner == .script }.compactMap { $0.location?.line } == [2, 4])
    }
}

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct ErrorTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.setGlobal("refuse", to: TestError.function)
    }

    private func failure(_ text: String) -> LuaError? {
        #expect(throws: LuaError.self) { try lua.run(text, name: "e.lua") }
    }

    @Test func swiftErrorArrivesUnchanged() {
        #expect(throws: TestError(reason: 7)) { try lua.run("refuse(7)", name: "e.lua") }
    }

    @Test func swiftErrorIsUnchangedAfterPcallAndRethrow() {
        let text = "local ok, e = pcall(refuse, 8) assert(not ok) error(e)"
        #expect(throws: TestError(reason: 8)) { try lua.run(text, name: "e.lua") }
        let wrapped = "coroutine.wrap(function() refuse(9) end)()"
        #expect(throws: TestError(reason: 9)) { try lua.run(wrapped, name: "e.lua") }
    }

    /// Others may enter meanwhile, so the lock must be free.
    @Test func errorIsDescribedOutsideTheInterpreter() throws {
        struct Talkative: Error, CustomStringConvertible {
            let lua: Interpreter
            var description: String {
                let lua = lua
                concurrently(1) { _ in try? lua.setGlobal("seen", to: true) }
                return "said"
            }
        }
        let lua = lua
        try lua.setGlobal("talk", to: HostFunction("talk") { () throws -> Void in throw Talkative(lua: lua) })
        let error = failure("local _, e = pcall(talk) error { cause = e }")
        #expect(error?.value == .map(["cause": .text("said")]))
    }

    @Test func eachExceededLimitHasItsLocation() throws {
        let lua = try Interpreter(limits: .init(instructions: 1_000_000, memory: 8 << 20))
        func place(_ text: String) -> ScriptLocation? {
            #expect(throws: LuaError.self) { try lua.run(text, name: "e.lua") }?.location
        }
        #expect(place("while true do end")?.line == 1)
        #expect(place("\n\nlocal s = ('x'):rep(7 << 20) return s .. s .. s .. s .. s .. s")?.line == 3)
    }

    @Test func oldChunksAreKnownWhileTheyRun() throws {
        let old = try lua.evaluate("return function() error('x') end", name: "old.lua", as: LuaFunction.self)
        #expect(failure("error('old.lua:1: x', 0)")?.message == "x")
        for number in 0...2_000 { try lua.run("", name: "\(number).lua") }
        let error = #expect(throws: LuaError.self) { try old.call() }
        #expect(error?.description == "old.lua:1: x")
        // Where it does not run, it is forgotten: names must not pile up.
        #expect(failure("error('old.lua:1: x', 0)")?.message == "old.lua:1: x")
    }

    @Test func swiftErrorIsAStringToScripts() throws {
        let text = "local _, e = pcall(refuse, 8) return tostring(e)"
        #expect(try lua.evaluate(text, name: "e.lua", as: String.self) == "refused for 8")
    }

    @Test func errorOfAnotherInterpreterIsUnchanged() throws {
        let inner = try Interpreter()
        try inner.setGlobal(
            "refuse", to: HostFunction("refuse") { () throws -> Void in throw TestError(reason: 1) })
        try lua.setGlobal("enter", to: HostFunction("enter") { try inner.run("refuse()", name: "inner.lua") })
        #expect(throws: TestError(reason: 1)) { try lua.run("enter()", name: "e.lua") }
    }

    @Test func raisedStringHasItsLine() {
        let error = failure("\nerror('no luck')")
        #expect(error?.code == .runtime)
        #expect(error?.message == "no luck")
        #expect(error?.location == ScriptLocation(file: "e.lua", line: 2))
        #expect(error?.value == "no luck")
    }

    @Test func runtimeErrorHasItsLine() {
        let error = failure("local t\n\nt.x = 1")
        #expect(error?.message == "attempt to index a nil value (local 't')")
        #expect(error?.location?.line == 3)
    }

    @Test func raisedStringWithoutALocationHasTheNearestLine() {
        let error = failure("\nerror('see http://host:80: gone', 0)")
        #expect(error?.message == "see http://host:80: gone")
        #expect(error?.location == ScriptLocation(file: "e.lua", line: 2))
    }

    @Test func tracebackBeginsInnermost() throws {
        try lua.run("function helper(x)\n  return x.y.z\nend", name: "helper.lua")
        let error = failure("local function use()\n  local r = helper({})\n  return r\nend\nuse()\n")
        #expect(error?.location == ScriptLocation(file: "helper.lua", line: 2))
        let expected =
            [ScriptLocation(file: "helper.lua", line: 2)] + [2, 5].map { ScriptLocation(file: "e.lua", line: $0) }
        #expect(error?.traceback.compactMap(\.location) == expected)
        #expect(error?.traceback.first?.function == "helper")
    }

    @Test func longChunkNamesAreNotShortened() {
        let name = String(repeating: "directory/", count: 12) + "container.lua"
        let error = #expect(throws: LuaError.self) { try lua.run("\nlocal x = nil + 1", name: name) }
        #expect(error?.location == ScriptLocation(file: name, line: 2))
        #expect(error?.message == "attempt to perform arithmetic on a nil value")
        let syntax = #expect(throws: LuaError.self) { try lua.run("\n\nx =", name: name) }
        #expect(syntax?.location == ScriptLocation(file: name, line: 3))
    }

    /// Lua shortens names, errors of ours do not: a script that hands the text of one on hands its line on.
    @Test(arguments: [1, 12]) func errorStringThatIsRaisedAgainKeepsItsLine(folders: Int) {
        let name = String(repeating: "directory/", count: folders) + "container.lua"
        let text = "local _, refusal = pcall(refuse)\n\nerror(tostring(refusal), 0)"
        let error = #expect(throws: LuaError.self) {
            try lua.setGlobal(
                "refuse",
                to: HostFunction(name: "refuse") { call in
                    throw LuaError(.runtime, "no", location: call.callSite)
                })
            try lua.run(text, name: name)
        }
        #expect(error?.location == ScriptLocation(file: name, line: 1))
        #expect(error?.message == "no")
    }

    @Test func errorOfACoroutineKeepsItsLine() {
        let error = failure("local c = coroutine.wrap(function()\n  error('deep')\nend)\nc()")
        #expect(error?.description == "e.lua:2: deep")
    }

    @Test func longErrorStringWithColonsHasNoLocation() {
        let error = failure("error(('x:1: '):rep(100000), 0)")
        #expect(error?.message.hasPrefix("x:1: x:1: ") == true)
        #expect(error?.message.contains("… (495904 bytes) …") == true)
        #expect(error?.location?.file == "e.lua")
    }

    @Test func syntaxErrorHasItsLine() {
        let error = failure("x = 1\ny = = 2\n")
        #expect(error?.code == .syntax)
        #expect(error?.message == "unexpected symbol near '='")
        #expect(error?.location == ScriptLocation(file: "e.lua", line: 2))
    }

    @Test func raisedTableIsData() {
        let error = failure("error({ code = 7, message = 'seven' })")
        #expect(error?.message == "seven")
        #expect(error?.value == ["code": 7, "message": "seven"])
        #expect(failure("error(nil)")?.message == "nil was raised as an error")
        #expect(failure("error(print)")?.value == nil)
    }

    @Test func interpreterIsUsableAfterAnError() throws {
        for _ in 0..<100 { _ = failure("error('x')") }
        #expect(try lua.evaluate("return 1", name: "e.lua", as: Int.self) == 1)
    }

    @Test func interpreterIsUsableAfterManyErrors() throws {
        let lua = lua
        let outcome = Lock(false)
        let thread = TestThread {
            let ran = (try? lua.run("for i = 1, 50000 do pcall(refuse, i) end", name: "e.lua")) != nil
            outcome.withLock { $0 = ran }
        }
        thread.join()
        #expect(outcome.withLock { $0 })
    }

    @Test func failedScriptClosesItsVariables() throws {
        let text = "local x <close> = setmetatable({}, { __close = function() closed = true end }) error('x')"
        _ = failure(text)
        #expect(try lua.evaluate("return closed", name: "e.lua", as: Bool?.self) == true)
    }

    @Test func yieldingOutsideOfACoroutineIsAnError() {
        #expect(failure("coroutine.yield(1)")?.message == "attempt to yield from outside a coroutine")
    }
}

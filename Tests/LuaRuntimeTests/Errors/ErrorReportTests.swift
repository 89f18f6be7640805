import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// What an error says beyond its one line.
@Suite struct ErrorReportTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.setGlobal("refuse", to: TestError.function)
    }

    private func failure(_ text: String) -> LuaError? {
        #expect(throws: LuaError.self) { try lua.run(text, name: "e.lua") }
    }

    private func report(_ text: String) -> LuaError? {
        #expect(throws: LuaError.self) { try lua.reporting { try lua.run(text, name: "e.lua") } }
    }

    @Test func excerptShowsTheLineBetweenItsNeighbors() {
        let error = failure("local a\nlocal b\na.x = 1\nlocal c\nlocal d\n")
        #expect(error?.excerpt?.line == 3)
        #expect(error?.excerpt?.lines.map(\.number) == [2, 3, 4])
        #expect(error?.excerpt?.description == "  2 | local b\n> 3 | a.x = 1\n  4 | local c")
        #expect(failure("error('x')")?.excerpt?.description == "> 1 | error('x')")
        #expect(failure("error('x')\n")?.excerpt?.description == "> 1 | error('x')")
        #expect(
            failure("\n\n\n\n\n\n\n\nx = = 1\r\nlocal y")?.excerpt?.description
                == "   8 | \n>  9 | x = = 1\n  10 | local y")
    }

    @Test func excerptIsFromTheSourceThatWasLoadedLast() throws {
        let old = try lua.evaluate("return function() error('x') end", name: "e.lua", as: LuaFunction.self)
        try lua.run("return 1 -- newer", name: "e.lua")
        let error = #expect(throws: LuaError.self) { try old.call() }
        #expect(error?.excerpt?.lines.map(\.text) == ["return 1 -- newer"])
    }

    @Test func longLineOfAnExcerptIsShortened() {
        let excerpt = failure("local x = '" + String(repeating: "ü", count: 5000) + "' error(x)")?.excerpt
        #expect(excerpt?.lines.first?.text.count == 200)
        #expect(excerpt?.lines.first?.text.hasSuffix("...") == true)
    }

    @Test func oldestSourcesAreForgotten() throws {
        let first = try lua.evaluate("return function() error('x') end", name: "first.lua", as: LuaFunction.self)
        let filler = "--" + String(repeating: "x", count: 1 << 20)
        for index in 0..<3 { try lua.run(filler, name: "\(index).lua") }
        #expect(#expect(throws: LuaError.self) { try first.call() }?.excerpt != nil)
        try lua.run(filler, name: "3.lua")
        let error = #expect(throws: LuaError.self) { try first.call() }
        #expect(error?.excerpt == nil)
        #expect(error?.report == "first.lua:1: x\n    at first.lua:1")
    }

    @Test func framesHaveAnOwner() {
        let error = failure("local function use()\n  local x = refuse('seven')\n  return x\nend\npcall(use)\nuse()")
        #expect(
            error?.traceback.map(\.description) == [
                "Swift function \"refuse\"", "e.lua:2, function \"use\"", "e.lua:6",
            ])
        #expect(error?.traceback.map(\.owner) == [.swift, .script, .script])
        #expect(failure("error('x')")?.traceback.first?.description == "library function \"error\"")
    }

    @Test func reportShowsExcerptCallsAndCause() {
        let error = failure("local t\n\nlocal function use() t.x = 1 end\nuse()\n")
        #expect(
            error?.report == """
                e.lua:3: attempt to index a nil value (upvalue 't')
                      2 | 
                    > 3 | local function use() t.x = 1 end
                      4 | use()
                    at e.lua:3, function "use"
                    at e.lua:4
                """)
    }

    @Test func reportOfASwiftErrorShowsTheScriptThatItPassed() {
        let error = report("local function use(n)\n  refuse(n)\n  return\nend\nuse(7)")
        #expect(error?.code == .host)
        #expect(error?.underlying as? TestError == TestError(reason: 7))
        #expect(error?.location == ScriptLocation(file: "e.lua", line: 2))
        #expect(
            error?.report == """
                e.lua:2: refused for 7
                      1 | local function use(n)
                    > 2 |   refuse(n)
                      3 |   return
                    at Swift function "refuse"
                    at e.lua:2, function "use"
                    at e.lua:5
                    caused by: refused for 7
                """)
    }

    @Test func aReportJoinsNestedEntries() throws {
        let inner = try lua.evaluate("return function() refuse(8) end", name: "inner.lua", as: LuaFunction.self)
        try lua.setGlobal("enter", to: HostFunction("enter") { try inner.call() })
        let frames = [
            "Swift function \"refuse\"", "inner.lua:1", "Swift function \"enter\"", "e.lua:2",
        ]
        #expect(report("\nenter()")?.traceback.map(\.description) == frames)
        let broken = try lua.evaluate("return function() error('x') end", name: "inner.lua", as: LuaFunction.self)
        try lua.setGlobal("break", to: HostFunction("break") { try broken.call() })
        let error = report("_ENV['break']()")
        #expect(error?.description == "inner.lua:1: x")
        let tail = ["inner.lua:1", "Swift function \"break\"", "e.lua:1"]
        #expect(error?.traceback.map(\.description) == ["library function \"error\""] + tail)
    }

    @Test func aReportIsOfTheErrorThatWasThrownNotOfAnEarlierOne() {
        let error = report("pcall(refuse, 1)\nlocal ok, e = pcall(refuse, 2)\npcall(refuse, 3)\nerror(e)")
        #expect(error?.underlying as? TestError == TestError(reason: 2))
        #expect(error?.traceback.last?.location?.line == 2)
    }

    @Test func errorThatPassedNoScriptIsReportedUnchanged() {
        #expect(throws: TestError(reason: 1)) { try lua.reporting { throw TestError(reason: 1) } }
        #expect(throws: TestError(reason: 2)) {
            try lua.reporting {
                _ = try? lua.run("refuse(3)", name: "e.lua")
                throw TestError(reason: 2)
            }
        }
    }

    @Test func swiftErrorIsUnchangedInsideAReport() throws {
        let caught = Lock<[TestError]>([])
        let inner = try lua.evaluate("return function() refuse(8) end", name: "inner.lua", as: LuaFunction.self)
        try lua.setGlobal(
            "catch",
            to: HostFunction("catch") {
                do { try inner.call() } catch let error as TestError { caught.withLock { $0.append(error) } }
            })
        try lua.reporting { try lua.run("catch()", name: "e.lua") }
        #expect(caught.withLock { $0 } == [TestError(reason: 8)])
    }

    @Test func errorTableKeepsItsFieldsAndItsCause() {
        let error = failure(
            """
            local ok, cause = pcall(refuse, 4)
            error { code = 7, message = "no order", cause = cause, retry = print, nested = { "a", { b = 1 } } }
            """)
        #expect(error?.message == "no order")
        #expect(
            error?.value == ["code": 7, "message": "no order", "cause": "refused for 4", "nested": ["a", ["b": 1]]])
        #expect(error?.underlying as? TestError == TestError(reason: 4))
        #expect(error?.report.hasSuffix("\n    caused by: refused for 4") == true)
    }

    @Test func scriptErrorAsCauseIsReportedCompletely() throws {
        let broken = try lua.evaluate("return function() error('deep') end", name: "inner.lua", as: LuaFunction.self)
        try lua.setGlobal("broken", to: HostFunction("broken") { try broken.call() })
        let error = failure("local _, cause = pcall(broken)\nerror { message = 'outer', cause = cause }")
        #expect(
            error?.report == """
                e.lua:2: outer
                      1 | local _, cause = pcall(broken)
                    > 2 | error { message = 'outer', cause = cause }
                    at e.lua:2
                    caused by: inner.lua:1: deep
                        > 1 | return function() error('deep') end
                        at inner.lua:1
                """)
    }

    @Test func errorsWithTheSameContentAreEqual() {
        #expect(failure("error('x')") == failure("error('x')"))
        #expect(failure("error('x')")?.hashValue == failure("error('x')")?.hashValue)
        #expect(failure("local a error('x')") != failure("error('x')"))
        let cause = LuaError(.runtime, "x", underlying: TestError(reason: 1))
        #expect(cause != LuaError(.runtime, "x", underlying: TestError(reason: 2)))
    }
}

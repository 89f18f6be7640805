import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// What `print` and `warn` say goes where the host wants it, and not without end.
@Suite struct OutputTests {
    private let said = Lock<[LuaOutput]>([])

    private func interpreter(_ limits: Interpreter.Limits = .init(), profile: Interpreter.Profile = .configuration)
        throws -> Interpreter
    {
        let said = said
        return try Interpreter(
            profile: profile, limits: limits, output: { output in said.withLock { $0.append(output) } })
    }

    private var texts: [String] { said.withLock { $0.map(\.text) } }
    private var all: [String] { said.withLock { $0.map(\.description) } }

    @Test func printGoesToTheHandlerWithItsLine() throws {
        try interpreter().run("print('a', 1, nil, {})\nlocal function f() print() end f()", name: "l.lua")
        #expect(
            said.withLock { $0 } == [
                LuaOutput(.print, "a\t1\tnil\ttable", location: ScriptLocation(file: "l.lua", line: 1)),
                LuaOutput(.print, "", location: ScriptLocation(file: "l.lua", line: 2)),
            ])
        #expect(all == ["a\t1\tnil\ttable", ""])
    }

    @Test func printFromACoroutineKnowsItsLine() throws {
        try interpreter().run("\ncoroutine.wrap(function()\nprint('in')\nend)()", name: "l.lua")
        #expect(said.withLock { $0 }.first?.location == ScriptLocation(file: "l.lua", line: 3))
    }

    @Test func warningsAreJoinedAndHaveTheirLine() throws {
        try interpreter().run("\nwarn('old ', 'way: ', 3)", name: "l.lua")
        #expect(all == ["l.lua:2: warning: old way: 3"])
        #expect(said.withLock { $0 }.first?.kind == .warning)
    }

    @Test func warningsAreTurnedOffAndOn() throws {
        let lua = try interpreter()
        try lua.run("warn('one') warn('@off') warn('two')", name: "l.lua")
        try lua.run("warn('three') warn('@on') warn('four') warn('@else') warn('@', 'five')", name: "l.lua")
        #expect(texts == ["one", "four", "@five"])
    }

    @Test func warningsAcceptOnlyStrings() throws {
        let lua = try interpreter()
        for script in ["warn()", "warn({})", "warn('a', nil)"] {
            let error = #expect(throws: LuaError.self) { try lua.run(script, name: "l.lua") }
            #expect(error?.message.contains("'warn' (string expected") == true)
        }
        #expect(texts == [])
    }

    @Test func linesBeyondTheLimitAreOnlyCounted() throws {
        var limits = Interpreter.Limits()
        limits.outputLines = 3
        let lua = try interpreter(limits)
        try lua.run("for i = 1, 10 do print(i) end warn('x')", name: "l.lua")
        #expect(all == ["1", "2", "3", "warning: 8 more lines were left out"])
        #expect(said.withLock { $0 }.last == LuaOutput(.omission, "8 more lines were left out"))
        said.withLock { $0 = [] }
        try lua.run("for i = 1, 4 do print(i) end", name: "l.lua")
        #expect(texts == ["1", "2", "3", "1 more line was left out"])
        said.withLock { $0 = [] }
        try lua.run("for i = 1, 3 do print(i) end", name: "l.lua")
        #expect(texts == ["1", "2", "3"])
    }

    @Test func bytesBeyondTheLimitAreOnlyCounted() throws {
        var limits = Interpreter.Limits()
        limits.outputBytes = 10
        let lua = try interpreter(limits)
        try lua.run("print('12345') print('123456') print('1')", name: "l.lua")
        #expect(texts == ["12345", "2 more lines were left out"])
    }

    @Test func nestedEntriesShareTheLimitOfTheOutermost() throws {
        var limits = Interpreter.Limits()
        limits.outputLines = 3
        let lua = try interpreter(limits)
        try lua.setGlobal("again", to: HostFunction("again") { try lua.run("print('in')", name: "in.lua") })
        try lua.run("for i = 1, 5 do again() end print('out')", name: "l.lua")
        #expect(texts == ["in", "in", "in", "3 more lines were left out"])
    }

    @Test func endlessOutputEndsWithTheBudget() throws {
        let lua = try interpreter(Interpreter.Limits(instructions: 100_000))
        let error = #expect(throws: LuaError.self) { try lua.run("while true do print('flood') end", name: "l.lua") }
        #expect(error?.code == .budget)
        #expect(said.withLock { $0.count } == 1_001)
        #expect(said.withLock { $0 }.last?.kind == .omission)
    }

    @Test func outputHandlerEntersTheInterpreter() throws {
        let answers = Lock<[Int]>([])
        let inner = Lock<Interpreter?>(nil)
        let lua = try Interpreter(output: { _ in
            guard let lua = inner.withLock({ $0 }) else { return }
            let answer = try? lua.evaluate("return 6 * 7", name: "in.lua", as: Int.self)
            answers.withLock { $0.append(answer ?? 0) }
        })
        inner.withLock { $0 = lua }
        try lua.run("print('a') warn('b')", name: "l.lua")
        inner.withLock { $0 = nil }
        #expect(answers.withLock { $0 } == [42, 42])
    }

    @Test func noScriptCodeRunsAfterTheOutputHandlerUsedUpTheBudget() throws {
        let inner = Lock<Interpreter?>(nil)
        let lua = try Interpreter(
            limits: .init(instructions: 100_000),
            output: { _ in try? inner.withLock { $0 }?.run("while true do end", name: "in.lua") })
        inner.withLock { $0 = lua }
        let error = #expect(throws: LuaError.self) { try lua.run("print('a') seen = true", name: "l.lua") }
        inner.withLock { $0 = nil }
        #expect(error?.code == .budget)
        #expect(try lua.evaluate("return seen == nil", name: "l.lua", as: Bool.self))
    }

    @Test func outputHandlerRunsWhileOtherThreadsEnter() throws {
        let inner = Lock<Interpreter?>(nil)
        let lua = try Interpreter(output: { _ in
            guard let lua = inner.withLock({ $0 }) else { return }
            concurrently(1) { _ in try? lua.setGlobal("seen", to: true) }
        })
        inner.withLock { $0 = lua }
        try lua.run("print('a')", name: "l.lua")
        inner.withLock { $0 = nil }
        #expect(try lua.evaluate("return seen", name: "l.lua", as: Bool.self))
    }

    @Test func valueWhoseTostringRaisesIsNotPrinted() throws {
        let lua = try interpreter()
        let error = #expect(throws: LuaError.self) {
            try lua.run("print('x', setmetatable({}, { __tostring = function() error('no') end }))", name: "l.lua")
        }
        #expect(error?.message == "no")
        #expect(texts == [])
    }
}

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// The calls of functions are counted by their lines, if somebody measures them.
@Suite struct FunctionMetricsTests {
    private let metrics = FunctionMetrics()

    private func calls() -> [String] { metrics.functions.map { "\($0.location) \($0.calls)" } }

    @Test func callsAreCountedByLine() throws {
        let lua = try Interpreter(limits: .init(cpuTime: .seconds(60)))
        try lua.measureFunctions(with: metrics)
        let (one, other, unused) = try lua.evaluate(
            """
            return function(n) return n end,
                function() error("no") end,
                function() end
            """, name: "m.lua", as: (LuaFunction, LuaFunction, LuaFunction).self)
        #expect(metrics.functions.isEmpty)
        for n in 0..<3 { #expect(try one.call(n, as: Int.self) == n) }
        #expect(throws: LuaError.self) { try other.call() }
        #expect(throws: LuaError.self) { try one.call("x", as: Int.self) }
        #expect(calls() == ["m.lua:1 4", "m.lua:2 1"])
        withExtendedLifetime(unused) {}
    }

    @Test func instructionsAndTimeGrowWithTheWork() throws {
        let lua = try Interpreter(limits: .init(cpuTime: .seconds(60)))
        try lua.measureFunctions(with: metrics)
        let (much, little) = try lua.evaluate(
            "return function() for i = 1, 100000 do end end,\nfunction() end", name: "m.lua",
            as: (LuaFunction, LuaFunction).self)
        for _ in 0..<10 { try much.call() }
        try little.call()
        let functions = metrics.functions
        let instructions = try #require(functions.first).instructions
        #expect(instructions >= 1_000_000 && instructions < 4_000_000, "\(instructions)")
        #expect(try #require(functions.last).instructions <= 1_000)
        #expect(functions[0].time > functions[1].time)
        #expect(functions[1].time > .zero)
    }

    @Test func callsWithinOthersCountForBoth() throws {
        let inner = Lock<LuaFunction?>(nil)
        let lua = try Interpreter(limits: .init(cpuTime: .seconds(60)))
        try lua.setGlobal(
            "inner", to: HostFunction("inner") { () throws -> Void in try inner.withLock { $0 }?.call() })
        try lua.measureFunctions(with: metrics)
        let (outer, work) = try lua.evaluate(
            "return function() inner() end,\nfunction() for i = 1, 100000 do end end", name: "m.lua",
            as: (LuaFunction, LuaFunction).self)
        inner.withLock { $0 = work }
        try outer.call()
        #expect(calls() == ["m.lua:1 1", "m.lua:2 1"])
        #expect(metrics.functions[0].instructions >= metrics.functions[1].instructions)
        #expect(metrics.functions[1].instructions >= 100_000)
        inner.withLock { $0 = nil }
    }

    @Test func parallelFunctionsAreCountedByAllThreads() throws {
        let scripts = try ParallelScripts(count: 2)
        try scripts.lua.measureFunctions(with: metrics)
        let function = try scripts.function("return parallel(function(n) return n end)")
        concurrently(4) { _ in
            for n in 0..<100 { _ = try? function.call(n, as: Int.self) }
        }
        #expect(calls() == ["p.lua:1 400"])
    }

    @Test func functionsOfBeforeAreNotMeasured() throws {
        let lua = try Interpreter()
        let function = try lua.evaluate("return function() end", name: "m.lua", as: LuaFunction.self)
        try lua.measureFunctions(with: metrics)
        try function.call()
        #expect(metrics.functions.isEmpty)
    }
}

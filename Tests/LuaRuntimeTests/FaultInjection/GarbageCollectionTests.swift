import LuaRuntime
import LuaRuntimeTesting
import MoonwireSupport
import MoonwireValues
import Testing

/// What the bridge does when garbage is collected before each allocation: the same as without.
///
/// A value that nothing holds is gone.
@Suite struct GarbageCollectionTests {
    typealias Scenario = FaultScenarioTests.Scenario

    /// How the scenario ends when its budget ends at some of its looks; it has the same looks only if it does the same.
    private func endings(of scenario: Scenario) throws -> [String] {
        let report = try FaultSweep.budget(every: 47, scenario.run)
        return report.outcomes.map { "\($0.fault): \($0.error.map { "\($0)" } ?? "no error")" }
    }

    @Test(arguments: Scenario.scripts + Scenario.bridge + Scenario.closing)
    func scenariosEndAsWithoutCollections(_ scenario: Scenario) throws {
        let usual = try endings(of: scenario)
        #expect(!usual.isEmpty)
        #expect(try FaultSweep.collecting { try endings(of: scenario) } == usual)
    }

    @Test(arguments: AsyncFaultTests.Scenario.scripts + AsyncFaultTests.Scenario.bridge)
    func asyncScenariosEndAsWithoutCollections(_ scenario: AsyncFaultTests.Scenario) async throws {
        let report = try await FaultSweep.collecting {
            try await FaultSweep.budget(every: 47, scenario.run)
        }
        #expect(report.points(of: .budget) > 0)
    }

    @Test(arguments: Scenario.closing) func memoryRunsOutWhereGarbageIsCollected(_ scenario: Scenario) throws {
        try FaultSweep.collecting {
            _ = try FaultSweep.allocations(every: 29, isExpected: FaultScenarioTests.isOutOfMemory, scenario.run)
        }
    }

    @Test func garbageIsCollectedAtTheNextAllocation() throws {
        func memory() throws -> Int {
            let lua = try Interpreter()
            try lua.run("for i = 1, 200 do local t = { i } end", name: "g.lua")
            return lua.memoryInUse
        }
        let usual = try memory()
        #expect(try FaultSweep.collecting { try memory() } < usual - 5_000)
        #expect(try FaultSweep.collecting(every: 10) { try memory() } < usual - 5_000)
    }

    @Test func sweepWithCollectionsFindsALeakedInterpreter() {
        let kept = Lock<[Interpreter]>([])
        #expect(throws: FaultSweep.Failure.self) {
            try FaultSweep.collecting {
                _ = try FaultSweep.budget { _ in
                    let lua = try Interpreter()
                    kept.withLock { $0.append(lua) }
                }
            }
        }
    }
}

extension FaultScenarioTests.Scenario {
    /// What is left open when an interpreter closes, and how texts come in.
    static let closing: [Self] = [
        Self(
            "coroutines in progress",
            script: """
                local closing = { __close = function(t) look(t[1]) end }
                local function open() local g <close> = setmetatable({ guest() }, closing) coroutine.yield(g) end
                local inner = coroutine.create(open)
                local outer = coroutine.create(function() coroutine.resume(inner) open() end)
                coroutine.resume(outer) coroutine.wrap(open)()
                kept = { inner, outer, coroutine.create(function() coroutine.resume(coroutine.create(open)) end) }
                coroutine.resume(kept[3])
                """),
        Self("an end within calls") { trial in
            let lua = try interpreter(trial)
            let text = """
                local function nest(n)
                    local g <close> = setmetatable({ guest() }, { __close = function(t) look(t[1]) end })
                    local t = { name = 'level ' .. n, g } if n > 0 then return nest(n - 1), t end
                    error { t, guest() }
                end
                nest(9)
                """
            do { try lua.run(text, name: "e.lua") } catch let error as LuaError where error.code == .runtime {}
        },
        Self("texts that scripts put together") { trial in
            let lua = try interpreter(trial, profile: .configuration.adding("load"))
            try lua.run(
                """
                local function pieces(...)
                    local t, i = { ... }, 0
                    return function() i = i + 1 return t[i] and t[i] .. ' ' end
                end
                local f = assert(load(pieces('local g =', 'guest()', 'return', 'function() look(g) return [[te', 'xt]] end')))
                assert(f()():find 'te')
                assert(not load(pieces('local x =', '= 1')) and not load(pieces 'goto nowhere'))
                assert(not pcall(load, function() error { guest() } end))
                """, name: "l.lua")
        },
        Self("texts that others include") { trial in
            let lua = try interpreter(trial)
            let include = HostFunction(name: "include") { call in
                let name = try call.stack.string(at: 1) ?? ""
                let text = "local g = guest() look(g) return { '\(name)', g, function(n) return n .. '\(name)' end }"
                return try call.load(text, name: name + ".lua", cacheKey: name)
            }
            try lua.setGlobal("include", to: include)
            try lua.run("for i = 1, 3 do local t = include('part ' .. i) look(t[2]) t[3] 'x' end", name: "i.lua")
        },
        Self("an interpreter that is retired") { trial in
            let lua = try interpreter(trial)
            let make = try lua.evaluate(
                "kept = guest() return function() return { kept, guest() } end", name: "r.lua", as: LuaFunction.self)
            let held = try make.call(as: [FaultSweep.Trial.Object].self)
            lua.retire()
            try lua.setGlobal("held", to: held)
            // Otherwise, an optimized build releases the objects before the call.
            _ = try withExtendedLifetime(held) { try make.call(as: [FaultSweep.Trial.Object].self) }
        },
        Self("handles that are dropped") { trial in
            let lua = try interpreter(trial)
            for index in 1...4 {
                let table = try lua.evaluate(
                    "return { f = function() return guest() end, n = \(index) }", name: "h.lua", as: LuaTable.self)
                _ = try table.call("f", as: FaultSweep.Trial.Object.self)
            }
            try lua.run("kept = {}", name: "h.lua")
        },
    ]
}

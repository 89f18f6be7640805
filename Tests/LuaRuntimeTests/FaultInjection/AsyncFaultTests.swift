import LuaRuntime
import LuaRuntimeTesting
import MoonwireValues
import Testing

/// Scripts that await end when anything fails; nothing leaks, and the interpreter can still be used.
@Suite struct AsyncFaultTests {
    struct Scenario: CustomTestStringConvertible, Sendable {
        let name: String
        let run: @Sendable (FaultSweep.Trial) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (FaultSweep.Trial) async throws -> Void) {
            self.name = name
            self.run = run
        }

        /// A script that finds what awaits: `fetch` makes objects, `swap` takes one for another, `refuse` fails.
        init(_ name: String, script: String) {
            self.init(name) { trial in try await Scenario.interpreter(trial).asynchronous.run(script, name: "fault.lua")
            }
        }

        static func interpreter(_ trial: FaultSweep.Trial) throws -> Interpreter {
            let lua = try FaultScenarioTests.Scenario.interpreter(trial)
            try lua.setGlobal(
                "fetch",
                to: .async("fetch") {
                    await Task.yield()
                    return trial.object()
                })
            try lua.setGlobal(
                "swap",
                to: .async("swap") { (_: FaultSweep.Trial.Object, text: String) in
                    await Task.yield()
                    return ["object": trial.object()]
                })
            try lua.setGlobal("refuse", to: .async("refuse") { (n: Int) in throw TestError(reason: n) })
            return lua
        }

        var testDescription: String { name }
    }

    @Test(arguments: Scenario.scripts + Scenario.bridge) func asyncScenariosSurviveEveryFailedAllocation(
        _ scenario: Scenario
    ) async throws {
        let report = try await FaultSweep.allocations(
            isExpected: FaultScenarioTests.isOutOfMemory, scenario.run)
        #expect(report.points(of: .limit) > 30)
    }

    @Test(arguments: Scenario.scripts + Scenario.bridge) func asyncScenariosSurviveEveryEndOfTheBudget(
        _ scenario: Scenario
    ) async throws {
        let report = try await FaultSweep.budget(scenario.run)
        #expect(report.points(of: .budget) > 0)
    }
}

extension AsyncFaultTests.Scenario {
    static let scripts: [Self] = [
        Self("results", script: "kept = fetch() look(swap(kept, 'some text').object) kept = { fetch(), fetch() }"),
        Self(
            "within protected calls",
            script: """
                local ok, g = pcall(fetch) if ok then look(g) end
                local _, e = pcall(refuse, 3) kept = e.message
                xpcall(refuse, function(m) return { m, guest() } end, 4)
                pcall(swap, 1) pcall(swap, g, g)
                """),
        Self(
            "within coroutines",
            script: """
                local w = coroutine.wrap
                look(w(function() return w(function() return fetch() end)() end)())
                local co = coroutine.create(function() coroutine.yield(fetch()) refuse(1) end)
                local ok, g = coroutine.resume(co) if ok then look(g) end assert(not coroutine.resume(co))
                pcall(w(function() local g = fetch() error { g } end))
                """),
        Self(
            "within metamethods",
            script: """
                local t = setmetatable({}, { __index = function() return fetch() end, __eq = function() return fetch() ~= nil end })
                look(t.x) assert(t == setmetatable({}, getmetatable(t)))
                for g in function(_, last) return not last and fetch() or nil end do look(g) end
                """),
        Self(
            "within variables to close",
            script: """
                local closing = { __close = function(t) look(t[1]) look(fetch()) end }
                local function open() return setmetatable({ fetch() }, closing) end
                do local a <close> = open() end
                pcall(function() local a <close> = open() refuse(2) end)
                coroutine.wrap(function() local a <close> = open() coroutine.yield() end)()
                """),
        Self(
            "where nothing can be awaited",
            script: """
                assert(not pcall(table.sort, { 1, 2 }, function() return fetch() end))
                assert(not pcall(string.gsub, 'x', '.', fetch))
                """),
    ]

    static let bridge: [Self] = [
        Self("calls") { trial in
            let lua = try interpreter(trial)
            let swap = try await lua.asynchronous.evaluate(
                "return function(g, s) return swap(g, s).object end", name: "c.lua", as: LuaFunction.self)
            _ = try await swap.asynchronous.call(trial.object(), "some text", as: FaultSweep.Trial.Object.self)
            try await swap.asynchronous.call(trial.object(), "more text")
        },
        Self("errors that nobody catches") { trial in
            let lua = try interpreter(trial)
            do { try await lua.asynchronous.run("local g = fetch() refuse(7)", name: "e.lua") } catch is TestError {}
            do { try await lua.asynchronous.run("local g = fetch() error('over')", name: "e.lua") } catch let error
                as LuaError
                where error.message == "over"
            {}
        },
        Self("sequences") { trial in
            let lua = try interpreter(trial)
            let text = "return function(n) for i = 1, n do coroutine.yield(i > 1 and fetch() or guest()) end end"
            let make = try lua.evaluate(text, name: "s.lua", as: LuaFunction.self)
            for try await _ in make.sequence(2, of: FaultSweep.Trial.Object.self) {}
            for try await _ in make.sequence(2, of: FaultSweep.Trial.Object.self) { break }
            let coroutine = try LuaCoroutine(make)
            _ = try coroutine.next(2, as: FaultSweep.Trial.Object.self)
            for try await _ in coroutine.sequence(of: FaultSweep.Trial.Object.self) {}
        },
        Self("sequences that fail") { trial in
            let lua = try interpreter(trial)
            let text = """
                return function()
                    local g <close> = setmetatable({ guest() }, { __close = function(t) look(t[1]) end })
                    coroutine.yield(fetch())
                    coroutine.yield('text')
                end
                """
            let make = try lua.evaluate(text, name: "s.lua", as: LuaFunction.self)
            do { for try await _ in make.sequence(of: FaultSweep.Trial.Object.self) {} } catch let error
                as ConversionError
            {
                _ = error
            } catch let error as LuaError where error.message.hasPrefix("bad result") {}
        },
        Self("several at once") { trial in
            let lua = try interpreter(trial)
            async let one = lua.asynchronous.evaluate("return fetch()", name: "a.lua", as: FaultSweep.Trial.Object.self)
            async let other = lua.asynchronous.evaluate(
                "return { fetch() }", name: "b.lua", as: [FaultSweep.Trial.Object].self)
            _ = try await (one, other)
        },
        Self("tasks that are cancelled") { trial in
            let lua = try interpreter(trial)
            try lua.setGlobal("cancel", to: .async("cancel") { withUnsafeCurrentTask { $0?.cancel() } })
            let text = """
                local g <close> = setmetatable({ fetch() }, { __close = function(t) look(t[1]) pcall(fetch) end })
                cancel() pcall(fetch) fetch()
                """
            let task = Task { try await lua.asynchronous.run(text, name: "c.lua") }
            do { try await task.value } catch is CancellationError {}
        },
    ]
}

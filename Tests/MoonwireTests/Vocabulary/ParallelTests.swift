import LuaRuntime
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `parallel(function(…) … end)`: functions of scripts that threads call at the same time.
@Suite struct ParallelTests {
    /// Holds a function, and calls it.
    private final class Worker: Sendable, Exposed {
        let apply: LuaFunction
        init(apply: LuaFunction) { self.apply = apply }
        static let exposure = Exposure(Worker.self) { Initializer("apply", body: Worker.init) }
    }

    private func wire(_ text: String, limits: Interpreter.Limits = .ampleTime) throws -> Container {
        try MoonwireTests.wire(text, types: [Worker.self], limits: limits)
    }

    @Test func anArgumentRunsInInterpretersOfItsOwn() throws {
        let container = try wire(
            """
            local rate = 3
            local function times(n) return n * rate end
            service "worker" { type = "Worker", args = { apply = parallel(function(engine, n)
                return engine.brand .. times(n)
            end) } }
            """)
        let worker = try container.resolve("worker", as: Worker.self)
        #expect(worker.apply.isParallel)
        let engine = Engine(brand: "Rover", cylinders: 4)
        let results = Lock<Set<String>>([])
        concurrently(4) { n in
            for _ in 0..<50 {
                let result = (try? worker.apply.call(engine, n, as: String.self)) ?? "failed"
                results.withLock { _ = $0.insert(result) }
            }
        }
        #expect(results.withLock { $0 } == ["Rover0", "Rover3", "Rover6", "Rover9"])
    }

    @Test func factoriesHooksAndConditionsMayBeParallel() throws {
        let container = try wire(
            """
            parameters { brand = "Rover" }
            service "engine" (parallel(function(c) return Engine { brand = c.param "brand", cylinders = 6 } end))
            service "car" { factory = parallel(function(args, c) return Car { engine = c.get "engine" } end) }
            hook.created("engine", parallel(function(engine, info)
                return Engine { brand = engine.brand .. info.id, cylinders = engine.cylinders }
            end))
            local isEven = parallel(function(n) return n % 2 == 0, "must be even" end)
            preferences "Group" { size = { default = 2, check = isEven } }
            """)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Roverengine")
        try container.preferences.set("Group.size", to: 4)
        #expect(message { try container.preferences.set("Group.size", to: 3) }.contains("must be even"))
    }

    @Test func passesAndProcessorsMayBeParallel() throws {
        let container = try MoonwireTests.wire(
            """
            processor "upper" (parallel(function(text) return text:upper() end))
            parameters { name = env.upper "NAME" }
            pass("check", parallel(function(definitions, report) report.note("seen") end))
            service "engine" { type = "Engine", args = { "%name%" } }
            """, variables: ["NAME": "rover"])
        #expect(try container.resolve("engine", as: Engine.self).brand == "ROVER")
        #expect(container.diagnostics.entries.map(\.message).contains { $0.contains("seen") })
    }

    @Test(arguments: [
        ("parallel(7)", "container.lua:1: parallel expects a function, got the integer 7"),
        ("parallel()", "container.lua:1: parallel expects a function, got no value"),
        ("parallel(print)", "container.lua:1: parallel expects a function of a script"),
    ]) func otherValuesAreFaults(_ text: String, _ fault: String) {
        #expect(message { _ = try wire(text) }.contains(fault))
    }

    @Test func faultsOfOtherLinesAreReportedAsWell() throws {
        let text = message {
            _ = try wire(
                """
                local count, cache = 0, {}
                parallel(function() count = count + 1 end)
                parallel(function() return cache end)
                service "engine" { type = "Engin" }
                """)
        }
        #expect(text.contains("container.lua:2: a parallel function cannot assign to \"count\""))
        #expect(text.contains("container.lua:3: a parallel function cannot use the table \"cache\""))
        #expect(text.contains("container.lua:4: service \"engine\": type \"Engin\""))
    }

    @Test func wordsAreErrorsOfTheCall() throws {
        let container = try wire(
            """
            service "word" { type = "Worker", args = { apply = parallel(function()
                service "other" { type = "Engine", args = { "x" } }
            end) } }
            """)
        let word = try container.resolve("word", as: Worker.self)
        #expect(message { try word.apply.call() }.hasPrefix("container.lua:2: "))
    }

    /// Where the code does not show that, the call does.
    @Test func globalThatIsAssignedByAnotherNameIsAnErrorOfTheCall() throws {
        let container = try wire(
            """
            service "worker" { type = "Worker", args = { apply = parallel(function(name)
                _ENV[name] = 1
            end) } }
            """)
        let worker = try container.resolve("worker", as: Worker.self)
        #expect(message { try worker.apply.call("count") }.hasPrefix("container.lua:2: \"count\" is assigned"))
    }

    @Test func functionsOfTheScriptsAreCapturedAndNotPassed() throws {
        let container = try wire(
            """
            local function twice(n) return 2 * n end
            service "twice" { type = "Worker", args = { apply = twice } }
            service "worker" { type = "Worker", args = { apply = parallel(function(f, n) return f(n) + twice(n) end) } }
            """)
        let twice = try container.resolve("twice", as: Worker.self)
        let worker = try container.resolve("worker", as: Worker.self)
        let said = message { _ = try worker.apply.call(twice.apply, 2, as: Int.self) }
        #expect(
            said == """
                is a function of the scripts, and a parallel function runs in an interpreter of its own: \
                capture the function in the parallel one, instead of passing it
                """)
    }

    @Test func elementsOfModulesMayBeCaptured() throws {
        let files = ["rates.lua": "return { rate = 3, times = function(n) return n * 3 end }"]
        let container = try MoonwireTests.wire(
            """
            local times, rate = require("rates").times, require("rates").rate
            service "worker" { type = "Worker", args = { apply = parallel(function(n) return times(n) + rate end) } }
            """, files: files, types: [Worker.self])
        #expect(try container.resolve("worker", as: Worker.self).apply.call(2, as: Int.self) == 9)
        let said = message {
            _ = try MoonwireTests.wire(
                """
                local rates = require "rates"
                parallel(function(n) return n * rates.rate end)
                """, files: files)
        }
        #expect(
            said.contains(
                """
                    create the table inside the function, or capture what it needs of the table, as in `local rate = module.rate`
                """), "\(said)")
    }

    @Test func anInterpreterThatCannotBeMadeIsALocatedError() throws {
        // The scripts fit, and a copy of their globals with this text does not.
        let container = try wire(
            """
            local text = ("x"):rep(600000)
            service "worker" { type = "Worker", args = { apply = parallel(function() return #(text .. "y") end) } }
            """, limits: .init(cpuTime: .seconds(60), memory: 1_000_000))
        let worker = try container.resolve("worker", as: Worker.self)
        let said = message { _ = try worker.apply.call(as: Int.self) }
        #expect(said.hasPrefix("container.lua:2: "), "\(said)")
        #expect(said.contains("memory"), "\(said)")
    }

    @Test func copiesFitInTheMemoryOfTheScripts() {
        let text = message {
            _ = try wire(
                """
                local text = ("x"):rep(1000000)
                for i = 1, 100 do
                    parallel(function() return text end)
                end
                """)
        }
        #expect(
            text.contains(
                """
                container.lua:3: a parallel function cannot be copied: the copies of all parallel functions exceed the memory limit \
                of the scripts
                    a value that several parallel functions capture is copied for each of them
                """), "\(text)")
    }

    @Test func functionsThatParallelFunctionsPassAreMeasured() throws {
        let metrics = FunctionMetrics()
        let container = try MoonwireTests.wire(
            """
            service "worker" (parallel(function()
                return Worker { apply = function() return 1 end }
            end))
            """, types: [Worker.self]
        ) { $0.measureFunctions(with: metrics) }
        let worker = try container.resolve("worker", as: Worker.self)
        for _ in 0..<3 { #expect(try worker.apply.call(as: Int.self) == 1) }
        #expect(metrics.functions.map { "\($0.location.line): \($0.calls)" } == ["1: 1", "2: 3"])
    }

    @Test func callsThatBeganBeforeAReloadEndInTheirGeneration() throws {
        let text = { (n: Int) in
            """
            local number = \(n)
            service "worker" { type = "Worker", args = { apply = parallel(function() return number end) } }
            """
        }
        let living = try Living(text(0), types: [Worker.self])
        let isDone = Lock(false)
        let wrong = Lock<[Int]>([])
        let callers = (0..<3).map { _ in
            TestThread {
                var last = 0
                while !isDone.withLock({ $0 }) {
                    let worker = try? living.container.resolve("worker", as: Worker.self)
                    let number = (try? worker?.apply.call(as: Int.self)) ?? -1
                    if number < last { wrong.withLock { $0.append(number) } }
                    last = number
                }
            }
        }
        for n in 1...40 { try living.reload(text(n)) }
        isDone.withLock { $0 = true }
        for caller in callers { caller.join() }
        #expect(wrong.withLock { $0 } == [])
        #expect(try living.container.resolve("worker", as: Worker.self).apply.call(as: Int.self) == 40)
    }
}

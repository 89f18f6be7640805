import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What a container has started reads and sets preferences until it has ended.
@Suite(.timeLimit(.minutes(5))) struct ShutdownPreferenceTests {
    private static let turbine = Turbine.preferences + #"service "a" { type = "Turbine", run = true }"#
    private let store = MemoryStore()

    private func living(
        _ text: String = turbine, register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Living {
        try Living(text, types: [Turbine.self, Valve.self]) { services in
            services.registerStore(store, named: "default")
            try register(&services)
        }
    }

    private func started(_ living: Living, _ id: String = "a") async throws -> Turbine {
        try await living.container.start()
        let turbine: Turbine = try await living.container.resolve(id)
        try await until { turbine.gate.waiting == 1 }
        return turbine
    }

    private func awaitShutdown(of living: Living) async throws {
        try await until { living.container.generations.allSatisfy { !$0.isCurrent } }
    }

    @Test func runUsesThem() async throws {
        let living = try living()
        let turbine = try await started(living)
        let end = Task { await living.container.shutdownGracefully(within: .seconds(600)) }
        try await awaitShutdown(of: living)
        turbine.gate.open()
        #expect(await end.value == [])
        #expect(living.log.elements == ["rate 1", "rate 2"])
        #expect(store.contents == ["Turbine.rate": 2])
        #expect(living.container.diagnostics.entries == [])
    }

    @Test func cancelledProgramUsesThem() async throws {
        let living = try living()
        let program = Task { try await living.container.run(within: .seconds(600)) }
        let turbine = try await started(living)
        program.cancel()
        try await awaitShutdown(of: living)
        turbine.gate.open()
        await #expect(throws: CancellationError.self) { try await program.value }
        #expect(living.log.elements == ["rate 1", "rate 2"])
    }

    @Test func asynchronousStopUsesThem() async throws {
        let living = try living(Turbine.preferences + #"service "a" { type = "Turbine", stop = "close" }"#)
        let turbine: Turbine = try await living.container.resolve("a")
        let end = Task { await living.container.shutdownGracefully(within: .seconds(600)) }
        try await until { turbine.gate.waiting == 1 }
        turbine.gate.open()
        #expect(await end.value == [])
        #expect(living.log.elements == ["rate 1", "rate 2"])
    }

    @Test func synchronousStopUsesThem() async throws {
        let living = try living(
            Turbine.preferences + #"service "valve" { type = "Valve", eager = true, stop = "close" }"#)
        try await living.container.start()
        await living.container.shutdownGracefully()
        #expect(store.contents == ["Turbine.rate": 2])
    }

    /// The former instance still runs, in its own generation, and the defaults are those of the last one.
    @Test(arguments: ["auto", "drain"])
    func runOfAReplacedInstanceUsesThem(reload: String) async throws {
        let living = try living(
            Turbine.preferences + #"service "a" { type = "Turbine", run = true, reload = "\#(reload)" }"#)
        let turbine = try await started(living)
        try living.reload(#"preferences "Turbine" { rate = { default = 5 } } service "b" { type = "Turbine" }"#)
        let end = Task { await living.container.shutdownGracefully(within: .seconds(600)) }
        try await awaitShutdown(of: living)
        turbine.gate.open()
        #expect(await end.value == [])
        #expect(living.log.elements == ["rate 5", "rate 6"])
    }

    /// The scope keeps the generation, whose instances are not stopped before it.
    @Test func runUsesThemWhileAScopeIsOpen() async throws {
        let living = try living("scopes { \"request\" }\n" + Self.turbine)
        let turbine = try await started(living)
        let scope = try living.container.openScope("request")
        #expect(await living.container.shutdownGracefully(within: .milliseconds(10)).count == 1)
        await turbine.changeRate()
        #expect(living.log.elements == ["rate 1", "rate 2"])
        turbine.gate.open()
        scope.close()
        try await until { living.container.generations.isEmpty }
        #expect(living.log.elements == ["rate 1", "rate 2", "rate 2", "rate 3"])
    }

    /// It is not awaited any longer.
    @Test func runThatIgnoresItsCancellationUsesThem() async throws {
        let living = try living()
        let turbine = try await started(living)
        #expect(await living.container.shutdownGracefully(within: .milliseconds(10)).count == 1)
        #expect(living.container.generations == [])
        turbine.gate.open()
        try await until { living.log.elements.count == 2 }
        #expect(living.log.elements == ["rate 1", "rate 2"])
    }

    /// They use them without a pause, while the shutdown begins.
    @Test func manyRunsUseThem() async throws {
        let ids = (0..<8).map { "turbine\($0)" }
        let living = try living(
            Turbine.preferences + ids.map { "service \"\($0)\" { type = \"Turbine\", run = \"spin\" }\n" }.joined())
        try await living.container.start()
        var turbines: [Turbine] = []
        for id in ids { turbines.append(try await living.container.resolve(id)) }
        func awaitTurns() async throws {
            let former = turbines.map(\.turns.value)
            try await until { zip(turbines, former).allSatisfy { $0.turns.value > $1 + 20 } }
        }
        try await awaitTurns()
        let end = Task { await living.container.shutdownGracefully(within: .seconds(600)) }
        try await awaitShutdown(of: living)
        try await awaitTurns()
        for turbine in turbines { turbine.endSpinning() }
        #expect(await end.value == [])
        #expect(living.container.diagnostics.entries == [])
    }

    @Test func checksAndHooksRun() async throws {
        let hooked = Collected<String>()
        let text = """
            preferences "Turbine" { rate = { default = 1, check = function(rate) return rate < 4, "too fast" end } }
            service "a" { type = "Turbine", run = true }
            """
        let living = try living(text) { services in
            services.addHook(.preference("Turbine.rate")) { name, new, old, _ in hooked.append("\(old) to \(new)") }
        }
        let turbine = try await started(living)
        let end = Task { await living.container.shutdownGracefully(within: .seconds(600)) }
        try await awaitShutdown(of: living)
        for _ in 0..<2 { await turbine.changeRate() }
        turbine.gate.open()
        #expect(await end.value == [])
        // The plain assignment of a refused value changes nothing, and is reported.
        #expect(living.log.elements == ["rate 1", "rate 2", "rate 2", "rate 3", "rate 3", "rate 3"])
        #expect(hooked.elements == ["1 to 2", "2 to 3"])
        #expect(
            living.container.diagnostics.entries.map { living.readable("\($0)") } == [
                """
                container.lua:1: preference "Turbine.rate" does not accept the integer 4: too fast
                    its check is at container.lua:1
                """
            ])
    }

    @Test func invalidStoredValueIsReported() async throws {
        let living = try living()
        let turbine = try await started(living)
        let end = Task { await living.container.shutdownGracefully(within: .seconds(600)) }
        try await awaitShutdown(of: living)
        store.write("fast", for: "Turbine.rate")
        turbine.gate.open()
        #expect(await end.value == [])
        #expect(living.log.elements == ["rate 1", "rate 2"])
        #expect(
            living.container.diagnostics.entries.map { living.readable("\($0)") } == [
                """
                container.lua:1: preference "Turbine.rate": store "default" contains the string "fast" for key \
                "Turbine.rate", which must be an integer of at most 100
                    `reset` restores the default
                """
            ])
    }

    @Test func otherSlotsKeepTheirValues() async throws {
        let living = try living(Self.turbine.replacing("run = true", with: #"start = "prepare", run = true"#))
        let turbine = try await started(living)
        let end = Task { await living.container.shutdownGracefully(within: .seconds(600)) }
        try await awaitShutdown(of: living)
        #expect(await turbine.useOthers().contains("slot Turbine.unused cannot be filled: its container was released"))
        #expect(living.log.elements == ["prepare", "used"])
        turbine.gate.open()
        #expect(await end.value == [])
    }
}

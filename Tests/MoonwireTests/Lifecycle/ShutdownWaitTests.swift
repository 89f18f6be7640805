import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What a shutdown waits for, and in which order instances stop.
@Suite(.timeLimit(.minutes(5))) struct ShutdownWaitTests {
    private static func pair(_ stop: String, name: String = "b") -> String {
        Boiler.service("a", #"stop = "shut""#)
            + Boiler.service("b", of: ["a"], stop).replacing(#"name = "b""#, with: #"name = "\#(name)""#)
    }

    /// The instance of the replaced generation stops until the gate is opened, long after the limit; then that of the current one
    /// stops.
    @Test func olderGenerationThatStopsIsAwaited() async throws {
        let living = try Living(boilers: Self.pair(#"stop = "wait""#))
        let old = try living.boiler("b")
        try living.reload(Self.pair(#"stop = "wait""#, name: "new"))
        try await until { old.gate.waiting == 1 }
        let end = Task { await living.container.shutdownGracefully(within: .milliseconds(10)) }
        try await until { (try? living.boiler("a")) == nil }
        try await Task.sleep(for: .milliseconds(50))
        old.gate.open()
        #expect(await end.value == [])
        #expect(living.done == ["wait b", "shut a"])
        #expect(living.container.generations == [])
    }

    @Test func scopeThatStopsIsAwaited() async throws {
        let living = try Living(
            boilers: #"scopes { "request" }"# + "\n"
                + Boiler.service("b", #"stop = "wait", scope = "request""#))
        let scope = try living.container.openScope("request")
        let boiler: Boiler = try await scope.resolve("b")
        scope.close()
        try await until { boiler.gate.waiting == 1 }
        let end = Task { await living.container.shutdownGracefully(within: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(50))
        boiler.gate.open()
        #expect(await end.value == [])
        #expect(living.container.generations == [])
    }

    @Test func startThatIgnoresItsCancellationIsNotAwaited() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "ignore", stop = "shut""#))
        let boiler = try living.boiler("a")
        let start = Task { try await living.container.start() }
        try await until { living.done == ["ignore a"] }
        let faults = await living.container.shutdownGracefully(within: .milliseconds(10))
        #expect(
            faults.map { "\($0)" } == [
                """
                warning: not everything was stopped within 0.01 seconds: generation 1: held by 1 other
                    its instances are stopped when the last of them ends
                """
            ])
        boiler.gate.open()
        _ = await start.result
        try await until { living.container.generations.isEmpty }
        #expect(living.done == ["ignore a", "ignored a", "shut a"])
    }

    @Test func startDuringAShutdownNamesIt() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "ignore""#))
        let boiler = try living.boiler("a")
        let start = Task { try await living.container.start() }
        try await until { living.done == ["ignore a"] }
        let end = Task { await living.container.shutdownGracefully() }
        try await until { (try? living.boiler("a")) == nil }
        let said = await message { try await living.container.start() }
        #expect(said == "a service was requested after its container was shut down")
        boiler.gate.open()
        _ = await start.result
        #expect(await end.value == [])
    }

    /// The reload continues when the shutdown has begun, and neither adopts its wiring nor keeps the shutdown from ending.
    @Test func reloadDuringAShutdownIsRefused() async throws {
        let (entered, gate) = (Counter(), Gate())
        let living = try Living(boilers: Boiler.service("a", #"stop = "shut""#)) { services in
            services.addHook(.reloading) { _, _ in
                entered.add()
                gate.wait()
            }
        }
        _ = try living.boiler("a")
        try living.edit(Boiler.service("a", #"eager = true, stop = "shut""#))
        let said = Collected<String>()
        Thread { said.append(message { try living.container.reload() }) }.start()
        try await until { entered.value == 1 }
        let faults = await living.container.shutdownGracefully(within: .milliseconds(10))
        #expect(
            faults.map { "\($0)" } == [
                """
                warning: not everything was stopped within 0.01 seconds: generation 1: held by 1 other
                    its instances are stopped when the last of them ends
                """
            ])
        gate.open()
        try await until { living.container.generations.isEmpty && said.elements.count == 1 }
        #expect(said.elements == ["a service was requested after its container was shut down"])
        #expect(living.done == ["shut a"])
    }

    /// The outer instance has an asynchronous stop, the inner one does not: the inner one waits.
    @Test func suppliedInstanceReplacesThoseThatStopInOrder() async throws {
        let living = try Living(
            boilers: Boiler.service("a", #"stop = "shut""#)
                + #"decorate "a" { type = "Boiler", args = { name = "over a", inlets = { inner }, log = ref "log" }, stop = "wait" }"#
        )
        let outer = try living.boiler("a")
        let log: Station.Log = try await living.container.resolve("log")
        try living.container.supply(Boiler(name: "new", inlets: [], log: log), for: "a")
        try await until { outer.gate.waiting == 1 }
        #expect(living.done == ["wait over a"])
        outer.gate.open()
        await living.container.shutdownGracefully()
        #expect(living.done == ["wait over a", "shut a"])
    }

    @Test func nothingCanBeSuppliedAfterward() async throws {
        let living = try Living(boilers: Boiler.service("a"))
        let log: Station.Log = try await living.container.resolve("log")
        await living.container.shutdownGracefully()
        #expect(
            message { try living.container.supply(Boiler(name: "new", inlets: [], log: log), for: "a") }
                == "service \"a\" was requested after its container was shut down")
        #expect(
            message { try living.container.setParameter("x", to: 1, declaring: true) }
                == "a service was requested after its container was shut down")
    }
}

import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `shutdownGracefully` stops everything once, latest first, and awaits it.
@Suite(.timeLimit(.minutes(5))) struct ShutdownTests {
    private static let chain =
        Boiler.service("a", #"stop = "close""#) + Boiler.service("b", of: ["a"], #"stop = "shut""#)
        + Boiler.service("c", of: ["b"], #"stop = "close""#)

    @Test func instancesStopInReverseOrder() async throws {
        let living = try Living(boilers: Self.chain)
        _ = try living.boiler("c")
        let faults = await living.container.shutdownGracefully()
        #expect(faults == [])
        #expect(living.done == ["close c", "shut b", "close a"])
        #expect(living.container.generations == [])
    }

    @Test func afterwardNothingCanBeResolved() async throws {
        let living = try Living(boilers: Self.chain)
        await living.container.shutdownGracefully()
        let said = await message { try await living.container.resolve("a", as: Boiler.self) }
        #expect(said == "service \"a\" was requested after its container was shut down")
        #expect(
            message { try living.container.reload() } == "a service was requested after its container was shut down")
        #expect(
            message { _ = try living.container.openScope("request") }
                == "a service was requested after its container was shut down")
        let health = await message { try await living.container.health() }
        #expect(health == "a service was requested after its container was shut down")
    }

    @Test func everyCallAwaitsTheSameEnd() async throws {
        let living = try Living(boilers: Boiler.service("a", #"stop = "wait""#))
        let boiler = try living.boiler("a")
        let container = living.container
        let calls = (0..<8).map { _ in Task { await container.shutdownGracefully() } }
        try await until { boiler.gate.waiting == 1 }
        boiler.gate.open()
        for call in calls { #expect(await call.value == []) }
        #expect(living.done == ["wait a"])
    }

    @Test func shutdownGoesOnWhenItsCallerIsCancelled() async throws {
        let living = try Living(boilers: Boiler.service("a", #"stop = "wait""#))
        let boiler = try living.boiler("a")
        let call = Task { await living.container.shutdownGracefully() }
        try await until { boiler.gate.waiting == 1 }
        call.cancel()
        boiler.gate.open()
        #expect(await call.value == [])
        #expect(living.done == ["wait a"])
    }

    @Test func stopThatTakesTooLongIsCancelled() async throws {
        let living = try Living(
            boilers: Boiler.service("a", #"stop = "shut""#) + Boiler.service("b", of: ["a"], #"stop = "wait""#))
        _ = try living.boiler("b")
        let faults = await living.container.shutdownGracefully(within: .seconds(1))
        #expect(
            faults.map { living.readable("\($0)") } == [
                #"container.lua:2: warning: service "b" could not be stopped: "stop" did not end within 1.0 seconds, and was cancelled"#
            ])
        #expect(living.container.diagnostics.entries == faults)
        #expect(living.done == ["wait b", "cancelled b", "shut a"])
    }

    @Test func stopThatIgnoresItsCancellationIsLeft() async throws {
        let living = try Living(
            boilers: Boiler.service("a", #"stop = "shut""#) + Boiler.service("b", of: ["a"], #"stop = "ignore""#))
        let boiler = try living.boiler("b")
        let faults = await living.container.shutdownGracefully(within: .milliseconds(500))
        #expect(
            faults.map { living.readable("\($0)") } == [
                #"container.lua:2: warning: service "b" could not be stopped: "stop" did not end within 0.5 seconds, and ignores its cancellation"#
            ])
        #expect(living.done == ["ignore b", "shut a"])
        boiler.gate.open()
        try await until { living.done.last == "ignored b" }
    }

    @Test func stopThatFailsIsReported() async throws {
        let living = try Living(
            boilers: Boiler.service("a", #"stop = "close""#) + Boiler.service("b", of: ["a"], #"stop = "leak""#))
        _ = try living.boiler("b")
        let faults = await living.container.shutdownGracefully()
        #expect(
            faults.map { living.readable("\($0)") } == [
                #"container.lua:2: warning: service "b" could not be stopped: it leaks"#
            ])
        #expect(living.done == ["close a"])
    }

    @Test func openScopesAreNamed() async throws {
        let living = try Living(
            boilers: #"scopes { "request" }"# + "\n" + Boiler.service("a", #"stop = "close""#)
                + Boiler.service("b", of: ["a"], #"stop = "close", scope = "request""#))
        let scope = try living.container.openScope("request")
        _ = try await scope.resolve("b", as: Boiler.self)
        let faults = await living.container.shutdownGracefully(within: .milliseconds(10))
        #expect(
            faults.map { "\($0)" } == [
                """
                warning: not everything was stopped within 0.01 seconds: generation 1: held by scope request
                    its instances are stopped when the last of them ends
                """
            ])
        #expect(living.done == [])
        scope.close()
        try await until { living.done == ["close b", "close a"] }
    }

    @Test func scopeAwaitsItsStops() async throws {
        let living = try Living(
            boilers: #"scopes { "request" }"# + "\n"
                + Boiler.service("a", #"stop = "close", scope = "request""#)
                + Boiler.service("b", of: ["a"], #"stop = "shut", scope = "request""#))
        try await living.container.withScope("request") {
            await Task.yield()
            _ = try living.boiler("b")
        }
        #expect(living.done == ["shut b", "close a"])
        await #expect(throws: Boiler.Leak.self) {
            try await living.container.withScope("request") {
                await Task.yield()
                _ = try living.boiler("b")
                throw Boiler.Leak()
            }
        }
        #expect(living.done == ["shut b", "close a", "shut b", "close a"])
    }

    @Test func overridesAwaitTheirStops() async throws {
        let living = try Living(boilers: Boiler.service("a", #"stop = "close""#))
        let stopped = Collected<String>()
        try await living.container.withOverrides {
            $0.override(
                "a",
                lifecycle: Lifecycle(stop: { (boiler: Boiler) async in
                    await Task.yield()
                    stopped.append(boiler.name)
                })
            ) { resolver in
                Boiler(name: "other", inlets: [], log: try resolver.resolve("log"))
            }
        } operation: {
            await Task.yield()
            _ = try living.boiler("a")
        }
        #expect(stopped.elements == ["other"])
        #expect(living.done == [])
    }

    @Test func reloadStopsReplacedInstances() async throws {
        let living = try Living(boilers: Self.chain)
        _ = try living.boiler("c")
        try living.reload(Self.chain.replacing(#"name = "b""#, with: #"name = "b2""#))
        try await until { living.done == ["close c", "shut b"] }
        try await until { living.container.generations.count == 1 }
        await living.container.shutdownGracefully()
        #expect(living.done == ["close c", "shut b", "close a"])
    }

    @Test func instanceOfAFailedBuildIsStopped() async throws {
        let living = try Living(
            boilers: Boiler.service("a", #"stop = "close", call = { { "note", "called" }, { "leak" } }"#))
        let said = await message { try await living.container.resolve("a", as: Boiler.self) }
        #expect(said != nil)
        try await until { living.done == ["called a", "close a"] }
    }

    @Test func releasedContainerReportsWhatNothingAwaits() async throws {
        var living: Living? = try Living(boilers: Self.chain)
        let (log, diagnostics, path) = (living?.log, living?.container.diagnostics, living?.folder.path("") ?? "")
        _ = try living?.boiler("c")
        living = nil
        #expect(log?.elements.filter { !$0.hasPrefix("build") } == ["shut b"])
        #expect(
            diagnostics?.entries.map { "\($0)".replacing(path, with: "") }
                == ["c", "a"].map { id in
                    """
                    container.lua:\(id == "a" ? 1 : 3): warning: service "\(id)" was not stopped: its "stop" is asynchronous, and its container was released
                        call `await container.shutdownGracefully()` before the container is released
                    """
                })
    }

    @Test func suppliedInstancesOfSyntheticServicesStop() async throws {
        let living = try Living(
            boilers: #"service "a" { type = "Boiler", synthetic = true, start = "connect", stop = "close" }"#)
        try living.container.supply(Boiler(name: "given", inlets: [], log: Station.Log(living.log)), for: "a")
        try await living.container.start()
        await living.container.shutdownGracefully()
        #expect(living.done == ["connect given", "close given"])
    }

    @Test func shutdownWaitsForResolvesInProgress() async throws {
        let gate = AsyncGate()
        let begun = AsyncGate()
        let living = try Living(boilers: Boiler.service("a", #"stop = "close""#)) { services in
            services.register("slow") { resolver -> Boiler in
                begun.open()
                try await gate.wait()
                return try await resolver.resolve("a", as: Boiler.self)
            }
        }
        let container = living.container
        let resolve = Task { try await container.resolve("slow", as: Boiler.self).name }
        try await begun.wait()
        let shutdown = Task { await container.shutdownGracefully(within: .seconds(600)) }
        try await until { container.generations.allSatisfy { !$0.isCurrent } }
        gate.open()
        #expect(try await resolve.value == "a")
        #expect(await shutdown.value == [])
        #expect(living.done == ["close a"])
    }
}

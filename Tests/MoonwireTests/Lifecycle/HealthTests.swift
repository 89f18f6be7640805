import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `health` asks the instances whose services have a check.
@Suite(.timeLimit(.minutes(5))) struct HealthTests {
    private func said(_ text: String, resolving ids: [String], within limit: Duration = .seconds(60)) async throws
        -> [String]
    {
        let living = try Living(boilers: text)
        for id in ids { _ = try living.boiler(id) }
        let report = try await living.container.health(within: limit)
        #expect(report.isHealthy == report.services.allSatisfy { $0.problem == nil })
        for id in ids { try living.boiler(id).gate.open() }
        return report.services.map { living.readable($0.problem.map { "\($0)" } ?? "\($0)") }
    }

    @Test func methodsTellWhetherAnInstanceWorks() async throws {
        let text =
            Boiler.service("a", #"health = "works""#) + Boiler.service("b", of: ["a"], #"health = "works""#)
            + Boiler.service("c", #"health = "answers""#) + Boiler.service("d", of: ["a"], #"health = "answers""#)
            + Boiler.service("e", #"health = "connect""#) + Boiler.service("f", #"health = "leak""#)
            + Boiler.service("g", #"health = "works""#)
        #expect(
            try await said(text, resolving: ["a", "b", "c", "d", "e", "f"]) == [
                "a: healthy", #"container.lua:2: service "b" is not healthy, as its "health" returned false"#,
                "c: healthy", #"container.lua:4: service "d" is not healthy, as its "health" returned false"#,
                "e: healthy", #"container.lua:6: service "f" is not healthy: it leaks"#, "g: not in use",
            ])
    }

    @Test func functionsOfScriptsTellWhy() async throws {
        let text =
            Boiler.service("a", #"health = function(boiler) return boiler.name == "a", "wrong name" end"#)
            + Boiler.service("b", #"health = function(boiler) return boiler.name == "a", "wrong name" end"#)
            + Boiler.service("c", "health = function() end")
            + Boiler.service("d", #"health = function() error("broken") end"#)
        #expect(
            try await said(text, resolving: ["a", "b", "c", "d"]) == [
                "a: healthy", #"container.lua:2: service "b" is not healthy: wrong name"#, "c: healthy",
                #"container.lua:4: service "d" is not healthy: broken"#,
            ])
    }

    @Test func checkThatTakesTooLongHasFailed() async throws {
        let text = Boiler.service("a", #"health = "wait""#) + Boiler.service("b", #"health = "ignore""#)
        let late = { (line: Int, id: String) in
            "container.lua:\(line): service \"\(id)\" is not healthy: its \"health\" did not end within 0.01 seconds"
        }
        #expect(
            try await said(text, resolving: ["a", "b"], within: .milliseconds(10)) == [late(1, "a"), late(2, "b")])
    }

    /// The check ignores its cancellation, and does not keep the container.
    @Test func checkThatNeverEndsIsLeft() async throws {
        let living = try Living(boilers: Boiler.service("a", #"health = "ignore", stop = "shut""#))
        let boiler = try living.boiler("a")
        let health = Task { try await living.container.health(within: .seconds(600)) }
        try await until { living.done == ["ignore a"] }
        health.cancel()
        await #expect(throws: CancellationError.self) { try await health.value }
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done == ["ignore a", "shut a"])
        boiler.gate.open()
        try await until { living.done.last == "ignored a" }
    }

    @Test func cancelledCheckSaysNothing() async throws {
        let living = try Living(boilers: Boiler.service("a", #"health = "wait""#))
        let boiler = try living.boiler("a")
        let health = Task { try await living.container.health(within: .seconds(600)) }
        try await until { boiler.gate.waiting == 1 }
        health.cancel()
        await #expect(throws: CancellationError.self) { try await health.value }
    }

    @Test func secretsAreMasked() async throws {
        let living = try Living(
            Boiler.service(
                "a", #"health = function() return false, "no answer with " .. now(env.secret "TOKEN") end"#),
            variables: Lock(["TOKEN": "topsecret"]), types: [Boiler.self])
        _ = try living.boiler("a")
        let report = try await living.container.health()
        #expect(!"\(report)".contains("topsecret"), "\(report)")
    }

    @Test func registeredServicesAreAsked() async throws {
        let living = try Living(boilers: "") { services in
            services.register("a", lifecycle: Lifecycle(health: { (boiler: Boiler) in boiler.name == "b" })) { _ in
                Boiler(name: "a", inlets: [], log: Station.Log(Collected<String>()))
            }
        }
        _ = try living.boiler("a")
        #expect(
            "\(try await living.container.health())"
                == "a: service \"a\" is not healthy, as its \"health\" returned false")
    }
}

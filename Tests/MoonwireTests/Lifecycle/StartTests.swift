import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `start` builds and starts services in the order of their dependencies.
@Suite(.timeLimit(.minutes(5))) struct StartTests {
    private static let life = #"start = "connect", stop = "close""#

    @Test func dependenciesStartFirst() async throws {
        let living = try Living(
            boilers: Boiler.service("c", of: ["b"], Self.life) + Boiler.service("a", Self.life)
                + Boiler.service("b", of: ["a"], Self.life))
        try await living.container.start()
        #expect(living.log.elements == ["build a", "connect a", "build b", "connect b", "build c", "connect c"])
    }

    /// What has nothing to start leads to what does.
    @Test func dependenciesOfDependenciesStartFirst() async throws {
        let living = try Living(
            boilers: Boiler.service("d", of: ["alias"], Self.life) + #"alias "alias" "c""# + "\n"
                + Boiler.service("c", of: ["b"], #"scope = "transient""#) + Boiler.service("b", of: ["a"])
                + Boiler.service("a", Self.life)
                + #"decorate "b" { type = "Boiler", args = { name = "over b", inlets = { inner }, log = ref "log" }, start = "connect" }"#
        )
        try await living.container.start()
        #expect(living.done == ["connect a", "connect over b", "connect d"])
    }

    @Test func eagerServicesAreBuilt() async throws {
        let living = try Living(
            boilers: Boiler.service("a", "eager = true") + Boiler.service("b") + Boiler.service("c", "eager = false"))
        try await living.container.start()
        #expect(living.log.elements == ["build a"])
    }

    @Test func functionsOfScriptsStartServices() async throws {
        let living = try Living(
            boilers: Boiler.service(
                "a", #"start = function(boiler, c) boiler:note("started with " .. c.param "word") end"#)
                + #"parameters { word = "water" }"#)
        try await living.container.start()
        #expect(living.done == ["started with water a"])
    }

    /// Each start ends only when the other one has begun.
    @Test func independentServicesStartConcurrently() async throws {
        let living = try Living(
            boilers: Boiler.service("a", #"start = "wait""#) + Boiler.service("b", #"start = "wait""#)
                + Boiler.service("c", of: ["a", "b"], Self.life))
        let (one, other) = (try living.boiler("a"), try living.boiler("b"))
        let start = Task { try await living.container.start() }
        try await until { one.gate.waiting == 1 && other.gate.waiting == 1 }
        #expect(living.done.sorted() == ["wait a", "wait b"])
        one.gate.open()
        other.gate.open()
        try await start.value
        #expect(living.done.last == "connect c")
    }

    @Test func nothingStartsTwice() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        try await living.container.start()
        try await living.container.start()
        #expect(living.done == ["connect a"])
    }

    @Test func registeredServicesStart() async throws {
        let living = try Living(boilers: Boiler.service("b", of: ["a"], Self.life)) { services in
            services.register(
                "a",
                lifecycle: Lifecycle(
                    start: { (boiler: Boiler) in try await boiler.gate.wait() }, stop: { boiler in boiler.gate.open() })
            ) { resolver in
                let boiler = Boiler(name: "a", inlets: [], log: try resolver.resolve("log"))
                boiler.gate.open()
                return boiler
            }
        }
        try await living.container.start()
        #expect(living.done == ["connect b"])
        let first = try living.boiler("a")
        await living.container.shutdownGracefully()
        #expect(living.done == ["connect b", "close b"])
        try await first.gate.wait()
    }

    @Test(arguments: 0..<5) func afterAFailureEverythingIsStopped(_ failing: Int) async throws {
        let names = ["a", "b", "c", "d", "e"]
        var text = ""
        for (index, name) in names.enumerated() {
            let start = index == failing ? "leak" : "connect"
            text += Boiler.service(
                name, of: index == 0 ? [] : [names[index - 1]], "start = \"\(start)\", stop = \"close\"")
        }
        let living = try Living(boilers: text)
        let said = await message { try await living.container.start() }
        var expected = "container.lua:\(failing + 1): service \"\(names[failing])\" could not be started: it leaks"
        if failing > 0 {
            expected += "\n    started before that, and stopped again: \(names[..<failing].joined(separator: ", "))"
        }
        if failing < 4 { expected += "\n    not started: \(names[(failing + 1)...].joined(separator: ", "))" }
        #expect(living.readable(said ?? "") == expected)
        #expect(
            living.done == names[..<failing].map { "connect \($0)" }
                + names[...failing].reversed().map { "close \($0)" })
        #expect(
            message { _ = try living.boiler("a") } == "service \"a\" was requested after its container was shut down")
    }

    @Test func buildThatFailsEndsTheStart() async throws {
        let living = try Living(
            boilers: Boiler.service("a", Self.life)
                + #"service "b" { factory = function() error("no water") end, uses = { "a" }, eager = true }"#)
        let said = await message { try await living.container.start() }
        #expect(
            living.readable(said ?? "") == """
                container.lua:2: service "b" could not be built: no water
                    started before that, and stopped again: a
                """)
        #expect(living.done == ["connect a", "close a"])
    }

    @Test func cancelledStartStopsEverything() async throws {
        let living = try Living(
            boilers: Boiler.service("a", Self.life) + Boiler.service("b", of: ["a"], #"start = "wait", stop = "close""#)
        )
        let start = Task { try await living.container.start() }
        try await until { living.done.contains("wait b") }
        start.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(living.done == ["connect a", "wait b", "cancelled b", "close b", "close a"])
    }

    @Test func shutdownEndsAStart() async throws {
        let living = try Living(
            boilers: Boiler.service("a", Self.life) + Boiler.service("b", of: ["a"], #"start = "wait", stop = "close""#)
        )
        let start = Task { try await living.container.start() }
        try await until { living.done.contains("wait b") }
        let faults = await living.container.shutdownGracefully()
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(faults == [])
        #expect(living.done == ["connect a", "wait b", "cancelled b", "close b", "close a"])
        let said = await message { try await living.container.start() }
        #expect(said == "a service was requested after its container was shut down")
    }

    @Test func reloadStartsWhatItRebuilds() async throws {
        let a = Boiler.service("a", Self.life)
        let living = try Living(boilers: a + Boiler.service("b", of: ["a"], Self.life))
        try await living.container.start()
        try living.reload(a + Boiler.service("b", of: ["a"], Self.life + ", call = { { \"note\", \"changed\" } }"))
        try await living.container.start()
        try await until { living.done.contains("close b") }
        #expect(living.done.filter { $0 != "close b" } == ["connect a", "connect b", "changed b", "connect b"])
    }

    @Test func startThatFailsAfterAReloadIsReportedAndTriedAgain() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        try await living.container.start()
        var reports = living.container.diagnostics.updates().makeAsyncIterator()
        try living.reload(Boiler.service("a", Self.life) + Boiler.service("b", of: ["a"], #"start = "leak""#))
        let report = await reports.next()
        let expected = "container.lua:2: service \"b\" could not be started: it leaks"
        #expect(report.map { living.readable("\($0)") } == expected)
        // The container stays in use.
        #expect(try living.boiler("a").name == "a")
        let said = await message { try await living.container.start() }
        #expect(living.readable(said ?? "") == expected)
    }

    @Test func reloadDuringAStartIsIncluded() async throws {
        let a = Boiler.service("a", #"start = "wait""#)
        let living = try Living(boilers: a)
        let boiler = try living.boiler("a")
        let start = Task { try await living.container.start() }
        try await until { boiler.gate.waiting == 1 }
        try living.reload(a + Boiler.service("b", of: ["a"], Self.life))
        boiler.gate.open()
        try await start.value
        #expect(living.done == ["wait a", "connect b"])
    }

    @Test func stepsAreReported() async throws {
        let living = try Living(
            boilers: Boiler.service("a", Self.life) + Boiler.service("b", of: ["a"], #"start = "leak""#))
        let steps = living.container.lifecycleSteps()
        _ = await message { try await living.container.start() }
        var seen: [String] = []
        for await step in steps {
            seen.append("\(step.phase) \(step.id) \(step.duration != nil)")
            if step.phase == .stopped { break }
        }
        #expect(
            seen == [
                "starting a false", "started a true", "starting b false", "startFailed b true", "stopping a false",
                "stopped a true",
            ])
    }
}

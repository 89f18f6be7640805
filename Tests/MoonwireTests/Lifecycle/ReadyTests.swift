import Moonwire
import TestSupport
import Testing

/// When services that depend on a running one can start, and the order that `after` states.
@Suite(.timeLimit(.minutes(5))) struct ReadyTests {
    @Test func dependentsStartWhenTheServiceIsReady() async throws {
        let living = try Living(
            workers: Worker.service("a", #"run = true, ready = "isReady""#) + Worker.service("b", of: ["a"]))
        let start = Task { try await living.container.start() }
        let worker = try await living.awaitRun(of: "a")
        try await Task.sleep(for: .milliseconds(30))
        #expect(living.log.elements == ["build a", "run a"])
        worker.becomeReady()
        try await start.value
        _ = try await living.awaitRun(of: "b")
        #expect(living.log.elements == ["build a", "run a", "build b", "run b"])
        await living.container.shutdownGracefully()
    }

    @Test func functionsTellWhetherAServiceIsReady() async throws {
        let living = try Living(
            workers: "local asked = 0\n"
                + Worker.service("a", "run = true, ready = function() asked = asked + 1 return asked == 3 end"))
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        await living.container.shutdownGracefully()
        #expect(living.log.elements == ["build a", "run a", "cancelled a"])
    }

    @Test func readyWithoutARunIsAskedAfterTheStart() async throws {
        let living = try Living(workers: Worker.service("a", #"start = "connect", ready = "isReady""#))
        let start = Task { try await living.container.start() }
        try await until { living.done == ["connect a"] }
        try living.worker("a").becomeReady()
        try await start.value
        await living.container.shutdownGracefully()
    }

    private func failure(_ rest: String, _ end: (Worker) -> Void) async throws -> String {
        let living = try Living(workers: Worker.service("a", rest) + Worker.service("b", of: ["a"]))
        let start = Task { try await living.container.start() }
        end(try await living.awaitRun(of: "a"))
        let error = await #expect(throws: ContainerError.self) { try await start.value }
        #expect(living.container.generations == [])
        #expect(!living.log.elements.contains("build b"))
        return error.map { living.readable("\($0)") } ?? ""
    }

    @Test(arguments: ["isReady", "hang"]) func runThatEndsBeforeIsTheFaultOfTheStart(ready: String) async throws {
        #expect(
            try await failure(#"run = true, ready = "\#(ready)", on_failure = "restart""#) { $0.end() } == """
                container.lua:1: service "a" could not be started: "run" returned before the service was ready
                    not started: b
                """)
        #expect(
            try await failure(#"run = true, ready = "\#(ready)", on_failure = "ignore""#) { $0.fail() } == """
                container.lua:1: service "a" could not be started: "run" failed before the service was ready: it broke
                    not started: b
                """)
    }

    @Test func readyThatThrowsIsTheFaultOfTheStart() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, ready = "breaks""#))
        let error = await #expect(throws: ContainerError.self) { try await living.container.start() }
        #expect(
            error.map { living.readable("\($0)") } == #"container.lua:1: service "a" could not be started: it broke"#)
    }

    /// A start that was cancelled leaves nothing that runs.
    @Test func cancelledStartEndsTheRun() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, ready = "isReady""#))
        let start = Task { try await living.container.start() }
        _ = try await living.awaitRun(of: "a")
        start.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(living.done == ["run a", "cancelled a"])
    }

    @Test func afterOrdersWithoutAReference() async throws {
        let living = try Living(
            workers: Worker.service("server", #"run = true, after = { "migrations", ref.cache }"#)
                + Worker.service("migrations", #"start = "connect""#) + Worker.service("cache", #"start = "connect""#)
                + Worker.service("last", #"start = "connect", after = { "server" }"#))
        try await living.container.start()
        _ = try await living.awaitRun(of: "server")
        let builds = living.log.elements.filter { $0.hasPrefix("build") }
        #expect(builds.prefix(2).sorted() == ["build cache", "build migrations"])
        #expect(builds.suffix(2) == ["build server", "build last"])
        await living.container.shutdownGracefully()
    }

    @Test func afterOfARegistration() async throws {
        let living = try Living(workers: Worker.service("a", #"start = "connect", after = { "gate" }"#)) { services in
            services.register("gate", lifecycle: Lifecycle(start: { try await $0.wait() })) { _ in AsyncGate() }
        }
        let start = Task { try await living.container.start() }
        let gate: AsyncGate = try await living.container.resolve("gate")
        try await until { gate.waiting == 1 }
        #expect(living.log.elements == [])
        gate.open()
        try await start.value
        #expect(living.done == ["connect a"])
        await living.container.shutdownGracefully()
    }

    @Test func childrenInheritTheLifecycle() async throws {
        let living = try Living(
            workers: Worker.service("base", #"abstract = true, run = true, ready = "isReady", after = { "other" }"#)
                + #"service "a" { parent = "base", on_return = "ignore" }"# + "\n"
                + Worker.service("other", #"start = "connect""#))
        let start = Task { try await living.container.start() }
        try await until { living.done.contains("run base") }
        try living.worker("a").becomeReady()
        try await start.value
        #expect(living.log.elements == ["build other", "connect other", "build base", "run base"])
        await living.container.shutdownGracefully()
    }
}

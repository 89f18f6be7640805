import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Services whose `run` lasts as long as the instance.
@Suite(.timeLimit(.minutes(5))) struct RunningServiceTests {
    @Test func runLastsFromTheStartToTheEnd() async throws {
        let living = try Living(workers: Worker.service("a"))
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done == ["run a", "cancelled a"])
    }

    @Test func stopEndsTheRun() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, stop = "finish""#))
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done == ["run a", "finish a", "returned a"])
    }

    @Test func dependentsEndFirst() async throws {
        let living = try Living(
            workers: Worker.service("a") + Worker.service("b", of: ["a"]) + Worker.service("c", of: ["b"]))
        try await living.container.start()
        for id in ["a", "b", "c"] { _ = try await living.awaitRun(of: id) }
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done.suffix(3) == ["cancelled c", "cancelled b", "cancelled a"])
    }

    /// The one that the others are built from runs until they have ended, also if the program is cancelled.
    @Test func cancellationEndsThemInOrder() async throws {
        let living = try Living(
            workers: Worker.service("a") + Worker.service("b", of: ["a"], #"run = "ignore", stop = "finish""#))
        let run = Task { try await living.container.run() }
        for id in ["a", "b"] { _ = try await living.awaitRun(of: id) }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        // Nothing says that service "a" is ready, so both begin to run at the same time.
        #expect(living.done.prefix(2).sorted() == ["run a", "run b"])
        #expect(living.done.dropFirst(2) == ["finish b", "ignored b", "cancelled a"])
    }

    @Test func startComesBeforeTheRun() async throws {
        let living = try Living(workers: Worker.service("a", #"start = "connect", run = true"#))
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        #expect(living.done == ["connect a", "run a"])
        try await living.container.start()
        await living.container.shutdownGracefully()
        #expect(living.done == ["connect a", "run a", "cancelled a"])
    }

    @Test func reloadRestartsWhatItRebuilds() async throws {
        let (a, b) = (Worker.service("a"), Worker.service("b"))
        let living = try Living(workers: a + b)
        try await living.container.start()
        let former = try await living.awaitRun(of: "b")
        _ = try await living.awaitRun(of: "a")
        try living.reload(a + b.replacing(#"name = "b""#, with: #"name = "new b""#))
        try await until { living.done.contains("cancelled b") }
        let new = try await living.awaitRun(of: "b")
        #expect(new !== former)
        #expect(living.done.suffix(2) == ["cancelled b", "run new b"])
        #expect(living.done.count == 4)
        await living.container.shutdownGracefully()
        #expect(
            living.done.filter { $0.hasPrefix("cancelled") }.sorted() == [
                "cancelled a", "cancelled b", "cancelled new b",
            ])
    }

    /// Both may use the same port.
    @Test func newInstanceRunsAfterTheFormerOne() async throws {
        let living = try Living(workers: Worker.service("a", #"run = "ignore""#))
        try await living.container.start()
        let former = try await living.awaitRun(of: "a")
        try living.reload(Worker.service("a", "run = true").replacing(#"name = "a""#, with: #"name = "new""#))
        try await until { living.log.elements.contains("build new") }
        try await Task.sleep(for: .milliseconds(50))
        #expect(living.done == ["run a"])
        former.end()
        try await until { living.done.count == 3 }
        #expect(living.done == ["run a", "ignored a", "run new"])
        await living.container.shutdownGracefully()
    }

    /// An open scope keeps the former generation.
    @Test func newInstanceDoesNotWaitForever() async throws {
        let living = try Living(workers: "scopes { \"request\" }\n" + Worker.service("a"))
        let program = Task { try await living.container.run(within: .milliseconds(100)) }
        _ = try await living.awaitRun(of: "a")
        let scope = try living.container.openScope("request")
        try living.reload(
            "scopes { \"request\" }\n" + Worker.service("a").replacing(#"name = "a""#, with: #"name = "new""#))
        try await until { living.done == ["run a", "run new"] }
        #expect(
            living.container.diagnostics.entries.map { living.readable("\($0)") } == [
                """
                container.lua:2: warning: service "a" runs beside its former instance, which did not end within 0.1 seconds
                    `container.generations` shows what uses the former instance
                """
            ])
        scope.close()
        try await until { living.done.contains("cancelled a") }
        program.cancel()
        _ = await program.result
    }

    /// A run does not keep the wiring with which it began.
    @Test func reloadsReleaseFormerGenerations() async throws {
        let living = try Living(workers: Worker.service("a", "run = true, health = function(a) return true end"))
        try await living.container.start()
        let worker = try await living.awaitRun(of: "a")
        for turn in 0..<20 {
            try living.reload("parameters { turn = \(turn) }\n" + Worker.service("a", "run = true, reload = \"keep\""))
        }
        #expect(try living.worker("a") === worker)
        try await until { living.container.generations.count == 1 }
        await living.container.shutdownGracefully()
        #expect(living.done == ["run a", "cancelled a"])
    }

    @Test func suppliedInstanceRuns() async throws {
        let living = try Living(workers: #"service "a" { synthetic = true, type = "Worker", run = true }"#)
        let log: Station.Log = try await living.container.resolve("log")
        try living.container.supply(Worker(name: "first", log: log), for: "a")
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        try living.container.supply(Worker(name: "second", log: log), for: "a")
        _ = try await living.awaitRun(of: "a")
        try await until { living.done.contains("cancelled first") }
        await living.container.shutdownGracefully()
        #expect(living.done.last == "cancelled second")
    }

    @Test func servicesInSwiftRun() async throws {
        let living = try Living(workers: "") { services in
            services.register("a", lifecycle: Lifecycle(run: .init { try await $0.wait() }, stop: { $0.open() })) { _ in
                AsyncGate()
            }
        }
        try await living.container.start()
        let gate: AsyncGate = try await living.container.resolve("a")
        try await until { gate.waiting == 1 }
        #expect(await living.container.shutdownGracefully() == [])
    }

    @Test func runThatIgnoresItsCancellationIsLeft() async throws {
        let living = try Living(workers: Worker.service("a", #"run = "ignore""#) + Worker.service("b"))
        try await living.container.start()
        let worker = try await living.awaitRun(of: "a")
        _ = try await living.awaitRun(of: "b")
        let faults = await living.container.shutdownGracefully(within: .milliseconds(500))
        #expect(
            faults.map { living.readable("\($0)") } == [
                #"container.lua:1: warning: service "a" could not be stopped: "run" did not end within 0.5 seconds, and ignores its cancellation"#
            ])
        #expect(living.done.contains("cancelled b"))
        worker.end()
    }

    @Test func runThatOutlivesItsStopIsCancelled() async throws {
        let living = try Living(workers: Worker.service("a", "run = true, stop = function() end"))
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        let faults = await living.container.shutdownGracefully(within: .seconds(2))
        #expect(
            faults.map { living.readable("\($0)") } == [
                #"container.lua:1: warning: service "a" could not be stopped: "run" did not end within 2.0 seconds, and was cancelled"#
            ])
        #expect(living.done == ["run a", "cancelled a"])
    }

    @Test func releasedContainerCancelsTheRun() async throws {
        let (log, diagnostics, worker) = try await { () -> (Collected<String>, DiagnosticChannel, Worker) in
            let living = try Living(workers: Worker.service("a"))
            try await living.container.start()
            let worker = try await living.awaitRun(of: "a")
            return (living.log, living.container.diagnostics, worker)
        }()
        try await until { worker.waiting == 0 && log.elements.contains("cancelled a") }
        // The run may end before its end is reported.
        try await until { !diagnostics.entries.isEmpty }
        #expect(
            diagnostics.entries.map(\.message) == [
                #"service "a" was cancelled, but nothing awaits the end of its "run": its container was released"#
            ])
    }

    /// The run awaits nothing that awaits it.
    @Test func runMayEndItsContainer() async throws {
        let living = try Living(workers: "") { services in
            services.register("a", lifecycle: Lifecycle(run: .init { await $0.shutdownGracefully() })) { _ in Handle() }
        }
        let handle: Handle = try await living.container.resolve("a")
        handle.container.withLock { $0 = living.container }
        try await living.container.run()
        handle.container.withLock { $0 = nil }
        #expect(living.container.generations == [])
    }

    @Test func stepsTellOfRuns() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, on_return = "ignore""#))
        var steps = living.container.lifecycleSteps().makeAsyncIterator()
        try await living.container.start()
        try await living.awaitRun(of: "a").end()
        var phases: [LifecycleStep.Phase] = []
        while phases.last != .runEnded, let step = await steps.next() { phases.append(step.phase) }
        #expect(phases == [.starting, .started, .runEnded])
        await living.container.shutdownGracefully()
    }
}

/// Refers to the container in which it is a service.
private final class Handle: Sendable {
    let container = Lock<Container?>(nil)

    func shutdownGracefully() async {
        let container = container.withLock { $0 }
        await container?.shutdownGracefully()
    }
}

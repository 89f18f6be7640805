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
        #expect(living.done == ["run a", "run b", "finish b", "ignored b", "cancelled a"])
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
        #expect(living.done.sorted() == ["cancelled b", "run a", "run b", "run new b"])
        await living.container.shutdownGracefully()
        #expect(
            living.done.filter { $0.hasPrefix("cancelled") }.sorted() == [
                "cancelled a", "cancelled b", "cancelled new b",
            ])
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
        let faults = await living.container.shutdownGracefully(within: .milliseconds(100))
        #expect(
            faults.map { living.readable("\($0)") } == [
                #"container.lua:1: warning: service "a" could not be stopped: "run" did not end within 0.1 seconds, and ignores its cancellation"#
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

import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What happens when a `run` ends although its service was not stopped.
@Suite(.timeLimit(.minutes(5))) struct RunPolicyTests {
    private func running(_ rest: String, _ end: (Worker) -> Void) async throws -> (living: Living, error: String) {
        let living = try Living(workers: Worker.service("a", "run = true" + rest) + Worker.service("b", of: ["a"]))
        let program = Task { try await living.container.run() }
        _ = try await living.awaitRun(of: "b")
        end(try await living.awaitRun(of: "a"))
        do {
            try await program.value
            return (living, "")
        } catch {
            return (living, living.readable("\(error)"))
        }
    }

    @Test(arguments: ["", #", on_return = "shutdown""#]) func returnShutsDown(rest: String) async throws {
        let (living, error) = try await running(rest) { $0.end() }
        #expect(error == "")
        #expect(living.done.suffix(2) == ["returned a", "cancelled b"])
        #expect(living.container.generations == [])
    }

    @Test(arguments: ["", #", on_failure = "shutdown""#]) func failureShutsDown(rest: String) async throws {
        let (living, error) = try await running(rest) { $0.fail() }
        #expect(error == #"container.lua:1: service "a" ended with an error: it broke"#)
        #expect(living.done.last == "cancelled b")
        #expect(
            living.container.diagnostics.entries.map(\.message) == [#"service "a" ended with an error: it broke"#])
    }

    @Test func cancelEndsAllAtOnce() async throws {
        let living = try Living(
            workers: Worker.service("a", #"run = true, on_return = "cancel""#)
                + Worker.service("b", of: ["a"], #"run = true, stop = "finish""#))
        let program = Task { try await living.container.run() }
        _ = try await living.awaitRun(of: "b")
        try await living.awaitRun(of: "a").end()
        let error = await #expect(throws: ContainerError.self) { try await program.value }
        #expect(error.map { living.readable("\($0)") } == #"container.lua:1: service "a" ended: its "run" returned"#)
        let last = living.done.suffix(2)
        #expect(last.sorted() == ["cancelled b", "finish b"])
    }

    /// The task in which service "a" ends the container is held until service "b" is stopped by a shutdown that overtakes it.
    @Test func cancelComesBeforeEveryStop() async throws {
        let living = try Living(
            workers: Worker.service("a", #"run = true, on_return = "cancel""#)
                + Worker.service("b", of: ["a"], #"run = true, stop = "finish""#))
        let gate = AsyncGate()
        let program = Task {
            try await living.container.run {
                await withTaskCancellationHandler {
                    _ = try? await Task { try await gate.wait() }.value
                } onCancel: {
                    Task.detached { await living.container.shutdownGracefully() }
                    while !living.done.contains("finish b") { usleep(1_000) }
                    gate.open()
                }
            }
        }
        _ = try await living.awaitRun(of: "b")
        try await living.awaitRun(of: "a").end()
        await #expect(throws: ContainerError.self) { try await program.value }
        #expect(living.done.suffix(2).sorted() == ["cancelled b", "finish b"])
    }

    @Test func ignoredEndChangesNothing() async throws {
        let living = try Living(
            workers: Worker.service("a", #"run = true, on_return = "ignore", on_failure = "ignore""#))
        try await living.container.start()
        let worker = try await living.awaitRun(of: "a")
        worker.end()
        try await until { living.done.contains("returned a") }
        #expect(try living.worker("a") === worker)
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done == ["run a", "returned a"])
    }

    @Test func ignoredErrorIsReported() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, on_failure = "ignore""#))
        try await living.container.start()
        try await living.awaitRun(of: "a").fail()
        var reports = living.container.diagnostics.updates().makeAsyncIterator()
        if living.container.diagnostics.entries.isEmpty { _ = await reports.next() }
        #expect(
            living.container.diagnostics.entries.map(\.message) == [#"service "a" ended with an error: it broke"#])
        #expect(await living.container.shutdownGracefully() == [])
    }

    /// It would otherwise be lost.
    @Test func errorAfterStopIsReported() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, stop = "breakDown""#))
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        #expect(
            await living.container.shutdownGracefully().map(\.message)
                == [#"service "a" ended with an error: it broke"#])
    }

    @Test func restartRunsTheInstanceAgain() async throws {
        let living = try Living(
            workers: Worker.service("a", #"run = true, on_return = "restart", on_failure = "restart""#))
        try await living.container.start()
        let worker = try await living.awaitRun(of: "a")
        worker.end()
        try await until { worker.waiting == 1 && living.done.count == 3 }
        #expect(living.done == ["run a", "returned a", "run a"])
        worker.fail()
        try await until { living.done.count == 4 }
        #expect(
            living.container.diagnostics.entries.map(\.message) == [#"service "a" ended with an error: it broke"#])
        await living.container.shutdownGracefully()
        #expect(living.container.generations == [])
    }

    /// A shutdown does not wait for the pause.
    @Test func shutdownEndsThePauseBeforeARestart() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, on_failure = "restart""#))
        try await living.container.start()
        let worker = try await living.awaitRun(of: "a")
        var steps = living.container.lifecycleSteps().makeAsyncIterator()
        worker.fail()
        while let step = await steps.next(), step.phase != .runEnded {}
        #expect(await living.container.shutdownGracefully(within: .seconds(100)) == [])
        #expect(living.container.generations == [])
    }

    /// The others have started, and the start of the last one is cancelled.
    @Test func failureDuringTheStartOfOthersIsItsError() async throws {
        let living = try Living(
            workers: Worker.service("a") + Worker.service("b", of: ["a"], #"run = true, ready = "hang""#))
        let start = Task { try await living.container.start() }
        try await until { living.done.contains("run b") }
        try await living.awaitRun(of: "a").fail()
        let error = await #expect(throws: ContainerError.self) { try await start.value }
        #expect(
            error.map { living.readable("\($0)") } == #"container.lua:1: service "a" ended with an error: it broke"#)
        await living.container.shutdownGracefully()
        #expect(living.container.generations == [])
    }

    @Test func secretsInErrorsAreMasked() async throws {
        struct Leak: Error, CustomStringConvertible {
            var description: String { "the password is correct-horse" }
        }
        let living = try Living(
            #"parameters { password = env.secret "PASSWORD" }"#, variables: Lock(["PASSWORD": "correct-horse"])
        ) { services in
            services.register("a", lifecycle: Lifecycle(run: .init { (_: AsyncGate) in throw Leak() })) { _ in
                AsyncGate()
            }
        }
        let error = await #expect(throws: ContainerError.self) { try await living.container.run() }
        #expect(error.map { "\($0)" }?.hasSuffix(#"service "a" ended with an error: the password is ***"#) == true)
    }
}

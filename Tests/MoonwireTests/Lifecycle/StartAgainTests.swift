import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What changes during a start, and after it.
@Suite(.timeLimit(.minutes(5))) struct StartAgainTests {
    private static let life = #"start = "connect", stop = "close""#

    private func a(_ name: String) -> String {
        Boiler.service("a").replacing(#"name = "a""#, with: #"name = "\#(name)""#)
    }

    /// The service `b` is rebuilt with `a`, and `start` receives the name of that one.
    private func living(start: @escaping @Sendable (String) async throws -> Void) throws -> Living {
        try Living(boilers: a("first")) { services in
            services.register("b", lifecycle: Lifecycle(start: { try await start($0.inlets[0].name) })) {
                resolver -> Boiler in
                Boiler(name: "b", inlets: [try resolver.resolve("a")], log: try resolver.resolve("log"))
            }
        }
    }

    @Test func reloadDuringAStartThatFailsIsStarted() async throws {
        let gate = AsyncGate()
        let starts = Collected<String>()
        let living = try living { name in
            starts.append(name)
            guard name == "second" else { return }
            try await gate.wait()
            throw Boiler.Leak()
        }
        try await living.container.start()
        var reports = living.container.diagnostics.updates().makeAsyncIterator()
        try living.reload(a("second"))
        try await until { gate.waiting == 1 }
        try living.reload(a("third"))
        gate.open()
        #expect(await reports.next()?.message == "service \"b\" could not be started: it leaks")
        try await living.container.start()
        #expect(starts.elements == ["first", "second", "third"])
    }

    /// A task tries the failed start again, waits in it, and is cancelled.
    @Test func reloadDuringAStartThatIsCancelledIsStarted() async throws {
        let gate = AsyncGate()
        let starts = Collected<String>()
        let living = try living { name in
            starts.append(name)
            guard name == "second" else { return }
            if starts.elements.count == 2 { throw Boiler.Leak() }
            try await gate.wait()
        }
        try await living.container.start()
        var reports = living.container.diagnostics.updates().makeAsyncIterator()
        try living.reload(a("second"))
        _ = await reports.next()
        // Until then, another call would await the failing start.
        try await until { !living.container.isStarting }
        let start = Task { try await living.container.start() }
        try await until { gate.waiting == 1 }
        try living.reload(a("third"))
        start.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }
        try await until { starts.elements.last == "third" }
        #expect(starts.elements == ["first", "second", "second", "third"])
    }

    /// The waiting service ignores its cancellation, and starts; the next one cannot start in the cancelled task.
    @Test func reloadDuringAStartThatIgnoresItsCancellationIsStarted() async throws {
        let gate = AsyncGate()
        let starts = Collected<String>()
        let living = try living { name in
            starts.append(name)
            guard name == "second" else { return }
            if starts.elements.count == 2 { throw Boiler.Leak() }
            _ = try? await Task { try await gate.wait() }.value
        }
        try await living.container.start()
        try living.reload(a("second"))
        try await until { starts.elements.count == 2 && !living.container.isStarting }
        let start = Task { try await living.container.start() }
        try await until { gate.waiting == 1 }
        try living.reload(a("third"))
        start.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await start.value }
        try await until { starts.elements.last == "third" }
        #expect(starts.elements == ["first", "second", "second", "third"])
    }

    @Test func reloadDuringAStartAgainIsStarted() async throws {
        let a = Boiler.service("a", Self.life)
        let living = try Living(boilers: a)
        try await living.container.start()
        let b = Boiler.service("b", #"start = "ignore""#)
        try living.reload(a + b)
        try await until { living.done.contains("ignore b") }
        let boiler = try living.boiler("b")
        try living.reload(a + b + Boiler.service("c", Self.life))
        boiler.gate.open()
        try await living.container.start()
        #expect(living.done == ["connect a", "ignore b", "ignored b", "connect c"])
    }

    @Test func suppliedInstanceIsStarted() async throws {
        let living = try Living(
            boilers: Boiler.service("a", #"start = "connect""#)
                + #"decorate "a" { type = "Boiler", args = { name = "over a", inlets = { inner }, log = ref "log" }, start = "connect" }"#
        )
        try await living.container.start()
        let log: Station.Log = try await living.container.resolve("log")
        try living.container.supply(Boiler(name: "new", inlets: [], log: log), for: "a")
        try await living.container.start()
        #expect(living.done == ["connect a", "connect over a", "connect new", "connect over a"])
    }

    /// The instance in the start is not stopped before it has started.
    @Test func suppliedInstanceDuringAStartReplacesTheOtherAfterward() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "ignore", stop = "shut""#))
        let old = try living.boiler("a")
        let start = Task { try await living.container.start() }
        try await until { living.done == ["ignore a"] }
        let new = Boiler(name: "new", inlets: [], log: try await living.container.resolve("log"))
        new.gate.open()
        try living.container.supply(new, for: "a")
        #expect(living.done == ["ignore a"])
        old.gate.open()
        try await start.value
        try await until { living.done.last == "shut a" }
        #expect(living.done == ["ignore a", "ignored a", "ignore new", "ignored new", "shut a"])
    }

    @Test func cancelledTaskDoesNotEndTheStartOfAnotherOne() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "wait""#))
        let boiler = try living.boiler("a")
        let first = Task { try await living.container.start() }
        try await until { boiler.gate.waiting == 1 }
        let second = Task { try await living.container.start() }
        second.cancel()
        for _ in 0..<100 { await Task.yield() }
        #expect(boiler.gate.waiting == 1)
        boiler.gate.open()
        try await first.value
        try await second.value
        #expect(living.done == ["wait a"])
    }

    /// What an action resolves by itself is not overridden either.
    @Test func startInsideAnOverrideStartsTheContainer() async throws {
        let home = Lock<Container?>(nil)
        let found = Collected<String>()
        let living = try Living(boilers: Boiler.service("a", #"start = "connect""#)) { services in
            let lifecycle = Lifecycle(start: { (_: Boiler) in
                let container = try #require(home.withLock { $0 })
                found.append(try await container.resolve("a", as: Boiler.self).name)
            })
            services.register("b", lifecycle: lifecycle) { resolver in
                Boiler(name: "b", inlets: [], log: try resolver.resolve("log"))
            }
        }
        home.withLock { $0 = living.container }
        try await living.container.withOverrides {
            $0.override("a") { resolver in Boiler(name: "other", inlets: [], log: try resolver.resolve("log")) }
        } operation: {
            try await living.container.start()
        }
        home.withLock { $0 = nil }
        #expect(living.done == ["connect a"])
        #expect(found.elements == ["a"])
    }
}

import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Factories request services that no definition mentions: these start first, too.
@Suite(.timeLimit(.minutes(5))) struct StartDependencyTests {
    /// `a` starts when the gate is opened, which happens once `b` has been built.
    private func started(
        _ text: String = "", makeB: @escaping @Sendable (ServiceResolver) throws -> Boiler
    ) async throws -> [String] {
        let gate = AsyncGate()
        let living = try Living(boilers: text) { services in
            services.register(
                "a",
                lifecycle: Lifecycle(start: { (_: Boiler) in
                    try await gate.wait()
                    starts.append("a")
                })
            ) { resolver in Boiler(name: "a", inlets: [], log: try resolver.resolve("log")) }
            services.register("b", lifecycle: Lifecycle(start: { (_: Boiler) in starts.append("b") }), makeB)
        }
        let start = Task { try await living.container.start() }
        try await until { gate.waiting == 1 && living.log.elements.contains("build b") }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        try await start.value
        return starts.elements
    }

    private let starts = Collected<String>()

    private static func boiler(_ name: String, _ inlet: Boiler, _ resolver: ServiceResolver) throws -> Boiler {
        let log: Station.Log = try resolver.resolve("log")
        log.lines.append("build \(name)")
        return Boiler(name: name, inlets: [inlet], log: log)
    }

    @Test func requestedServiceStartsFirst() async throws {
        #expect(try await started { try Self.boiler("b", try $0.resolve("a"), $0) } == ["a", "b"])
    }

    @Test func serviceOfAFunctionStartsFirst() async throws {
        let between = #"service "m" { factory = function(args, c) return c.get "a" end }"#
        #expect(try await started(between) { try Self.boiler("b", try $0.resolve("m"), $0) } == ["a", "b"])
    }

    /// `m` is built before by another request, so that `b` alone does not request `a`.
    @Test func serviceBehindAnotherOneStartsFirst() async throws {
        let between = """
            service "m" { factory = function(args, c) return c.get "a" end }
            service "n" { type = "Boiler", args = { name = "n", inlets = { ref "m" }, log = ref "log" } }
            service "first" { type = "Boiler", args = { name = "first", inlets = { ref "n" }, log = ref "log" }, eager = true }
            """
        #expect(try await started(between) { try Self.boiler("b", try $0.resolve("n"), $0) } == ["a", "b"])
    }

    /// `x` and `y` have requested each other after they were built, so that none can start first; both start, and then what needs one.
    @Test(arguments: ["x", "y"]) func servicesThatRequestedEachOtherStart(slow: String) async throws {
        let gate = AsyncGate()
        let begin: @Sendable (String) async throws -> Void = { name in
            if name == slow { try await gate.wait() }
            starts.append(name)
        }
        let fast = slow == "x" ? "y" : "x"
        let living = try Living(boilers: Boiler.service("c", "start = 'shut', after = { '\(fast)' }")) { services in
            services.register("x", lifecycle: Lifecycle(start: { (_: First) in try await begin("x") })) { _ in First() }
            services.register("y", lifecycle: Lifecycle(start: { (_: Second) in try await begin("y") })) { _ in Second()
            }
            services.register("z", lifecycle: Lifecycle(start: { (_: Third) in starts.append("z") })) { resolver in
                fast == "x"
                    ? Third(try resolver.resolve("x", as: First.self))
                    : Third(try resolver.resolve("y", as: Second.self))
            }
        }
        let (x, y): (First, Second) = (
            try await living.container.resolve("x"), try await living.container.resolve("y")
        )
        #expect(x.other === y && y.other === x)
        let start = Task { try await living.container.start() }
        try await until { gate.waiting == 1 && starts.elements == [fast] }
        for _ in 0..<100 { await Task.yield() }
        #expect(starts.elements == [fast])
        #expect(living.done == [])
        gate.open()
        try await start.value
        #expect(starts.elements == [fast, slow, "z"])
        #expect(living.done == ["shut c"])
    }

    /// What has been built and waits when another service fails has not started.
    @Test func waitingServiceOfAFailedStartHasNotStarted() async throws {
        let (slow, failing) = (AsyncGate(), AsyncGate())
        let living = try Living(boilers: "") { services in
            services.register(
                "a", lifecycle: Lifecycle(start: { (_: First) in _ = try? await Task { try await slow.wait() }.value })
            ) { _ in First() }
            services.register("b", lifecycle: Lifecycle(start: { (_: Third) in starts.append("b") })) { resolver in
                Third(try resolver.resolve("a", as: First.self))
            }
            let fail: @Sendable (Second) async throws -> Void = { _ in
                try await failing.wait()
                throw Boiler.Leak()
            }
            services.register("c", lifecycle: Lifecycle(start: fail)) { _ in Second() }
        }
        let steps = living.container.lifecycleSteps()
        let start = Task { try await living.container.start() }
        try await until { slow.waiting == 1 && failing.waiting == 1 }
        for _ in 0..<100 { await Task.yield() }
        failing.open()
        var ends: Set<String> = []
        for await step in steps {
            guard step.phase == .startFailed else { continue }
            ends.insert(step.id)
            if step.id == "c" { slow.open() }
            if ends == ["b", "c"] { break }
        }
        await #expect(throws: ContainerError.self) { try await start.value }
        #expect(starts.elements == [])
    }

    private final class First: @unchecked Sendable {  // One test reads it.
        @Lazy var other: Second
    }

    private final class Second: @unchecked Sendable {  // One test reads it.
        @Lazy var other: First
    }

    private final class Third: Sendable {
        private let held: any AnyObject & Sendable

        init(_ held: any AnyObject & Sendable) { self.held = held }
    }
}

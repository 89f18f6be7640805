import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Actions of services that start or end the container that runs them.
@Suite(.timeLimit(.minutes(5))) struct NestedLifecycleTests {
    /// The container, which an action finds once it exists.
    private final class Home: Sendable {
        let container = Lock<Container?>(nil)
        let ended = Collected<String>()

        var current: Container? { container.withLock { $0 } }
    }

    private func living(
        _ home: Home, start: (@Sendable (Boiler) async throws -> Void)? = nil,
        stop: @escaping @Sendable (Boiler) async throws -> Void = { _ in }
    ) throws -> Living {
        let living = try Living(boilers: Boiler.service("a", #"start = "connect", stop = "close""#)) { services in
            services.register("b", lifecycle: Lifecycle(start: start, stop: stop)) { resolver in
                Boiler(name: "b", inlets: [try resolver.resolve("a")], log: try resolver.resolve("log"))
            }
        }
        home.container.withLock { $0 = living.container }
        return living
    }

    @Test func startInAStartIsAnError() async throws {
        let home = Home()
        let living = try living(home, start: { _ in try await home.current?.start() })
        let said = await message { try await living.container.start() }
        #expect(
            said?.contains(
                "service \"b\" could not be started: `start` was called by an action or a factory of a service")
                == true,
            "\(said ?? "nothing")")
        #expect(living.done.last == "close a")
        home.container.withLock { $0 = nil }
    }

    @Test func shutdownInAStartEndsIt() async throws {
        let home = Home()
        let living = try living(
            home,
            start: { _ in
                #expect(await home.current?.shutdownGracefully() == [])
                try Task.checkCancellation()
            })
        await #expect(throws: CancellationError.self) { try await living.container.start() }
        await living.container.shutdownGracefully()
        #expect(living.done.last == "close a")
        home.container.withLock { $0 = nil }
    }

    @Test func shutdownInAStopReturnsAtOnce() async throws {
        let home = Home()
        let living = try living(home, stop: { _ in #expect(await home.current?.shutdownGracefully() == []) })
        try await living.container.start()
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done.last == "close a")
        home.container.withLock { $0 = nil }
    }

    @Test func startInAFactoryIsAnError() async throws {
        let home = Home()
        let living = try Living(boilers: "") { services in
            services.register("a", lifecycle: Lifecycle(isEager: true)) { resolver -> Boiler in
                try await home.current?.start()
                return Boiler(name: "a", inlets: [], log: try await resolver.resolve("log"))
            }
        }
        home.container.withLock { $0 = living.container }
        let said = await message { try await living.container.start() }
        #expect(
            said?.contains("`start` was called by an action or a factory of a service of the same container") == true,
            "\(said ?? "nothing")")
        home.container.withLock { $0 = nil }
    }

    /// Each container awaits the start of the other one.
    @Test func containersThatStartEachOtherFail() async throws {
        let (one, other) = (Home(), Home())
        let first = try living(one, start: { _ in try await other.current?.start() })
        let second = try living(other, start: { _ in try await one.current?.start() })
        let said = await message { try await first.container.start() }
        #expect(
            said?.contains("`start` was called by an action or a factory of a service of the same container") == true,
            "\(said ?? "nothing")")
        #expect(second.container.generations == [])
        for home in [one, other] { home.container.withLock { $0 = nil } }
    }

    @Test func shutdownInAFactoryBeginsIt() async throws {
        let home = Home()
        let living = try Living(boilers: "") { services in
            let lifecycle = Lifecycle(stop: { (boiler: Boiler) async in home.ended.append(boiler.name) })
            services.register("a", lifecycle: lifecycle) { resolver -> Boiler in
                #expect(await home.current?.shutdownGracefully() == [])
                return Boiler(name: "a", inlets: [], log: try await resolver.resolve("log"))
            }
        }
        home.container.withLock { $0 = living.container }
        #expect(try await living.container.resolve("a", as: Boiler.self).name == "a")
        #expect(await living.container.shutdownGracefully() == [])
        #expect(home.ended.elements == ["a"])
        home.container.withLock { $0 = nil }
    }

    @Test func shutdownInAScopeOrAnOverrideBeginsIt() async throws {
        let text = #"scopes { "request" }"# + "\n" + Boiler.service("a", #"stop = "close""#)
        for isScope in [true, false] {
            let living = try Living(boilers: text)
            _ = try living.boiler("a")
            let end = { @Sendable in
                await Task.yield()
                #expect(await living.container.shutdownGracefully() == [])
                #expect(living.done == [])
            }
            if isScope {
                try await living.container.withScope("request", operation: end)
            } else {
                try await living.container.withOverrides({ _ in }, operation: end)
            }
            #expect(await living.container.shutdownGracefully() == [])
            #expect(living.done == ["close a"])
        }
    }

    /// The task is not part of the start any longer.
    @Test func taskOfAStartCanAwaitTheEnd() async throws {
        let home = Home()
        let gate = AsyncGate()
        let ended = Collected<String>()
        let living = try living(
            home,
            start: { boiler in
                Task {
                    try await gate.wait()
                    await home.current?.shutdownGracefully()
                    ended.append("\(home.current?.generations.count ?? -1)")
                }
            })
        try await living.container.start()
        gate.open()
        try await until { ended.elements == ["0"] }
        #expect(living.done.last == "close a")
        home.container.withLock { $0 = nil }
    }

    /// Each reload rebuilds and starts the instance.
    @Test func instancesThatWereStartedAreForgotten() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "connect", stop = "close", reload = "rebuild""#))
        try await living.container.start()
        for _ in 0..<200 {
            try living.reload()
            try await living.container.start()
        }
        try await until { living.container.generations.count == 1 }
        #expect(living.done.count { $0 == "connect a" } == 201)
        #expect(living.done.count { $0 == "close a" } == 200)
        #expect(living.container.rememberedStarts < 130)
    }
}

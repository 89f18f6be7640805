import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What drains, and what happens to everything else meanwhile.
@Suite(.timeLimit(.minutes(5))) struct DrainedGenerationTests {
    private static func changed(_ id: String, _ entry: String, of inlets: [String] = [], _ rest: String) -> String {
        Boiler.service(id, of: inlets, #"call = { { "note", "\#(entry)" } }, \#(rest)"#)
    }

    private static let stopped = #"stop = "shut""#
    private static let draining = #"stop = "shut", reload = "drain""#

    /// Later generations end although something of an earlier one drains.
    @Test func otherGenerationsDoNotWait() async throws {
        func text(_ one: String, _ other: String) -> String {
            Self.changed("a", one, Self.draining) + Self.changed("b", other, Self.stopped)
        }
        let living = try Living(boilers: text("1", "1"))
        let holder = InstanceHolder(try living.boiler("a"))
        _ = try living.boiler("b")
        try living.reload(text("2", "1"))
        for round in 2...4 {
            try living.reload(text("2", "\(round)"))
            _ = try living.boiler("b")
        }
        #expect(living.done.filter { $0.hasPrefix("shut") } == ["shut b", "shut b", "shut b"])
        #expect(living.container.generations.map(\.draining) == [["a"], []])
        holder.release()
        try await until { living.container.generations.count == 1 }
    }

    /// What a later generation has kept is not stopped under the instance that drains.
    @Test(arguments: [stopped, draining]) func neededInstanceOfALaterGenerationWaits(rest: String) async throws {
        func text(_ one: String, _ base: String) -> String {
            Self.changed("base", base, rest) + Self.changed("a", one, of: ["base"], Self.draining)
        }
        let living = try Living(boilers: text("1", "1"))
        let holder = InstanceHolder(try living.boiler("a"))
        try living.reload(text("2", "1"))
        try living.reload(text("2", "2"))
        #expect(living.container.generations.count == 3)
        #expect(living.container.generations.first?.draining == ["a"])
        #expect(!living.done.contains("shut base"))
        holder.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.done.suffix(2) == ["shut a", "shut base"])
    }

    /// A run that ends because its instance is obsolete says nothing about the container.
    @Test(arguments: ["shutdown", "restart"]) func runThatEndsMeanwhileEndsTheDrain(policy: String) async throws {
        func text(_ needs: [String]) -> String {
            let running = #"run = true, on_return = "\#(policy)", stop = "finish", reload = "drain""#
            return Worker.service("z") + Worker.service("a", of: needs, running)
        }
        let living = try Living(workers: text([]))
        try await living.container.start()
        let former = try await living.awaitRun(of: "a")
        let holder = InstanceHolder(former)
        try living.reload(text(["z"]))
        _ = try await living.awaitRun(of: "a")
        former.end()
        try await until { living.done.contains("returned a") }
        #expect(living.container.generations.count == 2)
        holder.release()
        #expect(try await living.container.resolve("a", as: Worker.self) !== former)
        _ = await living.container.shutdownGracefully()
        #expect(living.done.count { $0 == "run a" } == 2)
    }

    /// A lazy instance is built after the one that needs it.
    @Test func lazyInstanceWaits() async throws {
        func text(_ name: String) -> String {
            Self.changed("n", name, Self.stopped)
                + #"service "a" { type = "Later", args = { boiler = lazy "n", name = "\#(name)" }, reload = "drain" }"#
        }
        let living = try Living(text("1"), types: [Boiler.self, Later.self])
        let holder = InstanceHolder<Later>(try await living.container.resolve("a"))
        #expect(try holder.withHeld { try $0?.boiler().name } == "n")
        try living.reload(text("2"))
        #expect(living.container.generations.first?.draining == ["a"])
        #expect(!living.done.contains("shut n"))
        holder.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.done.last == "shut n")
    }

    /// Everybody has a copy of a value, so only the limit ends its drain.
    @Test func valueWaitsForItsLimit() async throws {
        let living = try Living(#"parameters { name = "1" }"#) { services in
            let lifecycle = Lifecycle<Value>(reload: .drain(limit: .seconds(1)), stop: { $0.ends.add() })
            services.register("a", lifecycle: lifecycle) { resolver in
                Value(name: try resolver.parameter("name"), ends: Counter())
            }
        }
        let value: Value = try await living.container.resolve("a")
        try living.reload(#"parameters { name = "2" }"#)
        #expect(living.container.generations.first?.draining == ["a"])
        #expect(value.ends.value == 0)
        try await until { living.container.generations.count == 1 }
        #expect(value.ends.value == 1)
        #expect(living.container.diagnostics.entries.isEmpty)
    }

    /// The end of the container releases what drains in the order of the generations, and before the current instances.
    @Test(arguments: [true, false]) func endDuringAStopKeepsTheOrderOfGenerations(isShutdown: Bool) async throws {
        func text(_ one: String, _ base: String) -> String {
            Self.changed("base", base, Self.stopped)
                + Self.changed("a", one, of: ["base"], #"stop = "wait", reload = "drain""#)
        }
        var living: Living? = try Living(boilers: text("1", "1"))
        let log = living?.log
        let gate = try living?.boiler("a").gate
        try living?.reload(text("2", "1"))
        try await until { gate?.waiting ?? 0 > 0 }
        try living?.reload(text("2", "2"))
        _ = try living?.boiler("base")
        var end: Task<Void, Never>?
        if isShutdown, let container = living?.container {
            end = Task { await container.shutdownGracefully() }
            try await until { !container.contains("base") }
        }
        living = nil
        gate?.open()
        await end?.value
        try await until { log?.elements.count { $0 == "shut base" } == 2 }
        #expect(log?.elements.first { $0.hasPrefix("shut") || $0 == "wait a" } == "wait a")
    }

    /// A generation that a scope has kept ends with the container, and must not stop what an earlier one still needs.
    @Test func endOfAScopeDuringAShutdownKeepsTheOrder() async throws {
        func text(_ one: String, _ base: String) -> String {
            "scopes { \"request\" }\n" + Self.changed("base", base, Self.stopped)
                + Self.changed("a", one, of: ["base"], #"stop = "wait", reload = "drain""#)
        }
        let living = try Living(boilers: text("1", "1"))
        let gate = try living.boiler("a").gate
        try living.reload(text("2", "1"))
        try await until { gate.waiting > 0 }
        let scope = try living.container.openScope("request")
        try living.reload(text("2", "2"))
        let end = Task { await living.container.shutdownGracefully() }
        try await until { !living.container.contains("base") }
        scope.close()
        gate.open()
        #expect(await end.value == [])
        #expect(living.done.suffix(2) == ["wait a", "shut base"])
    }

    /// An instance that keeps only a part of what it needs does not hold it.
    @Test func needsThatAreNotHeldWait() async throws {
        func text(_ name: String) -> String {
            Self.changed("n", name, Self.draining)
                + #"service "a" { type = "Reader", args = { boiler = ref "n", name = "\#(name)" }, reload = "drain", stop = "close" }"#
        }
        let living = try Living(text("1"), types: [Boiler.self, Reader.self])
        let holder = InstanceHolder<Reader>(try await living.container.resolve("a"))
        try living.reload(text("2"))
        try await Task.sleep(for: .milliseconds(100))
        #expect(!living.done.contains("shut n"))
        holder.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.done.last == "shut n")
    }

    /// The new run of a service that something needs begins although the former one still runs.
    @Test func runThatIsNeededDoesNotDelayItsReplacement() async throws {
        func text(_ needs: [String]) -> String {
            Worker.service("z") + Worker.service("server", of: needs, #"run = true, stop = "finish""#)
                + Worker.service("session", of: ["server"], #"reload = "drain""#)
        }
        let living = try Living(workers: text([]))
        try await living.container.start()
        let former = try await living.awaitRun(of: "server")
        let holder = InstanceHolder(try living.worker("session"))
        try living.reload(text(["z"]))
        _ = try await living.awaitRun(of: "server")
        #expect(former.waiting == 1)
        #expect(living.container.diagnostics.entries.isEmpty)
        holder.release()
        try await until { former.waiting == 0 }
    }

    /// Two services with one object: the one that drains decides when it is stopped.
    @Test func objectOfTwoServicesWaitsForTheOneThatDrains() async throws {
        let first = Only()
        let living = try Living(#"parameters { name = "1" }"#) { services in
            let make: @Sendable (ServiceResolver) throws -> Only = { resolver in
                try resolver.parameter("name", as: String.self) == "1" ? first : Only()
            }
            services.register("x", lifecycle: Lifecycle(stop: { $0.ends.add() }), make)
            services.register("y", lifecycle: Lifecycle(reload: .drain(limit: .seconds(1))), make)
        }
        _ = try await living.container.resolve("x", as: Only.self)
        _ = try await living.container.resolve("y", as: Only.self)
        try living.reload(#"parameters { name = "2" }"#)
        #expect(living.container.generations.first?.draining == ["y"])
        #expect(first.ends.value == 0)
        try await until { living.container.generations.count == 1 }
        #expect(first.ends.value == 1)
    }

    /// A stop in progress ends before what the instance needs is stopped, also at the end of the container.
    @Test func shutdownDuringAStopKeepsTheOrder() async throws {
        func text(_ entry: String) -> String {
            Self.changed("base", entry, Self.stopped)
                + Boiler.service("a", of: ["base"], #"stop = "wait", reload = "drain""#)
        }
        let living = try Living(boilers: text("1"))
        let gate = try living.boiler("a").gate
        try living.reload(text("2"))
        try await until { gate.waiting > 0 }
        let end = Task { await living.container.shutdownGracefully() }
        try await until { !living.container.contains("base") }
        gate.open()
        #expect(await end.value == [])
        #expect(living.done.suffix(2) == ["wait a", "shut base"])
    }

    /// The application returns the same object again: the current generation stops it.
    @Test func instanceThatIsInUseAgainIsNotStopped() async throws {
        let only = Only()
        let living = try Living(#"parameters { name = "1" }"#) { services in
            let lifecycle = Lifecycle<Only>(reload: .drain(limit: .seconds(1)), stop: { $0.ends.add() })
            services.register("a", lifecycle: lifecycle) { resolver in
                _ = try resolver.parameter("name", as: String.self)
                return only
            }
        }
        _ = try await living.container.resolve("a", as: Only.self)
        try living.reload(#"parameters { name = "2" }"#)
        _ = try await living.container.resolve("a", as: Only.self)
        try await until { living.container.generations.count == 1 }
        #expect(only.ends.value == 0)
        _ = await living.container.shutdownGracefully()
        #expect(only.ends.value == 1)
    }

    /// The same at the end of the container, before any limit.
    @Test(arguments: [true, false]) func instanceThatIsInUseAgainIsStoppedOnceAtTheEnd(isShutdown: Bool) async throws {
        let only = Only()
        var living: Living? = try Living(#"parameters { name = "1" }"#) { services in
            let lifecycle = Lifecycle<Only>(reload: .drain(), stop: { $0.ends.add() })
            services.register("a", lifecycle: lifecycle) { resolver in
                _ = try resolver.parameter("name", as: String.self)
                return only
            }
        }
        _ = try await living?.container.resolve("a", as: Only.self)
        try living?.reload(#"parameters { name = "2" }"#)
        _ = try await living?.container.resolve("a", as: Only.self)
        if isShutdown { _ = await living?.container.shutdownGracefully() }
        living = nil
        #expect(only.ends.value == 1)
    }
}

private final class Only: Sendable {
    let ends = Counter()
}

private struct Value: Sendable {
    let name: String
    let ends: Counter
}

/// Keeps a part of what it needs.
private final class Reader: Exposed, Sendable {
    let name: String

    init(name: String) {
        self.name = name
    }

    static let exposure = Exposure(Reader.self) {
        Initializer("boiler", "name") { (boiler: Boiler, _: String) in Reader(name: boiler.name) }
        Method("close") { (_: Reader) in }
    }
}

private final class Later: Exposed, Sendable {
    private let lazy: LazyService<Boiler>

    init(lazy: LazyService<Boiler>) {
        self.lazy = lazy
    }

    func boiler() throws -> Boiler { try lazy() }

    static let exposure = Exposure(Later.self) {
        Initializer("boiler", "name") { (boiler: LazyService<Boiler>, _: String) in Later(lazy: boiler) }
    }
}

import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `reload = "drain"`: a replaced instance is stopped when nobody holds it.
@Suite(.timeLimit(.minutes(5))) struct DrainTests {
    /// A boiler "a" that a change of `entry` replaces.
    static func draining(_ entry: String, _ reload: String = #""drain""#, stop: String = "shut") -> String {
        Boiler.service("a", #"call = { { "note", "\#(entry)" } }, stop = "\#(stop)", reload = \#(reload)"#)
    }

    @Test(arguments: ["shut", "close"]) func instanceIsStoppedWhenNobodyHoldsIt(stop: String) async throws {
        let living = try Living(boilers: Self.draining("one", stop: stop))
        let caller = InstanceHolder(try living.boiler("a"))
        try living.reload(Self.draining("two", stop: stop))
        try await until { living.container.generations.map(\.draining) == [["a"], []] }
        #expect(living.container.generations.map { "\($0)" }.first == "generation 1: draining a")
        _ = try living.boiler("a")
        #expect(living.done == ["one a", "two a"])
        caller.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.done == ["one a", "two a", "\(stop) a"])
        #expect(living.container.diagnostics.entries.isEmpty)
    }

    @Test func stepsTellOfTheDrain() async throws {
        let living = try Living(boilers: Self.draining("one"))
        let caller = InstanceHolder(try living.boiler("a"))
        let steps = living.container.lifecycleSteps()
        try living.reload(Self.draining("two"))
        try await until { living.container.generations.first?.draining == ["a"] }
        caller.release()
        var phases: [LifecycleStep.Phase] = []
        var first: String?
        for await step in steps {
            first = first ?? "\(step)"
            phases.append(step.phase)
            if step.phase == .stopped { break }
        }
        #expect(phases == [.draining, .stopping, .stopped])
        #expect(first == "draining a")
    }

    @Test func heldInstanceIsStoppedAfterTheLimit() async throws {
        let living = try Living(boilers: Self.draining("one", #"{ "drain", limit = 0.05 }"#))
        let held = try living.boiler("a")
        try living.reload(Self.draining("two", #"{ "drain", limit = 0.05 }"#))
        try await until { living.container.generations.count == 1 }
        withExtendedLifetime(held) {}
        #expect(living.done == ["one a", "shut a"])
        #expect(
            living.container.diagnostics.entries.map { living.readable("\($0)") } == [
                """
                container.lua:1: warning: service "a" was replaced, and is stopped after 0.05 seconds, although something \
                still holds it
                """
            ])
    }

    /// What an instance needs waits as well, and nothing else does.
    @Test(arguments: ["shut", "close"]) func neededInstancesAreStoppedAfterIt(stop: String) async throws {
        func text(_ entry: String) -> String {
            let change = #"call = { { "note", "\#(entry)" } }, stop = "shut""#
            return Boiler.service("base", change) + Boiler.service("middle", of: ["base"], #"stop = "shut""#)
                + Boiler.service("a", of: ["middle"], #"stop = "shut", reload = "drain""#)
                + Boiler.service("user", of: ["a"], #"stop = "\#(stop)""#) + Boiler.service("other", change)
        }
        let living = try Living(boilers: text("one"))
        let caller = InstanceHolder(try living.boiler("a"))
        _ = (try living.boiler("user"), try living.boiler("other"))
        try living.reload(text("two"))
        try await until { living.container.generations.first?.draining == ["a"] }
        try await until { living.done.contains("\(stop) user") }
        let before = living.done
        #expect(before.suffix(2) == ["shut other", "\(stop) user"])
        caller.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.done.dropFirst(before.count) == ["shut a", "shut middle", "shut base"])
    }

    /// A limit that is reached first does not stop an instance beneath one that still waits.
    @Test func instanceWaitsForTheOneThatNeedsIt() async throws {
        func text(_ entry: String) -> String {
            Boiler.service(
                "a", #"call = { { "note", "\#(entry)" } }, stop = "shut", reload = { "drain", limit = 0.001 }"#)
                + Boiler.service("b", of: ["a"], #"stop = "shut", reload = "drain""#)
        }
        let living = try Living(boilers: text("one"))
        let caller = InstanceHolder(try living.boiler("b"))
        try living.reload(text("two"))
        try await until { living.container.generations.first?.draining == ["b", "a"] }
        try await Task.sleep(for: .milliseconds(50))
        #expect(!living.done.contains("shut a"))
        caller.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.done.suffix(2) == ["shut b", "shut a"])
    }

    @Test func shutdownStopsWhatDrains() async throws {
        let living = try Living(boilers: Self.draining("one", stop: "close"))
        let held = (try living.boiler("a"))
        try living.reload(Self.draining("two", stop: "close"))
        let other = try living.boiler("a")
        try await until { living.container.generations.first?.draining == ["a"] }
        #expect(await living.container.shutdownGracefully() == [])
        withExtendedLifetime((held, other)) {}
        #expect(living.done == ["one a", "two a", "close a", "close a"])
        #expect(living.container.generations.isEmpty)
    }

    @Test func endOfTheContainerStopsWhatDrains() async throws {
        var living: Living? = try Living(boilers: Self.draining("one"))
        let log = living?.log
        let held = try living?.boiler("a")
        try living?.reload(Self.draining("two"))
        let next = try living?.boiler("a")
        try await until { living?.container.generations.first?.draining == ["a"] }
        living = nil
        // At once, not when the task that waits notices it.
        #expect(log?.elements.suffix(2) == ["shut a", "shut a"])
        withExtendedLifetime((held, next)) {}
    }

    @Test func newRunDoesNotWaitForTheOneThatDrains() async throws {
        func text(_ needs: [String]) -> String {
            Worker.service("z") + Worker.service("a", of: needs, #"run = true, stop = "finish", reload = "drain""#)
        }
        let living = try Living(workers: text([]))
        try await living.container.start()
        let former = try await living.awaitRun(of: "a")
        try living.reload(text(["z"]))
        let next = try await living.awaitRun(of: "a")
        #expect(next !== former)
        #expect(former.waiting == 1)
        #expect(living.container.generations.first?.draining == ["a"])
        _ = await living.container.shutdownGracefully()
        #expect(former.waiting + next.waiting == 0)
        #expect(living.container.diagnostics.entries.isEmpty)
    }

    /// What functions of the replaced scripts were given does not count.
    @Test func functionsOfScriptsDoNotHoldInstances() async throws {
        func text(_ entry: String) -> String {
            Self.draining(entry)
                + #"hook.created("a", function(a) local seen = a end) service "b" (function(c) local a = c.get "a" return 1 end)"#
        }
        let living = try Living(boilers: text("one"))
        _ = try await living.container.resolve("b", as: Int.self)
        try living.reload(text("two"))
        try await until { living.container.generations.count == 1 }
        #expect(living.done.last == "shut a")
        #expect(living.container.diagnostics.entries.isEmpty)
    }

    private static func ports(_ name: String) throws -> Living {
        try Living("parameters { name = \"\(name)\" }") { services in
            services.register("a", lifecycle: Lifecycle(reload: .drain(), stop: { $0.close() })) { resolver in
                Port(try resolver.parameter("name"), try resolver.resolve("log"))
            }
        }
    }

    @Test func registrationsDrain() async throws {
        let living = try Self.ports("one")
        let holder = InstanceHolder<Port>(try await living.container.resolve("a"))
        try living.reload(#"parameters { name = "two" }"#)
        #expect(try await living.container.resolve("a", as: Port.self).name == "two")
        try await until { living.container.generations.first?.draining == ["a"] }
        #expect(living.log.elements == [])
        holder.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements == ["close one"])
    }

    /// Threads resolve and use instances, and reloads replace them: nobody who holds one sees it closed, and each is closed once.
    @Test func instancesInUseAreNotStopped() async throws {
        let living = try Self.ports("0")
        let rounds = repetitions(300, debug: 40)
        let (isOver, violations) = (Counter(), Counter())
        onThreads(4) { number in
            if number == 0 {
                for round in 1...rounds {
                    do { try living.reload("parameters { name = \"\(round)\" }") } catch { violations.add() }
                }
                isOver.add()
                return
            }
            while isOver.value == 0 {
                guard let port = try? living.container.resolve("a", as: Port.self) else {
                    violations.add()
                    return
                }
                for _ in 0..<100 where port.isClosed { violations.add() }
                withExtendedLifetime(port) {}
            }
        }
        #expect(violations.value == 0)
        try await until { living.container.generations.count == 1 }
        let closed = living.log.elements
        #expect(Set(closed).count == closed.count)
        let last = try await living.container.resolve("a", as: Port.self)
        #expect(!last.isClosed && last.name == "\(rounds)")
        #expect(living.container.diagnostics.entries.filter { $0.severity != .note }.isEmpty)
    }
}

private final class Port: Sendable {
    let name: String
    private let log: Station.Log
    private let closings = Counter()

    init(_ name: String, _ log: Station.Log) {
        self.name = name
        self.log = log
    }

    var isClosed: Bool { closings.value > 0 }

    func close() {
        closings.add()
        log.lines.append("close \(name)")
    }
}

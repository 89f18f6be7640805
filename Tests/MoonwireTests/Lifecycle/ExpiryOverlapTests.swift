import Moonwire
import MoonwireSupport
import MoonwireTesting
import TestSupport
import Testing

/// Instances that expire while children are open, during reloads, and between decorators of other scopes.
@Suite(.timeLimit(.minutes(2))) struct ExpiryOverlapTests {
    private let clock = ManualClock()

    /// Drains for longer than the test takes.
    private static let token = Boiler.service(
        "a", #"scope = { "cached", ttl = 60 }, stop = "shut", reload = { "drain", limit = 3600 }"#)

    private func living(_ text: String) throws -> Living {
        try Living(boilers: text) { $0.registerClock(clock) }
    }

    private func decorator(_ id: String, _ scope: String) -> String {
        """
        decorate "a" {
            id = "\(id)", type = "Boiler", scope = \(scope), args = { name = "\(id)", inlets = { inner }, log = ref "log" },
        }

        """
    }

    /// Overrides that change more than services have a plan of their own.
    @Test func clockIsThatOfTheContainerInEachKindOfChild() throws {
        let living = try living(Self.token)
        let child = try living.container.openOverrides { $0.setParameter("x", to: 1, declaring: true) }
        let first = try child.resolve("a", as: Boiler.self)
        clock.advance(by: .seconds(60))
        #expect(try child.resolve("a", as: Boiler.self) !== first)
    }

    @Test func openChildDoesNotDelayTheStop() async throws {
        let living = try living(Self.token + Boiler.service("b"))
        weak let first = try living.boiler("a")
        let other = Boiler(name: "other", inlets: [], log: Station.Log(living.log))
        let child = try living.container.openOverrides { $0.override("b") { _ in other } }
        clock.advance(by: .seconds(60))
        let second = try living.boiler("a")
        try await until { living.done == ["shut a"] }
        #expect(first == nil)
        let inside: Boiler = try await child.resolve("a")
        #expect(inside !== second)
        child.close()
    }

    @Test func childClosesAlthoughSomebodyHoldsAnExpiredInstance() async throws {
        let living = try living(Self.token + Boiler.service("b"))
        let other = Boiler(name: "other", inlets: [], log: Station.Log(living.log))
        let stop = Lifecycle<Boiler>(stop: { _ in living.log.append("shut other") })
        let child = try living.container.openOverrides { $0.override("b", lifecycle: stop) { _ in other } }
        let held = InstanceHolder(try await child.resolve("a", as: Boiler.self))
        _ = try await child.resolve("b", as: Boiler.self)
        clock.advance(by: .seconds(60))
        _ = try await child.resolve("a", as: Boiler.self)
        child.close()
        try await until { living.done.count == 3 }
        #expect(living.done == ["shut a", "shut a", "shut other"])
        held.release()
    }

    @Test func expiryDuringACheckDoesNotOvertakeTheReload() async throws {
        let living = try living(Self.token)
        weak let first = try living.boiler("a")
        try living.edit(Self.token + Boiler.service("other"))
        try await living.container.reload(
            checking: .health.and { _ in
                clock.advance(by: .seconds(60))
                _ = try await Task.detached { try living.boiler("a") }.value
            })
        #expect(living.container.contains("other"))
        #expect(try living.boiler("a") !== first)
        try await until { first == nil }
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done.count == living.log.elements.count { $0 == "build a" })
    }

    @Test func decoratorThatKeepsWhatItWrapsIsNotReplaced() throws {
        let living = try living(
            Self.token + decorator("middle", #""shared", outlives = "cached""#)
                + decorator("outer", #"{ "cached", ttl = 90 }"#))
        let first = try living.boiler("a")
        clock.advance(by: .seconds(60))
        #expect(try living.boiler("a") === first)
        clock.advance(by: .seconds(30))
        let second = try living.boiler("a")
        #expect(second !== first)
        #expect(second.inlets[0] === first.inlets[0])
    }

    @Test func innerDecoratorMayExpireFirst() throws {
        let living = try living(
            Boiler.service("a") + decorator("middle", #"{ "cached", ttl = 10 }"#)
                + decorator("outer", #"{ "cached", ttl = 60 }"#))
        let first = try living.boiler("a")
        clock.advance(by: .seconds(10))
        let second = try living.boiler("a")
        #expect(second !== first)
        #expect(second.inlets[0] !== first.inlets[0])
        #expect(second.inlets[0].inlets[0] === first.inlets[0].inlets[0])
    }

    @Test func decoratorExpiresWithWhatItWrapsThroughATransientOne() throws {
        let living = try living(
            Self.token + decorator("middle", #""transient""#) + decorator("outer", #"{ "cached", ttl = 600 }"#))
        let first = try living.boiler("a")
        clock.advance(by: .seconds(60))
        #expect(try living.boiler("a") !== first)
    }

    @Test func slotsFindTheCurrentInstance() throws {
        let living = try Living(boilers: Self.token) {
            $0.registerClock(clock)
            $0.register("owner", scope: .transient) { _ in Owner() }
        }
        func owner() throws -> Owner { try living.container.resolve("owner") }
        let first = try owner()
        let held = first.byType
        #expect(try owner().byID === held)
        clock.advance(by: .seconds(60))
        let second = try owner()
        #expect(second.byType !== held)
        #expect(second.byID === second.byType)
        #expect(first.byType === held)
    }

    private final class Owner {
        @Injected var byType: Boiler
        @Injected("a") var byID: Boiler
    }

    /// A factory may return an object of the application again, which has expired and drains.
    @Test func sameObjectIsStoppedOnce() async throws {
        let log = Collected<String>()
        let same = InstanceHolder(Boiler(name: "same", inlets: [], log: Station.Log(log)))
        let container = try Container(text: "", types: [], environment: .dev) {
            $0.registerClock(clock)
            let stop = Lifecycle<Boiler>(stop: { log.append("shut \($0.name)") })
            $0.register("a", scope: .cached(for: .seconds(60)), lifecycle: stop) { _ in
                same.withHeld { $0 } ?? Boiler(name: "last", inlets: [], log: Station.Log(log))
            }
        }
        for _ in 0..<3 {
            _ = try await container.resolve("a", as: Boiler.self)
            clock.advance(by: .seconds(60))
        }
        #expect(container.generations.map(\.draining) == [["a"]])
        same.release()
        _ = try await container.resolve("a", as: Boiler.self)
        #expect(await container.shutdownGracefully() == [])
        #expect(log.elements.sorted() == ["shut last", "shut same"])
    }
}

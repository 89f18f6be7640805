import Moonwire
import MoonwireTesting
import TestSupport
import Testing

/// `scope = { "cached", ttl = 60 }`: an instance is used for some time.
@Suite(.timeLimit(.minutes(5))) struct CachedServiceTests {
    private let clock = ManualClock()

    private static func token(_ name: String = "a", of inlets: [String] = [], _ rest: String = "") -> String {
        Boiler.service(name, of: inlets, "scope = { \"cached\", ttl = 60 }, \(rest)")
    }

    private func living(_ text: String) throws -> Living {
        try Living(boilers: text) { $0.registerClock(clock) }
    }

    @Test(arguments: ["60", "60.0", #""60s""#, #""1m""#]) func instanceIsReplacedAfterItsTime(ttl: String) throws {
        let living = try living(Boiler.service("a", #"scope = { "cached", ttl = \#(ttl) }"#))
        let first = try living.boiler("a")
        clock.advance(by: .seconds(60) - .nanoseconds(1))
        #expect(try living.boiler("a") === first)
        clock.advance(by: .nanoseconds(1))
        let second = try living.boiler("a")
        #expect(second !== first)
        // Uses do not extend it.
        clock.advance(by: .seconds(59))
        #expect(try living.boiler("a") === second)
        clock.advance(by: .seconds(1))
        #expect(try living.container.resolve(Boiler.self) !== second)
        #expect(living.log.elements == ["build a", "build a", "build a"])
    }

    @Test func instanceOfEachKindOfResolveExpires() async throws {
        let living = try living(
            Self.token("a", "tags = \"all\"")
                + #"service "user" { factory = function(args, c) c.get "a"; return c.get "a" end, scope = "transient" }"#
        )
        let container = living.container
        let key = ServiceKey<Boiler>("a")
        let resolves: [() async throws -> Boiler] = [
            { try Self.now { try container.resolve("a") } }, { try await container.resolve("a") },
            { try Self.now { try container.resolve(key) } }, { try await container.resolve(key) },
            { try container.tagged("all", as: Boiler.self)[0] }, { try Self.now { try container.resolve("user") } },
        ]
        var former: Boiler?
        for resolve in resolves {
            let fresh = try await resolve()
            #expect(fresh !== former)
            #expect(try await resolve() === fresh)
            former = fresh
            clock.advance(by: .seconds(60))
        }
    }

    /// The result of a synchronous resolve, in an asynchronous function.
    private static func now<R>(_ resolve: () throws -> R) rethrows -> R { try resolve() }

    @Test func asynchronousServiceExpires() async throws {
        let container = try container { services in
            services.register("a", scope: .cached(for: .seconds(5))) { _ async throws -> Token in Token() }
        }
        let first: Token = try await container.resolve("a")
        #expect(try await container.resolve("a") === first)
        #expect(try Self.now { try container.resolve("a") } === first)
        clock.advance(by: .seconds(5))
        #expect(throws: ContainerError.self) { try Self.now { try container.resolve("a", as: Token.self) } }
        let second: Token = try await container.resolve("a")
        #expect(second !== first)
        #expect(try Self.now { try container.resolve("a") } === second)
    }

    @Test func expiredInstanceIsStoppedWhenNobodyHoldsIt() async throws {
        let living = try living(Self.token("a", #"stop = "shut""#))
        let caller = InstanceHolder(try living.boiler("a"))
        clock.advance(by: .seconds(60))
        _ = try living.boiler("a")
        #expect(living.container.generations.map(\.draining) == [["a"]])
        try await Task.sleep(for: .milliseconds(20))
        #expect(living.done == [])
        caller.release()
        try await until { living.done == ["shut a"] }
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done == ["shut a", "shut a"])
    }

    /// What an expired instance needs is not stopped before it, even if a reload replaces it.
    @Test func neededInstanceWaitsForTheExpiredOne() async throws {
        func text(_ entry: String) -> String {
            Boiler.service("base", #"call = { { "note", "\#(entry)" } }, stop = "shut""#)
                + Self.token("a", of: ["base"], #"stop = "shut""#)
        }
        let living = try living(text("one"))
        let caller = InstanceHolder(try living.boiler("a"))
        clock.advance(by: .seconds(60))
        _ = try living.boiler("a")
        try living.reload(text("two"))
        try await until { living.container.generations.first?.draining.contains("a") == true }
        #expect(!living.done.contains("shut base"))
        caller.release()
        try await until { living.done.filter { $0.hasPrefix("shut") } == ["shut a", "shut a", "shut base"] }
    }

    @Test func decoratorsExpireWithWhatTheyWrap() throws {
        let living = try living(
            Self.token("a")
                + #"decorate "a" { id = "outer", type = "Boiler", args = { name = "outer", inlets = { inner }, log = ref "log" } }"#
        )
        let first = try living.boiler("a")
        clock.advance(by: .seconds(30))
        #expect(try living.boiler("a") === first)
        clock.advance(by: .seconds(30))
        let second = try living.boiler("a")
        #expect(second !== first)
        #expect(second.inlets[0] !== first.inlets[0])
        #expect(living.log.elements == ["build a", "build outer", "build a", "build outer"])
    }

    /// A decorator with a shorter time is replaced alone.
    @Test func wrappedInstanceMayLiveLonger() throws {
        let living = try living(
            Boiler.service("a")
                + """
                decorate "a" {
                    id = "outer", type = "Boiler", scope = { "cached", ttl = 10 },
                    args = { name = "outer", inlets = { inner }, log = ref "log" },
                }
                """)
        let first = try living.boiler("a")
        clock.advance(by: .seconds(10))
        let second = try living.boiler("a")
        #expect(second !== first)
        #expect(second.inlets[0] === first.inlets[0])
    }

    @Test func providerGivesTheCurrentInstance() throws {
        let living = try living(
            """
            service "a" { type = "Station", args = { name = "a" }, scope = { "cached", ttl = 60 } }
            service "user" { type = "Station", args = { name = "user", later = provider "a" } }
            """)
        let user = try living.station("user")
        let first = try user.later?()
        clock.advance(by: .seconds(60))
        let second = try user.later?()
        #expect(second !== first)
        #expect(try living.station("user") === user)
        #expect(try living.station("a") === second)
    }

    @Test func reloadKeepsTheInstanceAndItsTime() throws {
        let living = try living(Self.token())
        let first = try living.boiler("a")
        clock.advance(by: .seconds(40))
        try living.reload(Self.token() + Boiler.service("other"))
        #expect(try living.boiler("a") === first)
        clock.advance(by: .seconds(20))
        #expect(try living.boiler("a") !== first)
    }

    @Test func changedTimeReplacesTheInstance() throws {
        let living = try living(Self.token())
        let first = try living.boiler("a")
        try living.reload(Boiler.service("a", #"scope = { "cached", ttl = 10 }"#))
        let second = try living.boiler("a")
        #expect(second !== first)
        clock.advance(by: .seconds(10))
        #expect(try living.boiler("a") !== second)
    }

    @Test func scopesFindTheInstanceOfTheContainer() throws {
        let living = try living(
            "scopes { \"request\" }\n" + Self.token()
                + Boiler.service("own", #"scope = "request", outlives = "cached""#))
        let first = try living.boiler("a")
        try living.container.withScope("request") {
            let inside = try living.boiler("a")
            #expect(inside === first)
            clock.advance(by: .seconds(60))
            let next = try living.boiler("a")
            #expect(next !== first)
        }
    }

    @Test func layersOfOverridesHaveInstancesOfTheirOwn() throws {
        let living = try living(Self.token() + Boiler.service("b"))
        let first = try living.boiler("a")
        let other = Boiler(name: "other", inlets: [], log: Station.Log(living.log))
        try living.container.withOverrides {
            $0.override("b") { _ in other }
        } operation: {
            let inside = try living.boiler("a")
            #expect(inside === first)
            clock.advance(by: .seconds(60))
            let (second, third) = (try living.boiler("a"), try living.boiler("a"))
            #expect(second !== first)
            #expect(third === second)
        }
        #expect(try living.boiler("a") !== first)
    }

    @Test func resetForgetsTheInstance() throws {
        let living = try living(Self.token())
        let first = try living.boiler("a")
        try living.container.reset("a")
        let second = try living.boiler("a")
        #expect(second !== first)
        try living.container.reset(scope: .cached(for: .seconds(60)))
        #expect(try living.boiler("a") !== second)
    }

    @Test func expiredInstancesAreReleased() async throws {
        let living = try living(Self.token())
        weak let first = try living.boiler("a")
        #expect(first != nil)
        clock.advance(by: .seconds(60))
        _ = try living.boiler("a")
        try await until { first == nil }
    }

    /// However many threads find an instance expired, one builds the next.
    @Test func threadsBuildOneInstance() async throws {
        let living = try living(Self.token("a", #"stop = "shut""#))
        for _ in 0..<50 {
            _ = try living.boiler("a")
            clock.advance(by: .seconds(60))
            let all = try await withThrowingTaskGroup(of: Boiler.self) { group in
                for _ in 0..<8 { group.addTask { try living.boiler("a") } }
                return try await group.reduce(into: [Boiler]()) { $0.append($1) }
            }
            #expect(all.allSatisfy { $0 === all[0] })
            clock.advance(by: .seconds(60))
        }
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.log.elements.count { $0 == "build a" } == 100)
        #expect(living.done.count == 100)
    }

    private final class Token: Sendable {}

    private func container(_ register: (inout Registrations) throws -> Void) throws -> Container {
        let folder = Scratch()
        try folder.write("", "container.lua")
        return try Container(scripts: [folder.path("container.lua")], types: [], environment: .dev) { services in
            services.registerClock(clock)
            try register(&services)
        }
    }
}

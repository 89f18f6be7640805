import Moonwire
import MoonwireSupport
import MoonwireTesting
import TestSupport
import Testing

/// A service of scope cached with arguments: an instance for each value of these.
@Suite(.timeLimit(.minutes(5))) struct CachedArgumentTests {
    private let clock = ManualClock()

    private static let rest = "log = ref \"log\" }, scope = { \"cached\", ttl = 60 }"
    private static let boiler =
        "service \"boiler\" { type = \"Boiler\", args = { name = argument \"name\", \(rest) }\n"

    private func living(_ text: String = boiler) throws -> Living {
        try Living(boilers: text) { $0.registerClock(clock) }
    }

    private func resolve(_ name: String, _ living: Living) throws -> Boiler {
        try living.container.resolve("boiler", arguments: ["name": name])
    }

    @Test func equalArgumentsShareAnInstanceForItsTime() throws {
        let living = try living()
        let one = try resolve("one", living)
        #expect(one.name == "one")
        let two = try resolve("two", living)
        #expect(two.name == "two")
        clock.advance(by: .seconds(30))
        #expect(try resolve("one", living) === one)
        let three = try resolve("three", living)
        clock.advance(by: .seconds(30))
        #expect(try resolve("three", living) === three)
        #expect(try resolve("one", living) !== one)
        #expect(living.log.elements == ["build one", "build two", "build three", "build one"])
    }

    @Test func argumentsAreEqualWhoeverGivesThem() throws {
        let living = try living(
            "defaults { scope = \"transient\" }\n" + Self.boiler + """
                service "direct" { type = "Boiler", scope = "transient",
                    args = { name = "d", inlets = { ref("boiler", { name = "%size%" }) }, log = ref "log" } }
                service "called" (function(c) return c.get("boiler", { name = "big" }) end)
                parameters { size = "big" }
                """)
        let one = try resolve("big", living)
        let direct: Boiler = try living.container.resolve("direct")
        #expect(direct.inlets.first === one)
        #expect(try living.container.resolve("called", as: Boiler.self) === one)
    }

    @Test func argumentWithADefaultMayBeLeftOut() throws {
        let living = try living(
            "service \"boiler\" { type = \"Boiler\", args = { name = argument(\"name\", \"plain\"), \(Self.rest) }")
        let plain: Boiler = try living.container.resolve("boiler")
        #expect(plain.name == "plain")
        #expect(try living.container.resolve("boiler", as: Boiler.self) === plain)
        #expect(try resolve("other", living) !== plain)
        #expect(try living.container.resolve(Boiler.self) === plain)
    }

    @Test func listsAndMapsAreCompared() throws {
        let builds = Collected<String>()
        let container = try Container(text: "", types: [], environment: .dev) { services in
            services.register(
                "label", arguments: "places", "sizes", scope: .cached(for: .seconds(60))
            ) { (_, places: [String], sizes: [String: Int]) in
                builds.append("\(places) \(sizes["a"] ?? 0)")
                return builds.elements.count
            }
        }
        func label(_ places: [String], _ size: Int) throws -> Int {
            try container.resolve("label", arguments: ["places": places, "sizes": ["a": size]])
        }
        #expect(try label(["x", "y"], 1) == 1)
        #expect(try label(["x", "y"], 2) == 2)
        #expect(try label(["y", "x"], 1) == 3)
        #expect(try label(["x", "y"], 1) == 1)
        #expect(builds.elements.count == 3)
    }

    /// A parameter of one overload that the other one lacks would make the compiler choose the latter.
    @Test func sendableTypesAreRegisteredAsSuch() throws {
        let container = try Container(text: "", types: [], environment: .dev) { services in
            services.register("token", arguments: "number") { (_, number: Int) in Token(number) }
        }
        let token: Token = try container.resolve("token", arguments: ["number": 1])
        #expect(token.number == 1)
    }

    @Test func failedBuildIsTriedAgain() throws {
        let attempts = Collected<Int>()
        let container = try Container(text: "", types: [], environment: .dev) { services in
            services.register("a", arguments: "number", scope: .cached(for: .seconds(60))) { (_, number: Int) in
                attempts.append(number)
                if attempts.elements.count == 1 { throw Boiler.Leak() }
                return "built \(number)"
            }
        }
        #expect(throws: ContainerError.self) { try container.resolve("a", as: String.self, arguments: ["number": 1]) }
        #expect(try container.resolve("a", as: String.self, arguments: ["number": 1]) == "built 1")
        #expect(attempts.elements == [1, 1])
    }

    @Test func oneBuildForAllThreads() throws {
        let builds = Collected<Int>()
        let container = try Container(text: "", types: [], environment: .dev) { services in
            services.register("a", arguments: "number", scope: .cached(for: .seconds(60))) { (_, number: Int) in
                builds.append(number)
                return Token(number)
            }
        }
        let tokens = Collected<Token>()
        onThreads(8) { _ in
            for number in 0..<50 {
                if let token: Token = try? container.resolve("a", arguments: ["number": number]) {
                    tokens.append(token)
                }
            }
        }
        #expect(builds.elements.sorted() == Array(0..<50))
        #expect(tokens.elements.count == 400)
        #expect(Set(tokens.elements.map(ObjectIdentifier.init)).count == 50)
    }

    /// A number that is an object.
    private final class Token: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    @Test func leastRecentlyUsedAreForgotten() throws {
        let rest = Self.rest.replacing("ttl = 60", with: "ttl = 60, limit = 4")
        let living = try living(
            "service \"boiler\" { type = \"Boiler\", args = { name = argument \"name\", \(rest) }")
        for round in 0..<3 {
            for number in 0..<2 { _ = try resolve("often \(number)", living) }
            _ = try resolve("once \(round)", living)
        }
        #expect(living.log.elements.filter { $0.contains("often") } == ["build often 0", "build often 1"])
        for number in 0..<100 { _ = try resolve("\(number)", living) }
        weak let kept = try resolve("99", living)
        #expect(kept != nil)
        weak var forgotten: Boiler?
        forgotten = try resolve("first", living)
        for number in 0..<4 { _ = try resolve("later \(number)", living) }
        #expect(forgotten == nil)
        #expect(kept == nil)
    }

    @Test(arguments: [1, 2, 3]) func limitIsExact(limit: Int) throws {
        let living = Lock(0)
        final class Counted: Sendable {
            let count: Lock<Int>
            init(_ count: Lock<Int>) {
                self.count = count
                count.withLock { $0 += 1 }
            }
            deinit { count.withLock { $0 -= 1 } }
        }
        let container = try Container(text: "", types: [], environment: .dev) { services in
            services.register(
                "a", arguments: "number", scope: .cached(for: .seconds(60), limit: limit)
            ) { (_, _: Int) in Counted(living) }
        }
        for number in 0..<20 {
            _ = try container.resolve("a", as: Counted.self, arguments: ["number": number])
            #expect((1...limit).contains(living.withLock { $0 }))
        }
    }

    @Test func reloadAndResetForget() throws {
        let living = try living()
        let one = try resolve("one", living)
        try living.container.reset("boiler")
        let two = try resolve("one", living)
        #expect(two !== one)
        try living.reload(Self.boiler + "parameters { a = 1 }")
        #expect(try resolve("one", living) !== two)
    }

    @Test func scopesShareTheInstancesBeneathAndOverridesDoNot() throws {
        let living = try living("scopes { \"job\" }\n" + Self.boiler)
        let one = try resolve("one", living)
        try living.container.withScope("job") {
            #expect(try resolve("one", living) === one)
            _ = try resolve("two", living)
        }
        _ = try resolve("two", living)
        #expect(living.log.elements == ["build one", "build two"])
        try living.container.withOverrides {
            $0.override("log") { _ in Station.Log(Collected<String>()) }
        } operation: {
            let other = try resolve("one", living)
            #expect(other !== one)
        }
        #expect(try resolve("one", living) === one)
    }

    @Test func asynchronousBuildIsShared() async throws {
        let living = try living(
            Self.boiler.replacing("}\n", with: ", call = { { \"connect\" } } }\n", maxReplacements: 1))
        let container = living.container
        let first: Boiler = try await container.resolve("boiler", arguments: ["name": "one"])
        let all = try await withThrowingTaskGroup(of: Boiler.self) { group in
            for number in 0..<16 {
                group.addTask {
                    try await container.resolve("boiler", arguments: ["name": number % 2 == 0 ? "one" : "two"])
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(all.filter { $0.name == "one" }.allSatisfy { $0 === first })
        #expect(Set(all.map(ObjectIdentifier.init)).count == 2)
        #expect(living.log.elements.filter { $0 == "build two" }.count == 1)
        // What is there already is found without an await.
        #expect(try resolve("one", living) === first)
        #expect(
            living.readable(message { _ = try resolve("three", living) }).hasPrefix(
                "container.lua:1: service \"boiler\" must be built asynchronously"))
    }
}

import Moonwire
import TestSupport
import Testing

/// `openOverrides`: a child container, with services and instances that only exist there.
@Suite(.timeLimit(.minutes(5))) struct OpenOverridesTests {
    private static let script = """
        scopes { "job" }
        service "base" { type = "Station", args = { name = "base", log = ref "log" }, stop = "close" }
        service "user" { type = "Station", args = { name = "user", next = ref "base", log = ref "log" }, stop = "close" }
        service "shared" { type = "Station", args = { name = "shared", log = ref "log" }, stop = "close" }
        service "work" { type = "Station", args = { name = "work", next = ref "user", log = ref "log" }, scope = "job", stop = "close" }
        """

    private static func station(_ name: String, _ living: Living) -> Station {
        Station(name: name, next: nil, later: nil, log: Station.Log(living.log))
    }

    private func child(of living: Living) throws -> ContainerScope {
        let other = Self.station("other", living)
        return try living.container.openOverrides { $0.override("base") { _ in other } }
    }

    @Test func childHasItsReplacementsAndSharesTheRest() throws {
        let living = try Living(Self.script)
        let (user, shared) = (try living.station("user"), try living.station("shared"))
        let child = try child(of: living)
        let own = try child.resolve("user", as: Station.self)
        #expect(own !== user)
        #expect(own.next?.name == "other")
        #expect(try child.resolve("user", as: Station.self) === own)
        #expect(try child.resolve("shared", as: Station.self) === shared)
        // The container does not see it.
        #expect(try living.station("user") === user)
        #expect(try living.station("base").name == "base")
        child.close()
        #expect(try living.station("user") === user)
        #expect(living.log.elements == ["close user"])
    }

    @Test func childCanHaveMoreServices() throws {
        let living = try Living(Self.script)
        let base = try living.station("base")
        let child = try living.container.openOverrides {
            $0.register("more") { resolver in try resolver.resolve("base", as: Station.self) }
        }
        #expect(try child.resolve("more", as: Station.self) === base)
        #expect(!living.container.contains("more"))
        try child.perform { #expect(living.container.contains("more")) }
    }

    @Test func closingStopsWhatTheChildBuiltInReverseOrder() throws {
        let living = try Living(Self.script)
        _ = try living.station("shared")
        let child = try living.container.openOverrides { $0.setParameter("x", to: 1, declaring: true) }
        for id in ["user", "shared"] { _ = try child.resolve(id, as: Station.self) }
        #expect(child.isOpen)
        child.close()
        child.close()
        #expect(!child.isOpen)
        #expect(living.log.elements == ["close user", "close base"])
    }

    @Test func childClosesWithItsLastReference() throws {
        let living = try Living(Self.script)
        var child: ContainerScope? = try child(of: living)
        _ = try child?.resolve("user", as: Station.self)
        child = nil
        #expect(living.log.elements == ["close user"])
        #expect(living.container.generations.map(\.otherHolders) == [0])
    }

    @Test func childrenNest() throws {
        let living = try Living(Self.script)
        let child = try child(of: living)
        let last = Self.station("last", living)
        let grandchild = try child.perform {
            try living.container.openOverrides { $0.override("shared") { _ in last } }
        }
        #expect(try grandchild.resolve("shared", as: Station.self) === last)
        #expect(try grandchild.resolve("user", as: Station.self).next?.name == "other")
        #expect(try child.resolve("shared", as: Station.self) !== last)
        // It keeps what it is built on.
        child.close()
        #expect(try grandchild.resolve("user", as: Station.self).next?.name == "other")
        grandchild.close()
    }

    @Test func scopesOpenInAChild() throws {
        let living = try Living(Self.script)
        let child = try child(of: living)
        let job = try child.openScope("job")
        #expect(try job.resolve("work", as: Station.self).next?.next?.name == "other")
        job.close()
        try child.perform {
            let work = try living.container.withScope("job") { try living.station("work") }
            #expect(work.next?.next?.name == "other")
        }
        #expect(living.log.elements == ["close work", "close work"])
    }

    @Test func childKeepsItsGeneration() throws {
        let living = try Living(Self.script)
        let child = try child(of: living)
        let own = try child.resolve("user", as: Station.self)
        try living.reload(Self.script.replacing("\"shared\", log", with: "\"new\", log"))
        #expect(try living.station("shared").name == "new")
        #expect(try child.resolve("shared", as: Station.self).name == "shared")
        #expect(try child.resolve("user", as: Station.self) === own)
        #expect(child.generation == 1)
        #expect(living.container.generations.map(\.scopes) == [["overrides"], []])
        child.close()
        #expect(living.container.generations.map(\.number) == [3])
    }

    @Test func asynchronousServicesAreBuiltInside() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "connect", stop = "close""#))
        let child = try living.container.openOverrides {
            $0.override("a") { _ async throws -> Boiler in
                await Task.yield()
                return Boiler(name: "own", inlets: [], log: Station.Log(living.log))
            }
        }
        let own: Boiler = try await child.resolve("a")
        #expect(own.name == "own")
        #expect(try await child.resolve("a", as: Boiler.self) === own)
        let name = try await child.perform { try await living.container.resolve("a", as: Boiler.self).name }
        #expect(name == "own")
        #expect(try await living.container.resolve("a", as: Boiler.self).name == "a")
    }

    @Test func suppliedInstanceStaysInTheChild() throws {
        let living = try Living(Self.script)
        let child = try child(of: living)
        let supplied = Self.station("supplied", living)
        try child.supply(supplied, for: "shared")
        #expect(try child.resolve("shared", as: Station.self) === supplied)
        #expect(try living.station("shared").name == "shared")
    }

    @Test func childIsAnswerableForItsMistakes() throws {
        let living = try Living(Self.script)
        #expect(
            message {
                _ = try living.container.openOverrides {
                    $0.override("bass", file: "App.swift", line: 1) { _ in Self.station("other", living) }
                }
            } == """
                App.swift:1: override of "bass": service "bass" is not defined
                    did you mean "base"?
                    `register` adds a service
                """)
        let child = try child(of: living)
        child.close()
        #expect(
            message { _ = try child.resolve("user", as: Station.self) }
                == #"service "user" was requested from overrides, which have been closed"#)
        #expect(
            message { try child.perform {} } == "a service was requested from overrides, which have been closed")
        #expect(
            message { _ = try child.openScope("job") }
                == #"scope "job" was opened inside overrides, which have been closed"#)
        #expect(living.container.generations.map(\.otherHolders) == [0])
    }

    @Test func resolveCannotOpenAChild() throws {
        let living = try Living(Self.script)
        let child = try living.container.openOverrides { services in
            services.override("base") { [unowned living] _ in
                _ = try living.container.openOverrides { _ in }
                return Self.station("other", living)
            }
        }
        #expect(message { _ = try child.resolve("base", as: Station.self) }.contains("base"))
    }

    /// A child of a container that is shut down ends, too.
    @Test func shutdownWaitsForAChild() async throws {
        let living = try Living(Self.script)
        let child = try child(of: living)
        _ = (try await child.resolve("user", as: Station.self), try living.station("shared"))
        let shutdown = Task { await living.container.shutdownGracefully(within: .seconds(60)) }
        try await until { (try? living.station("shared")) == nil }
        child.close()
        #expect(await shutdown.value == [])
        #expect(living.log.elements == ["close user", "close shared"])
    }

    /// Children open and close on many threads while the container reloads.
    @Test func childrenOpenOnManyThreads() async throws {
        let living = try Living(Self.script)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        let own = Self.station("own \(number)", living)
                        let child = try living.container.openOverrides { $0.override("base") { _ in own } }
                        let name = try child.resolve("user", as: Station.self).next?.name
                        #expect(name == "own \(number)")
                        child.close()
                    }
                }
            }
            group.addTask { for _ in 0..<20 { try living.container.reload() } }
            try await group.waitForAll()
        }
        #expect(living.container.generations.count == 1)
        #expect(living.log.elements.count == 400)
    }
}

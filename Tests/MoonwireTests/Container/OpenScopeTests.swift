import Moonwire
import TestSupport
import Testing

/// Scopes that the application opens: which instance is found where, and what stops when.
@Suite(.timeLimit(.minutes(5))) struct OpenScopeTests {
    static let script = """
        scopes { "session", request = { within = "session" }, "job" }
        service "shared" { type = "Station", args = { name = "shared", log = ref "log" }, stop = "close" }
        service "user" { type = "Station", synthetic = true, scope = "session" }
        service "login" { type = "Station", args = { name = "login", log = ref "log" }, scope = "session", stop = "close" }
        service "first" { type = "Station", args = { name = "first", next = ref "shared", log = ref "log" }, scope = "request", stop = "close" }
        service "second" { type = "Station", args = { name = "second", next = ref "first", log = ref "log" }, scope = "request", stop = "close" }
        service "each" { type = "Station", args = { name = "each", next = ref "first" }, scope = "transient" }
        service "asks" { factory = function(_, c) return c.get "first" end, scope = "transient" }
        service "later" { type = "Station", args = { name = "later", later = provider "first" } }
        service "work" { type = "Station", args = { name = "work", next = ref "shared", log = ref "log" }, scope = "job", stop = "close" }
        alias "other" "first"
        """

    @Test func scopesHaveTheirOwnInstances() throws {
        let living = try Living(Self.script)
        let container = living.container
        var first: Station?
        try container.withScope("job") {
            first = try living.station("work")
            #expect(try living.station("work") === first)
            #expect(first?.next === (try living.station("shared")))
        }
        let second = try container.withScope("job") { try living.station("work") }
        #expect(second !== first)
        #expect(living.log.elements == ["close work", "close work"])
    }

    @Test func instancesStopInReverseOrderOnce() throws {
        let living = try Living(Self.script)
        let container = living.container
        try container.withScope("session") {
            let login = try living.station("login")
            try container.withScope("request") {
                _ = try living.station("second")
                #expect(try living.station("login") === login)
                #expect(try living.station("each").next === (try living.station("first")))
                #expect(try living.station("asks") === (try living.station("other")))
            }
            #expect(living.log.elements == ["close second", "close first"])
            #expect(try living.station("login") === login)
        }
        #expect(living.log.elements == ["close second", "close first", "close login"])
        #expect(try living.station("shared").name == "shared")
    }

    @Test func instancesStopAfterAnError() throws {
        let living = try Living(Self.script)
        #expect(throws: Station.Refusal.self) {
            try living.container.withScope("job") {
                _ = try living.station("work")
                throw Station.Refusal()
            }
        }
        #expect(living.log.elements == ["close work"])
    }

    @Test func instancesStopAfterACancellation() async throws {
        let living = try Living(Self.script)
        let task = Task {
            try await living.container.withScope("job") {
                _ = try living.station("work")
                try await Task.sleep(for: .seconds(1000))
            }
        }
        while living.container.generations.first?.scopes != ["job"] { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(living.log.elements == ["close work"])
    }

    @Test func errorsOfStopsAreReported() throws {
        let living = try Living(
            """
            scopes { "job" }
            service "a" { type = "Station", args = { name = "a", log = ref "log" }, scope = "job", stop = "close" }
            service "b" { type = "Station", args = { name = "b", next = ref "a" }, scope = "job", stop = "fail" }
            """)
        try living.container.withScope("job") { _ = try living.station("b") }
        #expect(living.log.elements == ["close a"])
        #expect(
            living.container.diagnostics.entries.map { living.readable("\($0)") } == [
                "container.lua:3: warning: service \"b\" could not be stopped: Refusal()"
            ])
    }

    @Test func sharedServicesAreBuiltOnceForTheContainer() throws {
        let living = try Living(Self.script)
        let inside = try living.container.withScope("job") { try living.station("work").next }
        #expect(try living.station("shared") === inside)
        #expect(living.log.elements == ["close work"])
    }

    @Test func applicationSuppliesInstances() throws {
        let living = try Living(Self.script)
        let user = Station(name: "user", next: nil, later: nil, log: nil)
        let other = Station(name: "other", next: nil, later: nil, log: nil)
        try living.container.withScope("session") {
            $0.supply(user, for: "user")
        } operation: {
            #expect(try living.station("user") === user)
            try living.container.supply(other, for: "user")
            #expect(try living.station("user") === other)
            let inner = try living.container.withScope("request") { try living.station("user") }
            #expect(inner === other)
        }
        let missing = try living.container.withScope("session") { message { _ = try living.station("user") } }
        #expect(missing.contains("user"))
    }

    @Test func handlesResolveInTheScopeOfTheCall() throws {
        let living = try Living(Self.script)
        let later = try #require(try living.station("later").later)
        for _ in 0..<2 {
            let (found, first) = try living.container.withScope("session") {
                try living.container.withScope("request") { (try later(), try living.station("first")) }
            }
            #expect(found === first)
        }
        #expect(throws: ContainerError.self) { try later() }
    }

    @Test func childTasksAreInTheScopeAndOtherTasksAreNot() async throws {
        let living = try Living(Self.script)
        try await living.container.withScope("job") {
            let own = try living.station("work")
            async let child = living.station("work")
            #expect(try await child === own)
            let other = Task.detached { try living.container.withScope("job") { try living.station("work") } }
            #expect(try await other.value !== own)
            let outside = Task.detached { try living.station("work") }
            await #expect(throws: ContainerError.self) { try await outside.value }
        }
    }

    @Test func scopesCanBeOpenedAndClosedByHand() throws {
        let living = try Living(Self.script)
        let session = try living.container.openScope("session")
        let request = try session.openScope("request")
        let first = try request.resolve("first", as: Station.self)
        #expect(try request.resolve("first", as: Station.self) === first)
        #expect(try request.perform { try living.station("first") } === first)
        #expect(try request.resolve("login", as: Station.self) === (try session.resolve("login")))
        #expect(throws: ContainerError.self) { try living.station("first") }
        request.close()
        request.close()
        #expect(!request.isOpen)
        #expect(living.log.elements == ["close first"])
        #expect(session.isOpen)
        session.close()
        #expect(living.log.elements == ["close first", "close login"])
    }

    @Test func outerInstancesLiveAsLongAsInnerScopes() throws {
        let living = try Living(Self.script)
        let session = try living.container.openScope("session")
        let request = try session.openScope("request")
        let login = try session.resolve("login", as: Station.self)
        session.close()
        #expect(living.log.elements == [])
        #expect(try request.resolve("login", as: Station.self) === login)
        request.close()
        #expect(living.log.elements == ["close login"])
    }

    @Test func aReleasedScopeCloses() throws {
        let living = try Living(Self.script)
        _ = try living.container.openScope("job").resolve("work", as: Station.self)
        #expect(living.log.elements == ["close work"])
        #expect(living.container.generations.map(\.scopes) == [[]])
    }

    @Test func overridesAndScopesCombine() throws {
        let living = try Living(Self.script)
        let container = living.container
        try container.withScope("session") {
            try container.withScope("request") {
                let first = try living.station("first")
                try container.withOverrides {
                    $0.override("shared") { _ in Station(name: "replaced", next: nil, later: nil, log: nil) }
                } operation: {
                    let inside = try living.station("first")
                    #expect(inside.next?.name == "replaced")
                    #expect(try living.station("second").next === inside)
                }
                #expect(try living.station("first") === first)
                #expect(first.next?.name == "shared")
            }
        }
        try container.withOverrides {
            $0.override("shared") { _ in Station(name: "replaced", next: nil, later: nil, log: nil) }
        } operation: {
            try container.withScope("job") {
                let work = try living.station("work")
                #expect(work.next?.name == "replaced")
                #expect(try living.station("shared") === work.next)
            }
        }
        let outside = try container.withScope("job") { try living.station("work") }
        #expect(outside.next?.name == "shared")
    }

    @Test func asynchronousServicesBelongToTheirScopes() async throws {
        let living = try Living(#"scopes { "job" }"#) { services in
            services.register("pool") { _ in
                await Task.yield()
                return Station(name: "pool", next: nil, later: nil, log: nil)
            }
            services.register("work", scope: .named("job")) { resolver in
                Station(name: "work", next: try await resolver.resolve("pool"), later: nil, log: nil)
            }
        }
        let container = living.container
        let first = try await container.withScope("job") {
            let work = try await container.resolve("work", as: Station.self)
            #expect(try await container.resolve("work", as: Station.self) === work)
            return work
        }
        let second = try await container.withScope("job") { try await container.resolve("work", as: Station.self) }
        #expect(first !== second && first.next === second.next)
        #expect(try await container.resolve("pool", as: Station.self) === first.next)
        await #expect(throws: ContainerError.self) { try await container.resolve("work", as: Station.self) }
        // The task of a build ends after it has woken those who wait.
        try await until { container.generations.map(\.otherHolders) == [0] }
    }

    @Test func parametersAreThoseOfTheContainer() throws {
        let living = try Living(
            """
            scopes { "job" }
            parameters { name = "a" }
            service "work" { type = "Station", args = { name = "%name%" }, scope = "job" }
            """)
        try living.container.withScope("job") {
            try living.container.setParameter("name", to: "b")
            #expect(try living.station("work").name == "b")
        }
        #expect(try living.container.parameter("name", as: String.self) == "b")
    }
}

import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Every mistake with open scopes, word for word.
@Suite struct ScopeErrorTests {
    private func errors(_ script: String = OpenScopeTests.script, _ body: (Living) throws -> Void) throws -> String {
        let living = try Living(script)
        return living.readable(message { try body(living) })
    }

    @Test func scopeMustBeDeclared() throws {
        #expect(
            try errors { try $0.container.withScope("reqest") {} } == """
                there is no scope "reqest"
                    did you mean "request"?
                """)
        #expect(
            try errors { try $0.container.withScope("connection") {} } == """
                there is no scope "connection"
                    the scopes that can be opened are session, job, request
                """)
        #expect(
            try errors("") { try $0.container.withScope("request") {} } == """
                there is no scope "request"
                    declare it: `scopes { "request" }`
                """)
        #expect(
            try errors { try $0.container.withScope("shared") {} } == """
                scope "shared" cannot be opened: every container has it
                    declare a scope: `scopes { "request" }`
                """)
    }

    @Test func outerScopeMustBeOpen() throws {
        #expect(
            try errors { try $0.container.withScope("request") {} } == """
                container.lua:1: scope "request" opens within "session", which is not open
                    open it inside `withScope("session") { … }`
                """)
        #expect(
            try errors { living in
                let session = try living.container.openScope("session")
                try session.perform {
                    session.close()
                    try living.container.withScope("request") {}
                }
            } == """
                container.lua:1: scope "request" opens within "session", which has been closed
                """)
    }

    @Test func serviceNeedsItsScope() throws {
        #expect(
            try errors { _ = try $0.station("second") } == """
                container.lua:6: service "second" has scope "request", which is not open
                    resolve it inside `withScope("request") { … }`
                """)
        #expect(
            try errors { _ = try $0.station("each") } == """
                container.lua:5: service "first" has scope "request", which is not open
                    in service "each"
                    resolve it inside `withScope("request") { … }`
                """)
        #expect(
            try errors { living in try living.container.withScope("session") { _ = try living.station("first") } }
                == """
                container.lua:5: service "first" has scope "request", which is not open
                    resolve it inside `withScope("request") { … }`
                """)
        #expect(
            try errors { try $0.container.supply(Station(name: "", next: nil, later: nil, log: nil), for: "user") }
                == """
                container.lua:3: service "user" has scope "session", which is not open
                    resolve it inside `withScope("session") { … }`
                """)
    }

    @Test func sharedServicesDoNotFindScopes() throws {
        #expect(
            try errors(
                """
                scopes { "job" }
                service "work" { type = "Station", args = { name = "work" }, scope = "job" }
                service "shared" { factory = function(_, c) return c.get "work" end }
                """
            ) { living in try living.container.withScope("job") { _ = try living.station("shared") } } == """
                container.lua:2: service "work" has scope "job", which is not open for a service that outlives it
                    in service "shared"
                    use `provider` or `lazy` to resolve it when it is used
                """)
    }

    @Test func tasksThatOutliveAScopeDoNotFindIt() async throws {
        let living = try Living(OpenScopeTests.script)
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let task = try living.container.withScope("job") {
            _ = try living.station("work")
            return Task {
                for await _ in gate {}
                return living.readable(message { _ = try living.station("work") })
            }
        }
        opener.finish()
        #expect(
            await task.value == """
                container.lua:10: service "work" has scope "job", which has been closed
                    a task that outlives a scope cannot resolve its services
                """)
        #expect(living.log.elements == ["close work"])
    }

    @Test func handlesThatOutliveTheirScopeDoNotReturnItsInstance() throws {
        let living = try Living(
            """
            scopes { "job" }
            service "work" { type = "Station", args = { name = "work" }, scope = "job" }
            service "keeper" { type = "Keeper", args = { work = lazy "work" }, scope = "job" }
            """, types: [Keeper.self])
        let scope = try living.container.openScope("job")
        let (used, unused) = (try scope.resolve(Keeper.self), try living.container.openScope("job"))
        let other = try unused.resolve(Keeper.self)
        #expect(try scope.perform { try used.work() } === (try scope.resolve("work", as: Station.self)))
        scope.close()
        unused.close()
        #expect(
            living.readable(message { _ = try used.work() }) == """
                container.lua:2: service "work" has scope "job", which has been closed
                    a task that outlives a scope cannot resolve its services
                """)
        #expect(
            living.readable(message { _ = try other.work() }) == """
                container.lua:2: service "work" has scope "job", which is not open
                    resolve it inside `withScope("job") { … }`
                """)
    }

    private final class Keeper: Exposed, Sendable {
        let work: LazyService<Station>

        init(work: LazyService<Station>) { self.work = work }

        static let exposure = Exposure(Keeper.self) { Initializer("work", body: Keeper.init) }
    }

    @Test func closedScopesRefuseEverything() throws {
        #expect(
            try errors {
                let scope = try $0.container.openScope("session")
                scope.close()
                _ = try scope.resolve("login", as: Station.self)
            } == """
                service "login" was requested from scope "session", which has been closed
                """)
        #expect(
            try errors {
                let scope = try $0.container.openScope("session")
                scope.close()
                _ = try scope.openScope("request")
            } == """
                scope "request" was opened inside scope "session", which has been closed
                """)
        #expect(
            try errors {
                let scope = try $0.container.openScope("session")
                scope.close()
                try scope.perform {}
            } == """
                a service was requested from scope "session", which has been closed
                """)
    }

    @Test func suppliedInstancesMustFit() throws {
        let station = Station(name: "", next: nil, later: nil, log: nil)
        let living = try Living(OpenScopeTests.script)
        #expect(
            living.readable(
                message {
                    try living.container.withScope("session") {
                        $0.supply(station, for: "usr")
                        $0.supply("text", for: "user")
                        $0.supply(station, for: "shared")
                        $0.supply(station, for: "first")
                    } operation: {
                    }
                }) == """
                    service "usr" is not defined
                        did you mean "user"?
                    container.lua:3: service "user" expects Station, got String
                    container.lua:2: service "shared" has scope "shared" and cannot be supplied to scope "session"
                        only services of the scope can be supplied to it
                    container.lua:5: service "first" has scope "request" and cannot be supplied to scope "session"
                        only services of the scope can be supplied to it
                    """)
        #expect(living.container.generations.map(\.scopes) == [[]])
    }

    @Test func scopesDoNotOpenDuringAResolve() throws {
        let failure = Collected<String>()
        let living = try Living(#"scopes { "job" }"#) { services in
            services.register("opener") { resolver in
                let container = try resolver.resolve("container", as: Box.self)
                failure.append(message { try container.container.elements[0].withScope("job") {} })
                return Station(name: "", next: nil, later: nil, log: nil)
            }
            services.register("container") { _ in Box() }
        }
        try living.container.resolve("container", as: Box.self).container.append(living.container)
        _ = try living.station("opener")
        #expect(
            failure.elements == [
                """
                scope "job" cannot be opened while a service is resolved or a hook runs: it would have no effect
                    in service "opener"
                    a resolve in progress uses the services that it started with
                """
            ])
    }

    private final class Box: Sendable {
        let container = Collected<Container>()
    }

    /// The resolve in progress keeps the generation alive, but nobody else may use it.
    @Test func closedScopeIsClosedForOtherThreadsWhileAResolveIsInProgress() throws {
        let opened = Lock<ContainerScope?>(nil)
        let said = Lock("")
        let container = try Container(text: "", environment: .dev) { services in
            services.registerScope("job")
            services.register("quick", as: Int.self, scope: .transient) { _ in 1 }
            services.register("slow", as: Int.self, scope: .transient) { _ in
                guard let scope = opened.withLock({ $0 }) else { return 0 }
                scope.close()
                let thread = TestThread {
                    let error = message { _ = try scope.resolve("quick", as: Int.self) }
                    said.withLock { $0 = error }
                }
                thread.join()
                return 2
            }
        }
        let scope = try container.openScope("job")
        opened.withLock { $0 = scope }
        defer { opened.withLock { $0 = nil } }
        #expect(try scope.resolve("slow", as: Int.self) == 2)
        #expect(
            said.withLock { $0 } == """
                service "quick" was requested from scope "job", which has been closed
                """)
    }
}

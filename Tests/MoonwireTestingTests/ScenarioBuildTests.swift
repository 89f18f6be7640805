import Moonwire
import MoonwireSupport
import MoonwireTesting
import Testing

/// The builds that a scenario permits, expects, and makes fail.
@Suite struct ScenarioBuildTests {
    /// The issues of an operation in a scenario, and the error that it throws.
    private func outcome(
        _ scenario: String, _ body: @Sendable (Container) throws -> Void
    ) async throws -> (issues: [String], error: String?) {
        let container = try Shop.container("scenario \"s\" {\n\(scenario)\n}")
        let thrown = Lock<String?>(nil)
        let issues = try await recordedIssues {
            do { try container.withScenario("s") { try body(container) } } catch {
                thrown.withLock { $0 = "\(error)" }
            }
        }
        return (issues.map { "\($0.comments.first?.rawValue ?? "")" }, thrown.withLock { $0 })
    }

    @Test func servicesThatAreNotNamedCannotBeBuilt() async throws {
        let (issues, error) = try await outcome("live = { \"checkout\" },") { container in
            _ = try container.resolve("checkout", as: Shop.Checkout.self)
        }
        #expect(
            error == """
                shop.lua:8: scenario "s" does not permit the build of service "gateway"
                    needed by checkout -> gateway
                    replace it, or name it in "live"
                """)
        #expect(issues == [])
    }

    @Test func anErrorThatIsCaughtIsAnIssue() async throws {
        let (issues, error) = try await outcome("builds = { stamp = 2 },\nlive = false,") { container in
            for _ in 0..<2 { _ = try? container.resolve("checkout", as: Shop.Checkout.self) }
            for _ in 0..<3 { _ = try? container.resolve("stamp", as: Shop.Stamp.self) }
        }
        #expect(error == nil)
        #expect(
            issues == [
                """
                shop.lua:9: scenario "s" does not permit the build of service "checkout"
                    replace it, or name it in "live"
                """, "shop.lua:8: scenario \"s\" expects 2 builds of service \"stamp\", got 3",
            ])
    }

    @Test func missingBuildsAreIssues() async throws {
        let (issues, error) = try await outcome(
            """
            builds = { stamp = 2, ledger = 1 },
            fail = { gateway = "no connection", checkout = { at = 2, message = "closed" } },
            """
        ) { container in
            _ = try container.resolve("stamp", as: Shop.Stamp.self)
            #expect(throws: ContainerError.self) { try container.resolve("checkout", as: Shop.Checkout.self) }
        }
        #expect(error == nil)
        #expect(
            issues == [
                "shop.lua:8: scenario \"s\" expects 1 build of service \"ledger\", got 0",
                "shop.lua:8: scenario \"s\" expects 2 builds of service \"stamp\", got 1",
                "shop.lua:9: scenario \"s\" makes build 2 of service \"checkout\" fail, got 1 build",
            ])
    }

    @Test func aServiceThatMustNotBeBuilt() async throws {
        let (issues, error) = try await outcome("builds = { ledger = 0 },\nfail = { stamp = \"no ink\" },") {
            _ = try $0.resolve("checkout", as: Shop.Checkout.self)
        }
        #expect(
            error == """
                shop.lua:8: scenario "s" expects no build of service "ledger", got 1
                    needed by checkout -> ledger
                """)
        #expect(issues == [])
        let (missing, none) = try await outcome("builds = { ledger = 0 },\nfail = { stamp = \"no ink\" },") { _ in }
        #expect(missing == ["shop.lua:9: scenario \"s\" makes each build of service \"stamp\" fail, got no build"])
        #expect(none == nil)
    }

    @Test func anErrorHidesMissingBuilds() async throws {
        let (issues, error) = try await outcome("builds = { stamp = 2 },") { _ in throw Shop.Refused() }
        #expect(issues == [] && error == "Refused()")
    }

    @Test func buildsFailAsOftenAsTheScenarioSays() async throws {
        let (issues, error) = try await outcome(
            "fail = {\n    gateway = { at = 1, message = \"no connection\" },\n    stamp = \"no ink\",\n},"
        ) { container in
            for _ in 0..<2 {
                let error = #expect(throws: ContainerError.self) { try container.resolve("stamp", as: Shop.Stamp.self) }
                #expect(error?.code == .failedByScenario)
            }
            let error = #expect(throws: ContainerError.self) {
                try container.resolve("checkout", as: Shop.Checkout.self)
            }
            #expect(
                error.map { "\($0)" } == """
                    shop.lua:9: service "gateway" could not be built: no connection
                        needed by checkout -> gateway
                        scenario "s" makes build 1 fail
                    """)
            try container.resolve("checkout", as: Shop.Checkout.self).pay(1)
        }
        #expect(issues == [] && error == nil)
    }

    /// A decorator and what it wraps are one service.
    @Test func decoratedServicesAreBuiltOnce() async throws {
        let container = try Shop.container(
            """
            decorate "gateway" (function(inner) return inner end)
            decorate "ledger" { factory = function(args) return args[1] end, args = { inner } }
            scenario "s" {
                live = { "checkout", "gateway" },
                replace = { ledger = { type = "Ledger" } },
                builds = { gateway = 1, ledger = 1, checkout = 2 },
            }
            """)
        try container.withScenario("s") {
            for _ in 0..<2 { _ = try container.resolve("checkout", as: Shop.Checkout.self) }
        }
    }

    @Test func servicesThatTheApplicationRegistersAreLimitedToo() async throws {
        let container = try Shop.container("scenario \"s\" { live = false }") { services in
            services.register("printer") { _ in Shop.Ledger() }
            services.override("ledger") { _ in Shop.Ledger() }
        }
        try await container.withScenario("s") {
            _ = try await container.resolve("ledger", as: Shop.Ledger.self)
        }
        let issues = try await recordedIssues {
            try container.withScenario("s") { _ = try? container.resolve("printer", as: Shop.Ledger.self) }
        }
        #expect(issues.count == 1)
    }

    @Test func asynchronousBuildsAreCounted() async throws {
        let container = try Shop.container("scenario \"s\" { fail = { press = { at = 2, message = \"jammed\" } } }") {
            $0.register("press", scope: .transient) { _ async throws in
                await Task.yield()
                return Shop.Ledger()
            }
        }
        try await container.withScenario("s") {
            for isFailing in [false, true, false] {
                let press = try? await container.resolve("press", as: Shop.Ledger.self)
                #expect((press == nil) == isFailing)
            }
        }
    }

    @Test func concurrentBuildsAreCounted() async throws {
        let container = try Shop.container("scenario \"s\" { builds = { ledger = 1, stamp = 64 } }")
        try await container.withScenario("s") {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        _ = try container.resolve("ledger", as: Shop.Ledger.self)
                        _ = try container.resolve("stamp", as: Shop.Stamp.self)
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}

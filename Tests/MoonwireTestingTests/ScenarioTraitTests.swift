import Moonwire
import MoonwireSupport
import MoonwireTesting
import TestSupport
import Testing

/// The trait with a scenario: the container of a test has its wiring.
@Suite struct ScenarioTraitTests {
    private static let scenarios =
        Shop.script + """
            scenario "payment is refused" {
                live = { "checkout" },
                replace = { gateway = { type = "RefusingGateway" }, ledger = function() return Ledger() end },
                builds = { checkout = 1, gateway = 1 },
            }
            """

    @Test(.wiring(text: scenarios, scenario: "payment is refused", types: Shop.types))
    func theContainerHasTheWiringOfTheScenario() async throws {
        let container = try Test.container
        let checkout = try await container.resolve("checkout", as: Shop.Checkout.self)
        #expect(throws: Shop.Refused.self) { try checkout.pay(1) }
        let gateway = try await Task.detached { try await container.resolve("gateway", as: (any Shop.Gateway).self) }
            .value
        #expect(gateway is Shop.RefusingGateway)
    }

    private static let folder = ScratchFolder()

    private static func script(_ name: String, _ text: String) -> String {
        folder.write(text, to: name)
        return folder.path(name)
    }

    @Test(
        .wiring(
            script("shop.lua", Shop.script),
            script("test.lua", "scenario \"pounds\" { parameters = { currency = \"GBP\" } }"), scenario: "pounds",
            types: Shop.types))
    func filesDeclareScenarios() throws {
        #expect(try Test.container.resolve("stamp", as: Shop.Stamp.self).currency == "GBP")
    }

    @Test(
        .wiring(
            try Shop.container(
                "service \"till 2\" { type = \"Ledger\", eager = true }\nscenario \"s\" { builds = { [\"till 2\"] = 1 } }"
            ),
            scenario: "s"))
    func theStartOfTheContainerUsesTheScenario() async throws {
        try await Test.container.start()
    }

    @Test func aReloadKeepsTheScenario() async throws {
        let folder = ScratchFolder()
        let text = Shop.script + "scenario \"s\" { parameters = { currency = \"GBP\" }, builds = { stamp = 2 } }"
        folder.write(text, to: "shop.lua")
        try await run(.wiring(folder.path("shop.lua"), scenario: "s", types: Shop.types)) {
            let container = try Test.container
            #expect(try await container.resolve("stamp", as: Shop.Stamp.self).currency == "GBP")
            folder.write(text.replacing("GBP", with: "USD"), to: "shop.lua")
            try container.reload()
            #expect(try await container.resolve("stamp", as: Shop.Stamp.self).currency == "USD")
            folder.write(text.replacing("\"s\"", with: "\"t\""), to: "shop.lua")
            let error = #expect(throws: ContainerError.self) { try container.reload() }
            #expect(error?.code == .unknownScenario)
        }
    }

    /// Runs a test case with the trait, in the place of the running one.
    private func run(_ trait: WiringTrait, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }

    @Test func issuesAreAtTheLineOfTheTest() async throws {
        let line = #line - 1
        let issues = try await recordedIssues {
            try await run(.wiring(text: Self.scenarios, scenario: "payment is refused", types: Shop.types)) {
                _ = try? await Test.container.resolve("stamp", as: Shop.Stamp.self)
            }
        }
        #expect(
            issues.map { $0.comments.map(\.rawValue).joined() } == [
                """
                container.lua:8: scenario "payment is refused" does not permit the build of service "stamp"
                    replace it, or name it in "live"
                """, "container.lua:10: scenario \"payment is refused\" expects 1 build of service \"checkout\", got 0",
                "container.lua:10: scenario \"payment is refused\" expects 1 build of service \"gateway\", got 0",
            ])
        #expect(issues.allSatisfy { $0.sourceLocation?.line == line && $0.sourceLocation?.fileID == #fileID })
    }

    @Test func aTestThatThrowsReportsItsErrorOnce() async throws {
        let issues = try await recordedIssues {
            await #expect(throws: ContainerError.self) {
                try await run(.wiring(text: Self.scenarios, scenario: "payment is refused", types: Shop.types)) {
                    _ = try await Test.container.resolve("stamp", as: Shop.Stamp.self)
                }
            }
        }
        #expect(issues.isEmpty)
    }

    @Test func scriptsWithFaultsAreIssuesWithoutTheScenario() async throws {
        let text = Self.scenarios + "\nservice \"broken\" { type = \"Ledgr\" }"
        let issues = try await recordedIssues {
            try await run(.wiring(text: text, scenario: "payment is refused", types: Shop.types)) {
                Issue.record("the test runs")
            }
        }
        #expect(
            issues.map { $0.error.map { "\($0)" } } == [
                """
                container.lua:12: service "broken": type "Ledgr" is not exposed
                    did you mean "Ledger"?
                """
            ])
    }

    @Test func unknownScenariosAreIssues() async throws {
        let issues = try await recordedIssues {
            try await run(.wiring(text: Self.scenarios, scenario: "payment is refsed", types: Shop.types)) {
                Issue.record("the test runs")
            }
        }
        #expect(
            issues.map { $0.error.map { "\($0)" } } == [
                """
                scenario "payment is refsed" is not declared
                    did you mean "payment is refused"?
                """
            ])
    }

    @Test func aContainerThatExistsIsAnIssue() async throws {
        let container = try Container(text: Self.scenarios, types: Shop.types, environment: .test)
        let issues = try await recordedIssues {
            try await run(.wiring(container, scenario: "payment is refused")) { Issue.record("the test runs") }
        }
        #expect(
            issues.map { $0.comments.map(\.rawValue) } == [
                [
                    """
                    the test did not run: its container was not created for scenario "payment is refused"
                        the expression must create a container from scripts, and not return an existing one
                    """
                ]
            ])
    }
}

import Moonwire
import MoonwireTesting
import Testing

/// What a scenario replaces, and the operation that uses it.
@Suite struct ScenarioTests {
    private static let refused = """
        scenario "payment is refused" {
            replace = {
                gateway = { type = "RefusingGateway" },
            },
            parameters = { currency = "GBP", limits = { daily = 1 } },
        }
        """

    private func pay(_ container: Container) throws {
        try container.resolve("checkout", as: Shop.Checkout.self).pay(3)
    }

    @Test func servicesAndParametersAreReplaced() throws {
        let container = try Shop.container(Self.refused)
        try container.withScenario("payment is refused") { () throws in
            #expect(throws: Shop.Refused.self) { try pay(container) }
            #expect(try container.resolve("stamp", as: Shop.Stamp.self).currency == "GBP")
            #expect(try container.parameter("limits.daily", as: Int.self) == 1)
            #expect(try container.parameter("limits.weekly", as: Int.self) == 50)
        }
        try pay(container)
        #expect(try container.resolve("stamp", as: Shop.Stamp.self).currency == "EUR")
    }

    @Test func childTasksInheritTheScenarioAndOthersDoNot() async throws {
        let container = try Shop.container(Self.refused)
        try await container.withScenario("payment is refused") {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { #expect(throws: Shop.Refused.self) { try self.pay(container) } }
            }
            try await Task.detached { try self.pay(container) }.value
        }
    }

    @Test func concurrentScenariosDoNotAffectEachOther() async throws {
        let container = try Shop.container(
            Self.refused + """

                scenario "one checkout" { builds = { checkout = 1 } }
                """)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<32 {
                group.addTask {
                    if index.isMultiple(of: 2) {
                        try await container.withScenario("one checkout") {
                            try self.pay(container)
                            await Task.yield()
                        }
                    } else {
                        try await container.withScenario("payment is refused") {
                            await Task.yield()
                            #expect(throws: Shop.Refused.self) { try self.pay(container) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aReplacementHasTheScopeAndTheVisibilityOfItsService() throws {
        let container = try Shop.container(
            """
            service "visit" { type = "Stamp", args = { currency = "EUR" }, scope = "transient" }
            service "own" { type = "Stamp", args = { currency = "EUR" }, public = false }
            scenario "replaced" {
                replace = {
                    visit = function() return Stamp { currency = "GBP" } end,
                    own = { type = "Stamp", args = { currency = "GBP" } },
                },
                builds = { visit = 2 },
            }
            """)
        try container.withScenario("replaced") { () throws in
            let visits = [
                try container.resolve("visit", as: Shop.Stamp.self),
                try container.resolve("visit", as: Shop.Stamp.self),
            ]
            #expect(visits.map(\.currency) == ["GBP", "GBP"])
            #expect(throws: ContainerError.self) { try container.resolve("own", as: Shop.Stamp.self) }
        }
    }

    @Test func functionsReplaceServices() throws {
        let container = try Shop.container(
            """
            scenario "recorded" {
                replace = { gateway = function(c) return RecordingGateway { ledger = c.get "ledger" } end },
            }
            """)
        let charged = try container.withScenario("recorded") { () throws -> [Int] in
            try pay(container)
            let gateway = try container.resolve("gateway", as: Shop.RecordingGateway.self)
            #expect(try container.resolve("checkout", as: Shop.Checkout.self).gateway is Shop.RecordingGateway)
            return gateway.charged
        }
        #expect(charged == [3])
    }

    @Test func replacementsAreWiredByType() throws {
        let container = try Shop.container(
            "scenario \"recorded\" { replace = { gateway = { type = \"RecordingGateway\", args = auto } } }")
        try container.withScenario("recorded") {
            try pay(container)
            #expect(try container.resolve("gateway", as: Shop.RecordingGateway.self).charged == [3])
        }
        try container.withOverrides {
            $0.setParameter("currency", to: "USD")
        } operation: {
            try container.withScenario("recorded") {
                try pay(container)
                #expect(try container.resolve("stamp", as: Shop.Stamp.self).currency == "USD")
            }
        }
    }

    @Test func existingInstancesAreNotUsed() throws {
        let container = try Shop.container("scenario \"new\" { builds = { ledger = 1 } }")
        let ledger = try container.resolve("ledger", as: Shop.Ledger.self)
        try container.withScenario("new") { () throws in
            #expect(try container.resolve("ledger", as: Shop.Ledger.self) !== ledger)
            #expect(try container.resolve("checkout", as: Shop.Checkout.self).ledger !== ledger)
        }
        #expect(try container.resolve("ledger", as: Shop.Ledger.self) === ledger)
    }

    @Test func suppliedInstancesAndSettingsAreUsed() throws {
        let container = try Shop.container(
            """
            service "drawer" { type = "Ledger", synthetic = true }
            scenario "limited" { live = { "stamp" } }
            """)
        let drawer = Shop.Ledger()
        try container.supply(drawer, for: "drawer")
        try container.setParameter("currency", to: "JPY")
        try container.withScenario("limited") { () throws in
            #expect(try container.resolve("drawer", as: Shop.Ledger.self) === drawer)
            #expect(try container.resolve("stamp", as: Shop.Stamp.self).currency == "JPY")
        }
        try container.withOverrides {
            $0.override("ledger") { _ in Shop.Ledger() }
        } operation: {
            try container.withScenario("limited") { () throws in
                #expect(try container.resolve("drawer", as: Shop.Ledger.self) === drawer)
                _ = try container.resolve("ledger", as: Shop.Ledger.self)
            }
        }
    }

    /// What a test overrides can be built, although the scenario does not name it.
    @Test func overridesInsideAScenarioAreUsed() throws {
        let container = try Shop.container(
            """
            scenario "limited" {
                live = { "checkout", "ledger" },
                replace = { gateway = { type = "RefusingGateway" } },
            }
            """)
        try container.withScenario("limited") {
            try container.withOverrides {
                $0.override("gateway", as: (any Shop.Gateway).self) { _ in Shop.BankGateway() }
                $0.override("stamp") { _ in Shop.Stamp(currency: "none") }
            } operation: {
                try pay(container)
                #expect(try container.resolve("stamp", as: Shop.Stamp.self).currency == "none")
            }
            #expect(throws: Shop.Refused.self) { try pay(container) }
        }
    }

    @Test func unknownScenariosAreErrors() throws {
        let container = try Shop.container(Self.refused)
        let error = #expect(throws: ContainerError.self) { try container.withScenario("payment is refsed") {} }
        #expect(
            error.map { "\($0)" } == """
                scenario "payment is refsed" is not declared
                    did you mean "payment is refused"?
                """)
        let other = #expect(throws: ContainerError.self) { try container.withScenario("x") {} }
        #expect(
            other.map { "\($0)" } == """
                scenario "x" is not declared
                    the scenarios are "payment is refused"
                """)
        let none = try Shop.container("")
        let missing = #expect(throws: ContainerError.self) { try none.withScenario("x") {} }
        #expect(
            missing.map { "\($0)" } == """
                scenario "x" is not declared
                    no script declares a scenario
                """)
    }

    @Test func aScenarioThatDoesNotFitItsWiringIsAnError() throws {
        let container = try Shop.container(
            """
            scenario "wrong" {
                replace = {
                    ledger = { type = "Stamp", args = { currency = "EUR" } },
                },
            }
            """)
        let error = #expect(throws: ContainerError.self) { try container.withScenario("wrong") {} }
        #expect(
            error.map { "\($0)" } == """
                shop.lua:5: service "checkout": argument "ledger" expects Ledger, got the service "ledger", which is Stamp
                    in scenario "wrong" at shop.lua:7
                """)
    }

    @Test func scenariosCannotBeNested() throws {
        let container = try Shop.container(Self.refused)
        try container.withScenario("payment is refused") { () throws in
            let error = #expect(throws: ContainerError.self) { try container.withScenario("payment is refused") {} }
            #expect(
                error.map { "\($0)" } == """
                    scenario "payment is refused" cannot be used while scenario "payment is refused" is in use
                    """)
        }
        try container.withScenario("payment is refused") {
            try container.withOverrides {
                $0.setParameter("currency", to: "USD")
            } operation: { () throws in
                _ = #expect(throws: ContainerError.self) { try container.withScenario("payment is refused") {} }
            }
        }
    }

    @Test func scopesOpenInScenariosAndScenariosInScopes() throws {
        let container = try Shop.container(
            """
            scopes { "request" }
            service "basket" { type = "Ledger", scope = "request" }
            scenario "request" { builds = { basket = 2 }, parameters = { currency = "GBP" } }
            """)
        try container.withScenario("request") {
            for _ in 0..<2 {
                try container.withScope("request") { () throws in
                    let basket = try container.resolve("basket", as: Shop.Ledger.self)
                    #expect(try container.resolve("basket", as: Shop.Ledger.self) === basket)
                    #expect(try container.resolve("stamp", as: Shop.Stamp.self).currency == "GBP")
                }
            }
        }
        try container.withScope("request") {
            let basket = try container.resolve("basket", as: Shop.Ledger.self)
            try container.withScenario("request") {
                let other = try container.resolve("basket", as: Shop.Ledger.self)
                #expect(other !== basket)
                try container.withScope("request") { () throws in
                    #expect(try container.resolve("basket", as: Shop.Ledger.self) !== other)
                }
            }
            #expect(try container.resolve("basket", as: Shop.Ledger.self) === basket)
        }
    }
}

import Moonwire
import Testing

@Suite struct InjectTests {
    private static let engines = """
        service "v8" { type = "Engine", args = { brand = "v8" } }
        service "v6" { type = "Engine", args = { brand = "v6" } }

        """

    /// A dashboard that the container built, and the container that fills its late slots.
    private func built(_ text: String, as id: String = "Dashboard") throws -> (Dashboard, Container) {
        let container = try wire(
            Self.engines + text + "\nservice \"board\" { type = \"\(id)\", scope = \"transient\" }")
        return (try container.resolve("board", as: Dashboard.self), container)
    }

    @Test func ruleInjectsAReference() throws {
        let (board, container) = try built(#"inject { slot = "Dashboard.engine", value = ref "v6" }"#)
        let isShared = board.engine === (try container.resolve("v6", as: Engine.self))
        #expect(isShared)
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func anOwnerAloneMeansAllItsSlotsUnlessASlotIsNamed() throws {
        let (board, container) = try built(
            """
            inject { type = "Engine", value = ref "v8" }
            inject { owner = "SportDashboard", value = skip }
            inject { slot = "Dashboard.limit", value = 120 }
            """, as: "SportDashboard")
        withExtendedLifetime(container) {
            #expect(!board.$engine.isFilled)
            #expect(board.limit == 120)
        }
    }

    @Test func moreSpecificRuleApplies() throws {
        let rules = """
            inject { owner = "Dashboard", value = skip }
            inject { type = "Engine", value = ref "v8" }
            """
        let (left, _) = try built(rules)
        #expect(!left.$engine.isFilled)
        let (board, _) = try built(
            #"inject { type = "Engine", owner = "Dashboard", value = ref "v6" }"# + "\n" + rules)
        #expect(board.engine.brand == "v6")
    }

    @Test func anOwnerWithoutSlotsIsAWarning() throws {
        let container = try wire(#"inject { owner = "Engine", value = skip }"#) { $0.registerOwner(Engine.self) }
        let said = container.diagnostics.entries.map { entry in message { throw ContainerError(entry) } }
        #expect(said == ["container.lua:1: warning: inject owner Engine: Engine has no slots"])
    }

    @Test func ruleInjectsTextForms() throws {
        let (board, container) = try built(
            """
            parameters { top = 250 }
            inject { slot = "Dashboard.engine", value = "@v6" }
            inject { slot = "Dashboard.limit", value = "%top%" }
            inject { slot = "Dashboard.title", value = "up to %top%" }
            """)
        try withExtendedLifetime(container) {
            #expect(board.engine.brand == "v6" && board.limit == 250 && board.title == "up to 250")
            try container.setParameter("top", to: .integer(300))
            board.limit = nil
            #expect(board.limit == 300)
        }
    }

    @Test func listsGoIntoLazySlots() throws {
        let (board, container) = try built(
            """
            inject { type = "Engine", value = ref "v8" }
            inject { slot = "Dashboard.trips", value = { 1, 2 } }
            """)
        withExtendedLifetime(container) { #expect(board.trips == [1, 2]) }
    }

    @Test func ruleInjectsTheResultOfAFunction() throws {
        let (board, container) = try built(
            """
            inject {
                type = "Engine",
                owner = "Dashboard",
                value = inline { factory = function(_, c) return Engine { brand = c.get("v6").brand .. " twice" } end },
            }
            """)
        withExtendedLifetime(container) { #expect(board.engine.brand == "v6 twice") }
    }

    @Test func ruleForAProtocolInjectsAConformingService() throws {
        let (board, container) = try built(
            """
            service "car" { type = "Car", args = { engine = ref "v8", wheels = 3 } }
            inject { type = "Engine", value = ref "v8" }
            inject { protocol = "Driving", value = ref "car" }
            """)
        withExtendedLifetime(container) { #expect(board.driver?.wheels == 3) }
    }

    @Test func forcedRuleOverridesTheDeclarationOfASlot() throws {
        let (board, container) = try built(
            """
            service "spare" { type = "Engine", args = { brand = "spare" } }
            inject { type = "Engine", value = ref "v8" }
            inject { type = "String", owner = "Dashboard", value = "forced", force = true }
            """)
        withExtendedLifetime(container) {
            #expect(board.spare?.brand == "spare" && board.title == "forced")
        }
    }

    @Test func skipLeavesASlotUnfilled() throws {
        let (board, container) = try built(#"inject { type = "Engine", value = skip }"#)
        withExtendedLifetime(container) { #expect(!board.$engine.isFilled) }
    }

    @Test func aRuleForABaseClassFillsItsSubclasses() throws {
        let (board, container) = try built(
            """
            inject { slot = "Dashboard.engine", value = ref "v6" }
            inject { slot = "SportDashboard.boost", value = 1 }
            """, as: "SportDashboard")
        withExtendedLifetime(container) {
            #expect(board.engine.brand == "v6" && (board as? SportDashboard)?.boost == 1)
        }
    }

    @Test func ruleInsideWhenAppliesInItsEnvironment() throws {
        let text = """
            inject { slot = "Dashboard.engine", value = ref "v8" }
            when("test", function() inject { slot = "Dashboard.engine", value = ref "v6" } end)
            """
        for (environment, brand) in [("dev", "v8"), ("test", "v6")] {
            let board = Dashboard()
            try wire(Self.engines + text, environment: environment).inject(into: board)
            #expect(board.engine.brand == brand)
        }
    }

    @Test func ownersOfTheApplicationAreKnownWhenRegistered() throws {
        final class Cockpit {
            @Injected var engine: Engine
        }
        let rule = #"inject { slot = "Cockpit.engine", value = ref "v6" }"#
        let unknown = try wire(Self.engines + rule)
        #expect(unknown.diagnostics.entries.map(\.code) == [.unmatchedRule])
        let container = try wire(Self.engines + rule) { $0.registerOwner(Cockpit.self) }
        #expect(container.diagnostics.entries.isEmpty)
        for filling in [unknown, container] {
            let cockpit = Cockpit()
            try filling.inject(into: cockpit)
            #expect(cockpit.engine.brand == "v6")
        }
    }

    @Test func overriddenServiceMustFitTheRules() throws {
        let container = try wire(
            Self.engines + #"inject { slot = "Cabin.engine", value = ref "v6" }"#
        ) { $0.registerOwner(Cabin.self) }
        let said = message {
            try container.withOverrides {
                $0.override("v6") { _ in Workshop() }
            } operation: {
            }
        }
        #expect(
            said == """
                container.lua:3: inject Cabin.engine: "value" expects Engine, got the service "v6", which is Workshop
                """)
    }

    private final class Cabin {
        @Injected var engine: Engine
    }

    @Test func secretsInsideOfAValueStayOutOfMessages() throws {
        let container = try wire(
            """
            inject {
                slot = "Dashboard.engine",
                value = inline {
                    factory = function(args) error("cannot use " .. args[1]) end,
                    args = { env.secret "KEY" },
                },
            }
            """, variables: ["KEY": "hunter22"])
        let said = message { try container.inject(into: Dashboard()) }
        #expect(said.contains("cannot use ***"))
    }

    @Test func secretsStayOutOfMessages() throws {
        let container = try wire(
            Self.engines + """
                parameters { limit = env.secret "LIMIT" }
                inject { slot = "Dashboard.limit", value = param "limit" }
                """,
            variables: ["LIMIT": "hunter22"])
        let board = Dashboard()
        board.engine = try container.resolve("v8", as: Engine.self)
        try container.inject(into: board)
        let said = message { _ = try board.$limit.get() }
        #expect(!said.contains("hunter22"))
        #expect(said.contains("inject Dashboard.limit"))
    }
}

import MoonwireCore
import MoonwireValues
import Testing

/// Injection rules in overrides.
@Suite struct OverriddenRuleTests {
    private static let slot = InjectionRule.Target.slot(owner: "Dashboard", name: "engine")

    private func container(_ rules: InjectionRule...) throws -> Container {
        var wiring = Wiring(
            service("v8", "Engine", ["brand": "v8"]), service("v6", "Engine", ["brand": "v6"]),
            service("board", "Dashboard", scope: .transient))
        wiring.rules = rules
        return try wiring.container()
    }

    private func brand(_ container: Container) throws -> String {
        try container.resolve("board", as: Dashboard.self).engine.brand
    }

    @Test("DI-8: rules of an override end with it") func rulesEndWithTheOverride() throws {
        let container = try container(inject(Self.slot, ref("v8"), line: 3))
        #expect(try brand(container) == "v8")
        let within = try container.withOverrides {
            $0.inject(slot: "Dashboard.engine", service: "v6")
        } operation: {
            try brand(container)
        }
        #expect(within == "v6")
        #expect(try brand(container) == "v8")
    }

    @Test func rulesOfAChildContainerEndWithIt() throws {
        let container = try container(inject(Self.slot, ref("v8"), line: 3))
        let engine = Engine(brand: "preview", cylinders: 1)
        let child = try container.openOverrides { $0.inject(slot: "Dashboard.engine", engine) }
        let within = try child.perform { try brand(container) }
        #expect(within == "preview")
        child.close()
        #expect(try brand(container) == "v8")
    }

    @Test func objectsOfTheApplicationGetTheValue() throws {
        let container = try container(inject(Self.slot, ref("v8")))
        let brand = try container.withOverrides {
            $0.inject(Engine.self, owner: Dashboard.self, service: "v8")
            $0.inject(slot: "Dashboard.engine") { (_: Dashboard, resolver) in try resolver.resolve("v6") as Engine }
        } operation: {
            let dashboard = Dashboard()
            try container.inject(into: dashboard)
            return dashboard.engine.brand
        }
        #expect(brand == "v6")
    }

    @Test func aRuleThatNeverAppliesIsAnError() throws {
        let container = try container(
            inject(Self.slot, ref("v8"), line: 3),
            inject(.slot(owner: "Dashboard", name: "spare"), ref("v8"), line: 4),
            inject(.slot(owner: "Dashboard", name: "watched"), ref("v8"), line: 5),
            inject(.slot(owner: "SportDashboard", name: "turbo"), ref("v8"), line: 6))
        let said = message {
            try container.withOverrides {
                $0.inject(Engine.self, owner: Dashboard.self, service: "v6", file: "Tests/BoardTests.swift", line: 7)
            } operation: {
            }
        }
        #expect(
            said?.hasPrefix(
                "Tests/BoardTests.swift:7: inject type MoonwireCoreTests.Engine of MoonwireCoreTests.Dashboard never "
                    + "applies: inject Dashboard.engine at test.lua:3 takes precedence") == true, "\(said ?? "nothing")"
        )
    }

    @Test func aRuleThatMatchesNothingIsReported() throws {
        let container = try container(inject(Self.slot, ref("v8")))
        try container.withOverrides {
            $0.inject(slot: "Dashboard.enginn", service: "v6", file: "Tests/BoardTests.swift", line: 7)
        } operation: {
        }
        #expect(
            container.diagnostics.entries.map(\.description).last == """
                Tests/BoardTests.swift:7: warning: inject Dashboard.enginn: Dashboard has no slot "enginn"
                    did you mean "engine"?
                """)
    }

    @Test func mistakesAreErrors() throws {
        let container = try container(inject(Self.slot, ref("v8")))
        let said = message {
            try container.withOverrides {
                $0.inject(slot: "Dashboard.engine", service: "v7", file: "Tests/BoardTests.swift", line: 7)
            } operation: {
            }
        }
        #expect(
            said == """
                Tests/BoardTests.swift:7: inject Dashboard.engine: "value" refers to "v7", which is not defined
                """)
    }
}

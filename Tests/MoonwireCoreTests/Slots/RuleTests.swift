import MoonwireCore
import MoonwireValues
import Testing

/// Which rule decides about a slot.
@Suite struct RuleTests {
    private static func engine(_ brand: String) -> WiredValue {
        .inline(service("", "Engine", ["brand": .value(.text(brand))]))
    }

    private func brand(of owner: Dashboard = Dashboard(), _ rules: InjectionRule...) throws -> String {
        var wiring = Wiring(
            service("turbo", function { _, _ in Engine(brand: "turbo", cylinders: 6) }),
            service("engine", "Engine", ["brand": "by type"]))
        wiring.rules = rules
        try wiring.container().inject(into: owner)
        return owner.engine.brand
    }

    private static let slot = InjectionRule.Target.slot(owner: "Dashboard", name: "engine")
    private static let sportSlot = InjectionRule.Target.slot(owner: "SportDashboard", name: "engine")
    private static let ofOwner = InjectionRule.Target.type("Engine", owner: "Dashboard")
    private static let ofSport = InjectionRule.Target.type("Engine", owner: "SportDashboard")
    private static let ofAll = InjectionRule.Target.type("Engine", owner: nil)

    @Test func ruleComesBeforeTheTypeOfASlot() throws {
        #expect(try brand() == "by type")
        #expect(try brand(inject(Self.ofAll, Self.engine("rule"))) == "rule")
    }

    @Test func ruleForASlotComesBeforeRulesForOwnersAndTypes() throws {
        let rules = [Self.slot, Self.ofOwner, Self.ofAll].map {
            inject($0, Self.engine($0 == Self.slot ? "slot" : $0 == Self.ofOwner ? "owner" : "all"))
        }
        #expect(try brand(rules[0], rules[1], rules[2]) == "slot")
        #expect(try brand(rules[2], rules[1], rules[0]) == "slot")
        #expect(try brand(rules[1], rules[2]) == "owner")
        #expect(try brand(rules[2], rules[1]) == "owner")
    }

    @Test func lastOfEqualRulesApplies() throws {
        #expect(try brand(inject(Self.slot, Self.engine("one")), inject(Self.slot, Self.engine("two"))) == "two")
        #expect(try brand(inject(Self.ofAll, Self.engine("one")), inject(Self.ofAll, Self.engine("two"))) == "two")
    }

    @Test func aRuleForABaseClassFillsSubclassesUnlessTheyHaveTheirOwn() throws {
        let base = inject(Self.slot, Self.engine("base"))
        let sport = inject(Self.sportSlot, Self.engine("sport"))
        #expect(try brand(of: SportDashboard(), base) == "base")
        #expect(try brand(of: SportDashboard(), sport, base) == "sport")
        #expect(try brand(sport, base) == "base")
        let typed = [inject(Self.ofSport, Self.engine("sport")), inject(Self.ofOwner, Self.engine("base"))]
        #expect(try brand(of: SportDashboard(), typed[0], typed[1]) == "sport")
        #expect(try brand(typed[0], typed[1]) == "base")
    }

    @Test func ruleForAnotherOwnerDoesNotApply() throws {
        #expect(try brand(inject(.type("Engine", owner: "Trailer"), Self.engine("other"))) == "by type")
        #expect(try brand(inject(.type("Car", owner: nil), Self.engine("other"))) == "by type")
    }

    @Test(arguments: ["[Int]", "Array<Int>"]) func ruleForAListTypeCanUseSwiftSyntax(name: String) throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "v8"]))
        wiring.rules = [inject(.type(name, owner: nil), [1, 2])]
        let dashboard = Dashboard()
        let container = try wiring.container()
        try container.inject(into: dashboard)
        #expect(dashboard.trips == [1, 2])
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func ruleCanUseQualifiedNames() throws {
        let owner = "MoonwireCoreTests.Dashboard"
        #expect(try brand(inject(.slot(owner: owner, name: "engine"), Self.engine("slot"))) == "slot")
        let type = InjectionRule.Target.type("MoonwireCoreTests.Engine", owner: owner)
        #expect(try brand(inject(type, Self.engine("type"))) == "type")
    }

    @Test func aProtocolRuleFillsSlotsDeclaredAsIt() throws {
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "v8"]), service("car", "Car", ["engine": ref("engine")]),
            service("bike", "Car", ["engine": ref("engine"), "wheels": 2]))
        wiring.rules = [inject(.protocol("Driving", owner: nil), ref("bike"))]
        let container = try wiring.container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.driver?.wheels == 2)
        let both = Composed()
        try container.inject(into: both)
        #expect(both.driver.wheels == 2)
    }

    private final class Composed {
        @Injected var driver: any Driving & AnyObject
    }

    @Test func ruleForAProtocolOfAnOwnerComesFirst() throws {
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "v8"]), service("car", "Car", ["engine": ref("engine")]),
            service("bike", "Car", ["engine": ref("engine"), "wheels": 2]))
        wiring.rules = [
            inject(.protocol("Driving", owner: "Dashboard"), ref("bike")),
            inject(.protocol("Driving", owner: nil), ref("car")),
        ]
        let container = try wiring.container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.driver?.wheels == 2)
    }

    @Test func aSlotThatNamesAnIdKeepsItUnlessTheRuleIsForThatSlotOrForced() throws {
        func turbo(_ rule: InjectionRule) throws -> String {
            let sport = SportDashboard()
            _ = try brand(of: sport, rule)
            return sport.turbo.brand
        }
        #expect(try turbo(inject(Self.ofAll, Self.engine("rule"))) == "turbo")
        #expect(try turbo(inject(Self.ofAll, Self.engine("rule"), force: true)) == "rule")
        let slot = InjectionRule.Target.slot(owner: "SportDashboard", name: "turbo")
        #expect(try turbo(inject(slot, Self.engine("rule"))) == "rule")
    }

    @Test func ruleInjectsPlainValuesAndParameters() throws {
        var wiring = Wiring()
        wiring.parameters = [("limit", 70, nil)]
        wiring.rules = [
            inject(.slot(owner: "Gauge", name: "limit"), param("limit")),
            inject(.slot(owner: "Gauge", name: "unit"), text("", "limit", " km/h")),
            inject(.slot(owner: "Gauge", name: "marks"), [1, 2]),
            inject(.slot(owner: "Gauge", name: "hint"), .value(.null)),
        ]
        let container = try wiring.container()
        let gauge = Gauge()
        try container.inject(into: gauge)
        #expect(gauge.limit == 70 && gauge.unit == "70 km/h" && gauge.marks == [1, 2])
        #expect(gauge.hint == nil && !gauge.$hint.isFilled)
        try container.setParameter("limit", to: .integer(90))
        let later = Gauge()
        try container.inject(into: later)
        #expect(later.limit == 90)
    }

    private final class Gauge {
        @Injected var limit: Int
        @Injected var unit: String
        @Injected var marks: [Int]
        @Injected var hint: String?
    }

    @Test func ruleInjectsHandles() throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "v8"], scope: .transient))
        wiring.rules = [
            inject(.slot(owner: "Remote", name: "one"), ref("engine", .lazy)),
            inject(.slot(owner: "Remote", name: "many"), ref("engine", .provider)),
        ]
        let container = try wiring.container()
        let remote = Remote()
        try container.inject(into: remote)
        let isOne = try remote.one() === remote.one()
        let isMany = try remote.many() !== remote.many()
        #expect(isOne && isMany)
    }

    private final class Remote {
        @Injected var one: LazyService<Engine>
        @Injected var many: ServiceProvider<Engine>
    }

    @Test func skipRuleLeavesTheSlotToItsOwner() throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "v8"]))
        wiring.rules = [skip(Self.slot, line: 4)]
        let container = try wiring.container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(!dashboard.$engine.isFilled)
        #expect(
            message { try dashboard.$engine.get() } == """
                MoonwireCoreTests/Owners.swift:6: slot Dashboard.engine has no value: the rule at test.lua:4 skips it, \
                and no value was assigned
                """)
        dashboard.engine = Engine(brand: "own", cylinders: 1)
        #expect(dashboard.engine.brand == "own")
    }

    @Test func aValueThatDoesNotFitIsAnErrorOfTheRule() throws {
        var wiring = Wiring()
        wiring.rules = [inject(.type("Int", owner: nil), "many", line: 4)]
        let container = try wiring.container()
        #expect(
            message { try container.inject(into: Gauge()) } == """
                test.lua:4: inject type Int: "value" for slot Gauge.limit expects an integer, got the string "many"
                """)
    }
}

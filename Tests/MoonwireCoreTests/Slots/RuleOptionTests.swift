import MoonwireCore
import MoonwireValues
import Testing

/// Options of rules: `once`, `silent`, and `subclasses = false`.
@Suite struct RuleOptionTests {
    private func wiring(_ rules: InjectionRule...) -> Wiring {
        var wiring = Wiring(
            service("v8", "Engine", ["brand": "v8"]), service("v6", "Engine", ["brand": "v6"]),
            service("turbo", "Engine", ["brand": "turbo"]))
        wiring.rules = rules
        return wiring
    }

    private static let slot = InjectionRule.Target.slot(owner: "Dashboard", name: "engine")
    private static let watched = InjectionRule.Target.slot(owner: "Dashboard", name: "watched")

    private func brand(of owner: Dashboard, _ wiring: Wiring) throws -> String {
        try wiring.container().inject(into: owner)
        return owner.engine.brand
    }

    @Test("BM-14: a rule with subclasses = false does not reach a subclass") func subclassesAreExcluded() throws {
        for target in [Self.slot, .type("Engine", owner: "Dashboard"), .owner("Dashboard")] {
            let wiring = wiring(
                inject(.type("Engine", owner: nil), ref("v6")), inject(target, ref("v8"), .withoutSubclasses),
                skip(.slot(owner: "Dashboard", name: "driver")), skip(.slot(owner: "Dashboard", name: "trips")),
                skip(.slot(owner: "Dashboard", name: "title")))
            #expect(try brand(of: Dashboard(), wiring) == "v8")
            #expect(try brand(of: SportDashboard(), wiring) == "v6")
        }
    }

    @Test func aRuleForTheClassAloneLeavesTheOneForSubclassesInEffect() throws {
        let wiring = wiring(
            inject(Self.slot, ref("v6"), line: 1), inject(Self.slot, ref("v8"), .withoutSubclasses, line: 2))
        #expect(try brand(of: Dashboard(), wiring) == "v8")
        #expect(try brand(of: SportDashboard(), wiring) == "v6")
        #expect(try wiring.report() == "")
    }

    @Test func aForcedRuleWithoutSubclassesDoesNotReachThemEither() throws {
        let wiring = wiring(
            inject(Self.slot, ref("v6")),
            inject(.type("Engine", owner: "SportDashboard"), ref("v6"), force: true),
            inject(.type("Engine", owner: "Dashboard"), ref("v8"), force: true, .withoutSubclasses))
        let sport = SportDashboard()
        let container = try wiring.container()
        try container.inject(into: sport)
        #expect(sport.turbo.brand == "v6" && sport.spare?.brand == "v6")
        let base = Dashboard()
        try container.inject(into: base)
        #expect(base.spare?.brand == "v8")
    }

    @Test func aClassThatIsKnownOnlyByItsSubclassesIsReported() throws {
        class Base { @Injected var engine: Engine }
        final class Derived: Base {}
        var wiring = wiring(inject(.slot(owner: "Base", name: "engine"), ref("v8"), .withoutSubclasses, line: 4))
        wiring.services.registerOwner(Derived.self)
        #expect(
            try wiring.report() == """
                test.lua:4: warning: inject Base.engine: only subclasses of Base are known, and `subclasses = false` excludes them
                    `services.registerOwner(Base.self)` registers an owner that the application creates itself
                """)
    }

    @Test("DI-26: a silent rule is not reported") func silentRuleIsNotReported() throws {
        let unknown = InjectionRule.Target.slot(owner: "Dashboard", name: "motor")
        #expect(try wiring(inject(unknown, ref("v8"), line: 1)).check().count == 1)
        #expect(try wiring(inject(unknown, ref("v8"), .silent, line: 1)).check().isEmpty)
        #expect(try wiring(inject(Self.slot, ref("v8")), inject(Self.slot, ref("v6"))).check().count == 1)
        #expect(try wiring(inject(Self.slot, ref("v8")), inject(Self.slot, ref("v6"), .silent)).check().isEmpty)
        #expect(try wiring(inject(Self.slot, ref("v8"), .silent), inject(Self.slot, ref("v6"))).check().isEmpty)
    }

    @Test func faultsOfASilentRuleAreReported() throws {
        #expect(try wiring(inject(Self.slot, ref("v9"), .silent)).check().count == 1)
    }

    @Test("DI-15: a slot that a rule with once has filled stays empty once it is emptied") func onceFillsOnce() throws {
        let container = try wiring(
            inject(Self.slot, ref("v8")), inject(Self.watched, ref("v6"), .once, line: 4)
        ).container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.watched?.brand == "v6")
        dashboard.watched = nil
        #expect(dashboard.watched == nil)
        try container.inject(into: dashboard)
        #expect(dashboard.watched == nil)
        let other = Dashboard()
        try container.inject(into: other)
        #expect(other.watched?.brand == "v6")
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func anAssignedValueDoesNotCountAsFilled() throws {
        let container = try wiring(inject(Self.slot, ref("v8")), inject(Self.watched, ref("v6"), .once)).container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        dashboard.watched = Engine(brand: "own", cylinders: 1)
        dashboard.watched = nil
        withExtendedLifetime(container) { #expect(dashboard.watched?.brand == "v6") }
    }

    @Test func onceHoldsForAnOwnerWithoutAContainer() throws {
        let container = try wiring(inject(Self.watched, ref("v6"), .once)).container()
        let dashboard = Dashboard()
        withContainer(container) {
            #expect(dashboard.watched?.brand == "v6")
            dashboard.watched = nil
            #expect(dashboard.watched == nil)
        }
    }

    @Test func aRequiredSlotThatWasEmptiedIsAnError() throws {
        let container = try wiring(inject(Self.slot, ref("v8"), .once, line: 4)).container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        dashboard.$engine.reset()
        #expect(
            message { try dashboard.$engine.get() } == """
                MoonwireCoreTests/Owners.swift:6: slot Dashboard.engine has no value: the rule at test.lua:4 fills it once, \
                and it was emptied
                """)
        withExtendedLifetime(container) {}
    }
}

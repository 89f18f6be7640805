import MoonwireCore
import MoonwireValues
import Testing

/// Rules for slots that belong to no object: static ones, and those of structs.
@Suite struct OwnerlessRuleTests {
    private struct Stand {
        @Injected var engine: Engine?
        @Injected("v6") var named: Engine?
        @Injected var driver: (any Driving)?
    }

    @MainActor private enum Showroom {
        @Injected static var engine: Engine?
    }

    private static func stand(_ rules: InjectionRule...) throws -> Container {
        var wiring = Wiring(
            service("v8", "Engine", ["brand": "v8"]), service("v6", "Engine", ["brand": "v6"]),
            service("car", "Car", ["engine": ref("v8")]), service("bus", "Car", ["engine": ref("v6"), "wheels": 6]))
        wiring.rules = rules
        return try wiring.container()
    }

    @Test @MainActor func ruleForATypeFillsSlotsWithoutAnOwner() throws {
        let container = try Self.stand(inject(.type("Engine", owner: nil), ref("v6")))
        withContainer(container) { #expect(Stand().engine?.brand == "v6" && Showroom.engine?.brand == "v6") }
    }

    @Test func ruleForAProtocolFillsSlotsWithoutAnOwner() throws {
        let container = try Self.stand(inject(.protocol("Driving", owner: nil), ref("bus")))
        withContainer(container) { #expect(Stand().driver?.wheels == 6) }
    }

    @Test func onlyAForcedRuleOverridesTheIDOfASlotWithoutAnOwner() throws {
        for (isForced, brand) in [(false, "v6"), (true, "v8")] {
            let container = try Self.stand(inject(.type("Engine", owner: nil), ref("v8"), force: isForced))
            withContainer(container) { #expect(Stand().named?.brand == brand) }
        }
    }

    @Test func skipRuleLeavesASlotWithoutAnOwnerNil() throws {
        let container = try Self.stand(skip(.type("Engine", owner: nil)))
        withContainer(container) { #expect(Stand().engine == nil) }
    }

    @Test func ruleForAnOwnerDoesNotFillSlotsWithoutAnOwner() throws {
        let container = try Self.stand(
            inject(.owner("Stand"), ref("v6")), inject(.slot(owner: "Stand", name: "engine"), ref("v6")))
        withContainer(container) { #expect(Stand().engine == nil) }
    }
}

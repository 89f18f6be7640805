import MoonwireCore
import MoonwireValues
import Testing

/// What a load says of rules; every sentence is recorded with the scripts that cause it.
@Suite struct RuleFaultTests {
    private static let engine = service("engine", "Engine", ["brand": "v8"])
    private static let slot = InjectionRule.Target.slot(owner: "Dashboard", name: "engine")

    private static let carts: [any Exposed.Type] = [Engine.self, Car.self, Cart.self]

    private func wiring(_ rules: InjectionRule...) -> Wiring {
        var wiring = Wiring(Self.engine)
        wiring.rules = rules
        return wiring
    }

    @Test func faultsOfRulesStopTheLoad() {
        #expect(throws: ContainerError.self) { try wiring(inject(Self.slot, ref("none"), line: 2)).container() }
    }

    /// A rule for all slots of an owner leaves those alone that name an id, and the load does not know which ones do.
    @Test func ruleValueThatMayNotFitIsAWarning() throws {
        let owner = InjectionRule.Target.owner("Trailer")
        #expect(
            try wiring(
                inject(owner, ref("engine"), line: 2),
                inject(.slot(owner: "Trailer", name: "load"), ref("car"), line: 3)
            )
            .report().contains("Trailer.load"))
        var warned = wiring(inject(owner, ref("engine"), line: 2))
        #expect(
            try warned.report() == """
                test.lua:2: warning: inject owner Trailer: "value" for slot Trailer.load expects Driving, \
                got the service "engine", which is Engine
                    if Engine conforms to Driving, add `Provides { $0 as any Driving }` to its exposure
                    the value is injected unless the slot names an id
                """)
        warned.definitions.append(service("hitch", "Engine", ["brand": "H"]))
        #expect(throws: Never.self) { try warned.container() }
        #expect(
            try wiring(inject(owner, ref("engine"), force: true, line: 2)).check().map(\.severity) == [.fault])
    }

    /// A forced rule decides about all slots of the owner.
    @Test func forcedRuleThatFitsNoSlotOfAnOwnerIsAFault() throws {
        let wrong = wiring(inject(.owner("Trailer"), 7, force: true, line: 2))
        #expect(
            try wrong.report()
                == "test.lua:2: inject owner Trailer: \"value\" for slot Trailer.hitch expects Engine, got the integer 7"
        )
        #expect(throws: ContainerError.self) { try wrong.container() }
    }

    /// The slots of the exposed class may name ids, and a subclass that is not exposed may have a slot that takes the value.
    @Test func ruleThatFitsNoKnownSlotMayApplyToASubclass() throws {
        var rules = wiring(inject(.owner("Cart"), 7, line: 2))
        rules.definitions.append(service("hitch", "Engine", ["brand": "H"]))
        #expect(
            try rules.report(types: Self.carts) == """
                test.lua:2: warning: inject owner Cart: "value" for slot Cart.hitch expects Engine, got the integer 7
                    the value is injected unless the slot names an id
                """)
        let container = try rules.container(types: Self.carts)
        let cart = LoadedCart()
        try container.inject(into: cart)
        #expect(cart.weight == 7 && cart.hitch.brand == "H")
    }

    /// Nothing that is left out fits the optional slots of a type, and a composition is more than the protocol that a rule names.
    @Test func ruleForATypeThatMayFitOtherSlotsIsAWarning() throws {
        let nothing = wiring(inject(.type("Engine", owner: "Cart"), ref("none", .optional), line: 2))
        #expect(try nothing.check(types: Self.carts).map(\.severity) == [.warning])
        let forced = wiring(inject(.type("Engine", owner: "Cart"), ref("none", .optional), force: true, line: 2))
        #expect(try forced.check(types: Self.carts).map(\.severity) == [.fault])
        #expect(
            try wiring(inject(.type("Engine", owner: "Cart"), 7, line: 2)).check(types: Self.carts).map(\.severity) == [
                .fault
            ])
        var part = wiring(inject(.protocol("Driving", owner: "Cart"), ref("car"), line: 2))
        part.definitions.append(service("car", "Car", ["engine": ref("engine")]))
        #expect(
            try part.report(types: Self.carts) == """
                test.lua:2: warning: inject protocol Driving of Cart: "value" for slot Cart.driver expects Driving & Towing, \
                got the service "car", which is Car
                    if Car conforms to Towing, add `Provides { $0 as any Towing }` to its exposure
                    the value is injected unless the slot names an id
                """)
        #expect(
            try wiring(inject(.protocol("Driving", owner: "Cart"), 7, line: 2)).check(types: Self.carts).map(\.severity)
                == [.fault])
    }

    @Test func exposuresRecordSlots() {
        let slots = SportDashboard.exposure.description.slots
        #expect(slots.map(\.name) == ["engine", "spare", "driver", "trips", "title", "serial", "watched", "turbo"])
        #expect(slots.map(\.type)[1...3] == ["Engine", "Driving", "Array<Int>"])
        #expect(slots[2].protocolNames == ["Driving", "MoonwireCoreTests.Driving"] && slots[2].typeNames.isEmpty)
        #expect(Engine.exposure.description.slots.isEmpty && Point.exposure.description.slots.isEmpty)
    }
}

private protocol Towing: Sendable {}

/// May name ids where it is exposed.
private class Cart: Exposed {
    @Injected("hitch") var hitch: Engine
    @Injected("driver") var driver: (any Driving & Towing)?

    class var exposure: Exposure { Exposure(Cart.self) { Initializer { Cart() } } }
}

/// Only the application knows it.
private final class LoadedCart: Cart {
    @Injected var weight: Int
}

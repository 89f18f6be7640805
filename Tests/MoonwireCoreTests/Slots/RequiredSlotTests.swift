import MoonwireCore
import MoonwireValues
import Testing

/// Required slots that nothing can fill are reported before their owner is built.
@Suite struct RequiredSlotTests {
    private static let dashboard = service("dashboard", "Dashboard", scope: .transient)
    private static let warning = """
        warning: service "dashboard": slot Dashboard.engine cannot be filled: no service provides Engine, and no rule is for the slot
            unless its initializer assigns the slot, Dashboard cannot be built
            `inject { slot = "Dashboard.engine", value = … }` provides a value
        """

    @Test func slotWithoutAServiceOfItsTypeIsAWarning() throws {
        #expect(try Wiring(Self.dashboard).report() == Self.warning)
    }

    @Test func firstServiceOfAClassIsNamed() throws {
        let second = service("second", "Dashboard", scope: .transient)
        #expect(try Wiring(Self.dashboard, second).report() == Self.warning)
    }

    @Test func slotWithAProviderIsNot() throws {
        #expect(try Wiring(Self.dashboard, service("engine", "Engine", ["brand": "v8"])).report() == "")
    }

    @Test func slotWithSeveralProvidersMayNameOneOfThem() throws {
        let engines = ["one", "two"].map { service($0, "Engine", ["brand": .value(.text($0))]) }
        #expect(try Wiring(Self.dashboard, engines[0], engines[1]).report() == "")
    }

    @Test func slotWithARuleIsNot() throws {
        var wiring = Wiring(Self.dashboard)
        wiring.rules = [inject(.owner("Dashboard"), .inline(service("", "Engine", ["brand": "rule"])))]
        #expect(try !wiring.report().contains("cannot be filled"))
    }

    @Test func slotThatTheDefinitionSetsIsNot() throws {
        let engine = WiredValue.inline(service("", "Engine", ["brand": "set"]))
        let definition = service("dashboard", .type("Dashboard"), scope: .transient, set: ["engine": engine])
        #expect(try Wiring(definition).report() == "")
    }

    @Test func serviceOfUnknownTypeMayBeTheOneThatASlotNames() throws {
        let unknown = service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) })
        #expect(try Wiring(Self.dashboard, unknown).report() == "")
    }

    @Test func factoryOfTheApplicationMayAssignTheSlots() throws {
        var wiring = Wiring()
        wiring.services.register("dashboard", scope: .transient) { _ in Dashboard() }
        #expect(try wiring.report() == "")
    }

    @Test func providerInSwiftFillsASlot() throws {
        var wiring = Wiring(Self.dashboard)
        wiring.services.register("engine") { _ in Engine(brand: "swift", cylinders: 2) }
        #expect(try wiring.report() == "")
    }

    @Test func providerOfASubclassOrAProtocolFillsASlot() throws {
        let trailer = service("trailer", "Trailer", scope: .transient)
        let car = service("car", "Car", ["engine": ref("engine")])
        let engine = service("engine", "Engine", ["brand": "v8"])
        #expect(try Wiring(trailer, car, engine).report() == "")
        #expect(
            try Wiring(trailer, engine).report() == """
                warning: service "trailer": slot Trailer.load cannot be filled: no service provides Driving, and no rule is for the slot
                    unless its initializer assigns the slot, Trailer cannot be built
                    `inject { slot = "Trailer.load", value = … }` provides a value
                """)
    }

    @Test func ownerOfTheApplicationIsNamedWithoutAService() throws {
        final class Panel { @Injected var engine: Engine }
        var wiring = Wiring()
        wiring.services.registerOwner(Panel.self)
        #expect(
            try wiring.report() == """
                warning: slot Panel.engine cannot be filled: no service provides Engine, and no rule is for the slot
                    unless its initializer assigns the slot, Panel cannot be injected into
                    `inject { slot = "Panel.engine", value = … }` provides a value
                """)
    }

    @Test func slotThatTakesAnyObjectIsNot() throws {
        final class Panel { @Injected var anything: AnyObject }
        var wiring = Wiring()
        wiring.services.registerOwner(Panel.self)
        #expect(try wiring.report() == "")
    }

    @Test func manifestIsEnough() throws {
        let types = try TypeRegistry(manifest: try Garage.types().manifest())
        let layer = Wiring(Self.dashboard).layer
        let found = Validation.check(
            DefinitionGraph(layers: [layer], types: types, variables: EnvironmentVariables { _ in nil }))
        #expect(found.map(\.description).joined(separator: "\n") == Self.warning)
        let whole = Wiring(Self.dashboard, service("engine", "Engine", ["brand": "v8"])).layer
        #expect(
            Validation.check(
                DefinitionGraph(layers: [whole], types: types, variables: EnvironmentVariables { _ in nil })
            )
            .isEmpty)
    }
}

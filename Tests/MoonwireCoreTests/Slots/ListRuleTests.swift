import MoonwireCore
import MoonwireValues
import Testing

/// Lists in Swift rules, whose elements do not have the type of the slot's elements.
@Suite struct ListRuleTests {
    private final class Garage {
        @Injected var engines: [Engine]?
        @Injected var drivers: [any Driving]?
        @Injected var byName: [String: Engine]?
        @Injected var anything: [Any]?
        @Injected var rows: [[Engine]]?
    }

    private final class Wheel: Sendable {}

    private struct Rim: Sendable {}

    /// The message of the load; empty if there are no faults.
    private func fault(_ register: (inout Registrations) -> Void) -> String {
        var wiring = Wiring(service("v8", "Engine", ["brand": "v8"]))
        wiring.services.registerOwner(Garage.self)
        wiring.services.register("wheels", as: [Wheel].self) { _ in [Wheel()] }
        wiring.services.register("engines", as: [Engine].self) { _ in [] }
        wiring.services.register("any", as: [any Sendable].self) { _ in [] }
        register(&wiring.services)
        do {
            _ = try wiring.container()
            return ""
        } catch { return "\(error)".split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
    }

    private let engine = Engine(brand: "own", cylinders: 1)

    @Test func theTypesOfElementsAreComparedAtLoad() {
        #expect(
            fault { $0.inject(slot: "Garage.engines", service: "wheels") }
                == "inject Garage.engines: \"value\" expects Array<Engine>, got the service \"wheels\", which is Array<Wheel>"
        )
        #expect(
            fault { $0.inject(slot: "Garage.engines") { (_: Garage, _) in [Wheel()] } }
                == "inject Garage.engines: \"value\" expects Array<Engine>, got a value, which is Array<Wheel>")
        #expect(
            fault { $0.inject(slot: "Garage.engines") { (_: Garage, _) in [Rim()] } }
                == "inject Garage.engines: \"value\" expects Array<Engine>, got a value, which is Array<Rim>")
        #expect(
            fault { $0.inject(slot: "Garage.byName") { (_: Garage, _) in ["a": Wheel()] } }
                == "inject Garage.byName: \"value\" expects Dictionary<String, Engine>, "
                + "got a value, which is Dictionary<String, Wheel>")
        #expect(
            fault { $0.inject(slot: "Garage.rows") { (_: Garage, _) in [[Wheel()]] } }
                == "inject Garage.rows: \"value\" expects Array<Array<Engine>>, got a value, which is Array<Array<Wheel>>"
        )
    }

    @Test func theElementsOfAValueAreComparedAtLoad() {
        #expect(
            fault { $0.inject(slot: "Garage.engines", [Wheel()]) }
                == "inject Garage.engines: \"value\" at 1 expects Engine, got a value of type Wheel")
        #expect(
            fault { $0.inject(slot: "Garage.engines", [engine, Wheel()] as [any Sendable]) }
                == "inject Garage.engines: \"value\" at 2 expects Engine, got a value of type Wheel")
        #expect(
            fault { $0.inject(slot: "Garage.drivers", [Wheel()]) }
                == "inject Garage.drivers: \"value\" at 1 expects Driving, got a value of type Wheel")
        #expect(
            fault { $0.inject(slot: "Garage.byName", ["a": engine, "b": Wheel()] as [String: any Sendable]) }
                == "inject Garage.byName: \"value\" at b expects Engine, got a value of type Wheel")
        #expect(
            fault { $0.inject(slot: "Garage.rows", [[engine], [Wheel()]] as [[any Sendable]]) }
                == "inject Garage.rows: \"value\" at 2.1 expects Engine, got a value of type Wheel")
        #expect(
            fault { $0.inject([any Driving].self, [engine]) }
                == "inject type Swift.Array<MoonwireCoreTests.Driving>: \"value\" at 1 for slot Garage.drivers "
                + "expects Driving, got a value of type Engine")
    }

    @Test func whatMayFitIsNoFault() {
        #expect(fault { $0.inject(slot: "Garage.engines", [engine] as [any Sendable]) } == "")
        #expect(fault { $0.inject(slot: "Garage.engines", [] as [any Sendable]) } == "")
        #expect(fault { $0.inject(slot: "Garage.engines", service: "any") } == "")
        #expect(fault { $0.inject(slot: "Garage.engines", service: "engines") } == "")
        #expect(fault { $0.inject(slot: "Garage.drivers") { (_: Garage, _) in [engine] } } == "")
        #expect(fault { $0.inject(slot: "Garage.anything", [Wheel()]) } == "")
        #expect(fault { $0.inject(slot: "Garage.engines", [engine] as [Engine?]) } == "")
        #expect(fault { $0.inject(slot: "Garage.engines") { (_: Garage, _) in [engine] as [AnyObject] } } == "")
    }
}

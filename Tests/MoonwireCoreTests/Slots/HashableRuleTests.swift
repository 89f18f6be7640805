import MoonwireCore
import Testing

/// Rules in Swift for slots of `AnyHashable`, or with values of it.
@Suite struct HashableRuleTests {
    private struct Plate: Hashable, Sendable { var number = 1 }

    private final class Wheel: Sendable {}

    private final class Garage {
        @Injected var keys: [AnyHashable]?
        @Injected var key: AnyHashable?
        @Injected var byName: [String: AnyHashable]?
        @Injected var numbers: [Int]?
        @Injected var plates: [Plate]?
        @Injected var rows: [[AnyHashable]]?
    }

    /// What the rules inject; throws the faults of the load.
    private func garage(_ register: (inout Registrations) -> Void) throws -> (Garage, Container) {
        var wiring = Wiring()
        wiring.services.registerOwner(Garage.self)
        register(&wiring.services)
        let container = try wiring.container()
        let garage = Garage()
        try container.inject(into: garage)
        return (garage, container)
    }

    @Test func listsOfHashableValuesFit() throws {
        let (garage, container) = try garage {
            $0.inject(slot: "Garage.keys", [1, 2])
            $0.inject(slot: "Garage.key", 7)
            $0.inject(slot: "Garage.byName", ["a": "b"])
            $0.inject(slot: "Garage.rows", [["a"]])
        }
        defer { withExtendedLifetime(container) {} }
        #expect(try garage.$keys.get() == [1, 2])
        #expect(try garage.$key.get() == AnyHashable(7))
        #expect(try garage.$byName.get() == ["a": "b"])
        #expect(try garage.$rows.get() == [["a"]])
    }

    @Test func listsOfStructuresFit() throws {
        let (garage, container) = try garage {
            $0.inject(slot: "Garage.keys", [Plate()])
            $0.inject(slot: "Garage.key", Plate())
            $0.inject(slot: "Garage.byName", ["a": Plate()])
            $0.inject(slot: "Garage.rows", [[Plate()]])
        }
        defer { withExtendedLifetime(container) {} }
        #expect(try garage.$keys.get() == [Plate()])
        #expect(try garage.$key.get() == AnyHashable(Plate()))
        #expect(try garage.$byName.get() == ["a": Plate()])
        #expect(try garage.$rows.get() == [[Plate()]])
    }

    @Test func listsThatClosuresMakeFit() throws {
        let (garage, container) = try garage {
            $0.inject(slot: "Garage.keys") { (_: Garage, _) in [1, "a", Plate()] as [AnyHashable] }
            $0.inject(slot: "Garage.key") { (_: Garage, _) in AnyHashable("a") }
            $0.inject(slot: "Garage.byName") { (_: Garage, _) in ["a": 1] as [String: AnyHashable] }
            $0.inject(slot: "Garage.numbers") { (_: Garage, _) in [1, 2] as [AnyHashable] }
            $0.inject(slot: "Garage.plates") { (_: Garage, _) in [Plate()] as [AnyHashable] }
            $0.inject([[AnyHashable]].self) { (_: Garage, _) in [[1], ["a"]] }
        }
        defer { withExtendedLifetime(container) {} }
        #expect(try garage.$keys.get() == [1, "a", Plate()])
        #expect(try garage.$key.get() == AnyHashable("a"))
        #expect(try garage.$byName.get() == ["a": 1])
        #expect(try garage.$numbers.get() == [1, 2])
        #expect(try garage.$plates.get() == [Plate()])
        #expect(try garage.$rows.get() == [[1], ["a"]])
    }

    @Test func valuesThatAreNotHashableAreFaults() throws {
        let found = message {
            _ = try garage {
                $0.inject(slot: "Garage.keys", [Wheel()], file: "App/Main.swift", line: 1)
                $0.inject(slot: "Garage.byName", ["a": Wheel()], file: "App/Main.swift", line: 2)
            }
        }
        #expect(
            found == """
                App/Main.swift:1: inject Garage.keys: "value" at 1 expects AnyHashable, got a value of type Wheel
                App/Main.swift:2: inject Garage.byName: "value" at a expects AnyHashable, got a value of type Wheel
                """)
    }
}

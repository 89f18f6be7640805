import Moonwire
import Testing

/// Slots of structs, which have no place of their own: a script reads what the very slot gives that its key path leads to.
@Suite struct StructSlotTests {
    struct Part {
        @Injected("plain") var engine: Engine
        // Declared on one line.
        @Injected("first", file: "Part.swift", line: 1) var first: Engine
        @Injected("second", file: "Part.swift", line: 1) var second: Engine
    }

    final class Rig: Exposed {
        // Computed properties do not tell which of the stored ones they read.
        var plain = Part()
        var tuned = Part()
        var front: Part { plain }
        var rear: Part { tuned }

        init() { tuned.engine = Engine(brand: "tuned", cylinders: 8) }

        static let exposure = Exposure(Rig.self) {
            Initializer { Rig() }
            Property("front", \.front.engine)
            Property("rear", \.rear.engine)
            Property("first", \.plain.first.brand)
            Property("second", \.plain.second.brand)
        }
    }

    private func read(_ property: String) throws -> String {
        let engines = ["plain", "first", "second"].map {
            "service '\($0)' { type = 'Engine', args = { brand = '\($0)' } }\n"
        }
        let container = try wire(
            engines.joined() + "service 'it' { factory = function() local it = Rig {} return it.\(property) end }",
            types: [Rig.self])
        return try withContainer(container) { try container.resolve("it", as: String.self) }
    }

    @Test(arguments: [("front.brand", "plain"), ("rear.brand", "tuned")])
    func valueOfASlotOfAStructIsNotReadFromAnotherInstance(property: String, brand: String) throws {
        #expect(try read(property) == brand)
    }

    @Test(arguments: ["first", "second"]) func slotsOfAStructOnOneLineAreDistinguished(name: String) throws {
        #expect(try read(name) == name)
    }
}

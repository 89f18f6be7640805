import Moonwire
import Testing

/// Overrides beside services with parents, which have what they inherit already.
@Suite struct InheritanceOverrideTests {
    private final class Tally: Exposed, @unchecked Sendable {  // Changed only while it is built.
        var count = 0

        static let exposure = Exposure(Tally.self) {
            Initializer { Tally() }
            Method("add") { (tally: Tally) in tally.count += 1 }
        }
    }

    private func wired() throws -> Container {
        try wire(
            """
            parameters { name = "a" }
            service "base" { abstract = true, type = "Tally", call = { { "add" } } }
            service "first" { parent = "base", call = { { "add" } } }
            service "second" { parent = "first", call = { { "add" } } }
            service "engine" { type = "Engine", args = { brand = param "name" } }
            service "car" { type = "Car", args = { engine = ref.engine } }
            """, types: [Tally.self])
    }

    /// An override of a service without decorators is a thin layer; one of a parameter is not.
    @Test(arguments: [false, true]) func callsOfTheParentRunOnce(isWhole: Bool) throws {
        let container = try wired()
        let counts = try container.withOverrides {
            if isWhole { $0.setParameter("name", to: "c") }
            $0.override("engine") { _ in Engine(brand: "b", cylinders: 1) }
            $0.override("car") { resolver in
                Car(engine: try resolver.resolve("engine"), wheels: 3, color: .red, trailer: nil)
            }
        } operation: { () throws in
            #expect(try container.resolve("car", as: Car.self).engine.brand == "b")
            return try ["first", "second"].map { try container.resolve($0, as: Tally.self).count }
        }
        #expect(counts == [2, 3])
    }
}

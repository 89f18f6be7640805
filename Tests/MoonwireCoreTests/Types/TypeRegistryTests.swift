import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct TypeRegistryTests {
    private func check(_ types: TypeRegistry, _ typeName: String) -> String {
        var layer = Layer(name: "test.lua")
        layer.definitions = [service("x", typeName, ["brand": "B"], line: 1)]
        let graph = DefinitionGraph(layers: [layer], types: types, variables: EnvironmentVariables { _ in nil })
        return Validation.check(graph).map(\.description).joined(separator: "\n")
    }

    @Test func typesAreFoundByNameAndByQualifiedName() throws {
        let types = try TypeRegistry([Engine.self])
        #expect(types.names == ["Engine"])
        #expect(check(types, "Engine") == "")
        #expect(check(types, "MoonwireCoreTests.Engine") == "")
        #expect(
            check(types, "Other.Engine") == """
                test.lua:1: service "x": type "Other.Engine" is not exposed
                    did you mean "Engine"?
                """)
    }

    @Test func nameOfTwoTypesIsAmbiguousUntilItIsQualified() throws {
        let types = try TypeRegistry([Engine.self, Toy.Engine.self])
        #expect(
            check(types, "Engine") == """
                test.lua:1: service "x": type "Engine" could be "MoonwireCoreTests.Engine" or "Toy.Engine"
                    write one of these names
                """)
        #expect(check(types, "MoonwireCoreTests.Toy.Engine") == "")
        var layer = Layer(name: "test.lua")
        layer.definitions = [service("toy", "MoonwireCoreTests.Toy.Engine", ["brand": "T"])]
        let container = try Container(layers: [layer], types: types)
        #expect(try container.resolve("toy", as: Toy.Engine.self).brand == "T")
    }

    @Test func typeThatIsRegisteredTwiceIsOneType() throws {
        let types = try TypeRegistry([Engine.self, Engine.self], exposures: [Engine.exposure])
        #expect(types.names == ["Engine"])
        #expect(check(types, "Engine") == "")
    }

    @Test func subclassWithoutItsOwnExposureIsRefused() throws {
        #expect(
            message { try TypeRegistry([Vehicle.self, Truck.self, Lorry.self]) } == """
                Truck has no exposure of its own, only that of Vehicle
                    override `class var exposure` in Truck
                """)
        #expect(try TypeRegistry([Lorry.self]).exposures[0].description.provides == ["Vehicle"])
    }

    /// The tests of the model use the manifest instead of the types.
    @Test func manifestOfTheGarageIsRecorded() throws {
        let manifest = String(decoding: try Garage.types().manifest(), as: UTF8.self)
        #expect(try golden("Garage.json", recording: manifest, of: GarageManifest.file) == manifest)
    }

    @Test func manifestContainsAllTypesAndScopes() throws {
        let manifest = try Garage.types().manifest()
        let read = try TypeRegistry(manifest: manifest)
        #expect(try read.manifest() == manifest)
        #expect(read.names == (try Garage.types().names))
        #expect(read.scopes == ["shared", "transient", "graph", "weak"])
        #expect(read.exposures.isEmpty)
        for type in ["Engine", "Car", "Engin", "Settings", "Vehicle"] {
            #expect(check(read, type) == check(try Garage.types(), type))
        }
    }
}

private enum Toy {}

extension Toy {
    fileprivate struct Engine: Exposed {
        let brand: String
        static let exposure = Exposure(Toy.Engine.self) { Initializer("brand") { Toy.Engine(brand: $0) } }
    }
}

private class Truck: Vehicle {}

private final class Lorry: Vehicle {
    override class var exposure: Exposure { Exposure(Lorry.self) { Initializer { Lorry() } } }
}

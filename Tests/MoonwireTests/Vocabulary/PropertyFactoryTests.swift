import Moonwire
import TestSupport
import Testing

/// `factory = { ref "id", "property" }`: a service, or a value, that is read from another service.
@Suite struct PropertyFactoryTests {
    private static let car = """
        service "v8" { type = "Engine", args = { "Jaguar", 8 } }
        service "car" { type = "Car", args = { engine = ref "v8" } }

        """

    @Test func propertyOfAServiceIsAService() throws {
        let container = try wire(Self.car + "service \"engine\" { factory = { ref \"car\", \"engine\" } }")
        let engine = try container.resolve("engine", as: Engine.self)
        #expect(try engine === container.resolve("v8", as: Engine.self))
        #expect(try container.resolve(Car.self).engine === engine)
    }

    @Test func propertyOfAServiceIsAnArgument() throws {
        let container = try wire(
            Self.car + """
                service "copy" {
                    type = "Engine",
                    args = {
                        brand = inline { factory = { ref "v8", "brand" } },
                        cylinders = inline { factory = { ref "v8", "cylinders" } },
                    },
                }
                service "brand" { factory = { ref "v8", "brand" } }
                service "named" { type = "Engine", args = { brand = ref "brand" } }
                """)
        let copy = try container.resolve("copy", as: Engine.self)
        #expect(copy.brand == "Jaguar" && copy.cylinders == 8)
        #expect(try container.resolve("brand", as: String.self) == "Jaguar")
        #expect(try container.resolve("named", as: Engine.self).brand == "Jaguar")
    }

    @Test func methodsComeBeforeProperties() throws {
        let container = try wire(
            "service \"point\" { type = \"Point\", args = { 3, 4 } }\nservice \"length\" { factory = { ref \"point\", \"length\" } }"
        )
        #expect(try container.resolve("length", as: Double.self) == 5)
    }

    @Test func valuesThatDoNotFitAreFaults() {
        let said = message {
            _ = try wire(
                Self.car + """
                    service "copy" {
                        type = "Engine",
                        args = { brand = inline { factory = { ref "v8", "cylinders" } } },
                    }
                    service "given" { factory = { ref "v8", "brand" }, args = { 1 } }
                    service "misspelled" { factory = { ref "v8", "cilinders" } }
                    service "call" { type = "Engine", args = { "x" }, call = { { "brand" } } }
                    """)
        }
        #expect(
            said == """
                container.lua:5: service "copy": argument "brand" expects a string, got an inline service, which is Int
                container.lua:7: service "given": Engine.brand takes 0 arguments, got 1
                    it takes no arguments
                container.lua:8: service "misspelled": Engine has no method or property "cilinders"
                    did you mean "cylinders"?
                container.lua:9: service "call": Engine has no method "brand"
                """)
    }

    /// The type of what a function makes is known only then.
    @Test func propertiesOfWhatFunctionsMakeAreRead() throws {
        let container = try wire(
            """
            service "v8" (function() return Engine { brand = "Jaguar", cylinders = 8 } end)
            service "brand" { factory = { ref "v8", "brand" } }
            service "nothing" { factory = { ref "v8", "brnad" } }
            """)
        #expect(try container.resolve("brand", as: String.self) == "Jaguar")
        #expect(
            message { _ = try container.resolve("nothing", as: String.self) } == """
                container.lua:3: service "nothing": Engine has no method or property "brnad"
                    did you mean "brand"?
                """)
    }

    @Test func propertiesWithoutAValueAreErrors() throws {
        let container = try wire(
            Self.car
                + "service \"trailer\" { factory = { ref \"remote\", \"trailer\" } }\nservice \"remote\" { type = \"Truck\" }",
            types: [Truck.self])
        #expect(
            message { _ = try container.resolve("trailer", as: Engine.self) }.contains("service \"trailer\""))
        #expect(throws: ContainerError.self) { try container.resolve("trailer", as: Engine.self) }
    }

    @Test func reloadReadsThePropertyOfTheNewService() throws {
        let text = """
            service "v8" { type = "Engine", args = { "Jaguar", 8 } }
            service "brand" { factory = { ref "v8", "brand" } }
            """
        let living = try Living(text, types: [Engine.self])
        #expect(try living.container.resolve("brand", as: String.self) == "Jaguar")
        try living.reload(text.replacing("Jaguar", with: "Rover"))
        #expect(try living.container.resolve("brand", as: String.self) == "Rover")
    }

    private final class Truck: Exposed, Sendable {
        let trailer: Engine? = nil

        static let exposure = Exposure(Truck.self) {
            Initializer { Truck() }
            Property("trailer", \.trailer)
        }
    }
}

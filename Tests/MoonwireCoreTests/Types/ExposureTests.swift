import MoonwireCore
import MoonwireValues
import Testing

@Suite struct ExposureTests {
    @Test func exposureRecordsLabelsTypesAndDefaults() {
        let signature = Engine.exposure.description.initializers[0]
        #expect(signature.arguments.map(\.label) == ["brand", "cylinders"])
        #expect(signature.arguments.map(\.type) == ["String", "Int"])
        #expect(signature.arguments.map(\.hasDefault) == [false, true])
        #expect(Engine.exposure.description.isSendable)
        #expect(!Vehicle.exposure.description.isSendable)
    }

    @Test func exposureRecordsProvidedTypes() {
        #expect(Car.exposure.description.provides == ["Driving"])
        #expect(
            Car.exposure.description.initializers[0].arguments[2].shape
                == .optional(.object("any MoonwireCoreTests.Driving")))
    }

    @Test func exposureRecordsWritableProperties() {
        #expect(Vehicle.exposure.description.properties[0].isWritable)
        #expect(!Engine.exposure.description.properties[0].isWritable)
        #expect(!Point.exposure.description.properties[0].isWritable)
    }
}

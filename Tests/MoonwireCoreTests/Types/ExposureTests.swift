import MoonwireCore
import MoonwireValues
import Testing

protocol Driving: Sendable { var wheels: Int { get } }

final class Engine: Sendable, Exposed {
    let brand: String
    let cylinders: Int

    init(brand: String, cylinders: Int) {
        self.brand = brand
        self.cylinders = cylinders
    }

    static let exposure = Exposure(Engine.self) {
        Initializer("brand", Argument("cylinders", default: 4)) { Engine(brand: $0, cylinders: $1) }
        Property("brand", \.brand)
        Property("cylinders", \.cylinders)
        Method("describe", Engine.describe, "prefix")
        StaticMethod("standard", "brand") { Engine(brand: $0, cylinders: 8) }
    }

    func describe(prefix: String) -> String { "\(prefix) \(brand)" }
}

final class Car: Driving, Exposed {
    let engine: Engine
    let wheels: Int
    let trailer: (any Driving)?

    init(engine: Engine, wheels: Int, trailer: (any Driving)?) {
        self.engine = engine
        self.wheels = wheels
        self.trailer = trailer
    }

    static let exposure = Exposure(Car.self) {
        Initializer("engine", Argument("wheels", default: 4), "trailer") { Car(engine: $0, wheels: $1, trailer: $2) }
        Provides { $0 as any Driving }
        Method("tow", Car.tow, "trailer")
        Method("honk") { $0.honk() }
    }
}

extension Car {
    func tow(trailer: any Driving) -> Int { wheels + trailer.wheels }
    func honk() {}
}

class Vehicle: Exposed {
    var name = ""
    class var exposure: Exposure {
        Exposure(Vehicle.self) {
            Initializer { Vehicle() }
            Property("name", \.name)
        }
    }
}

struct Point: Exposed {
    var x: Int, y: Int
    static let exposure = Exposure(Point.self) {
        Initializer("x", "y") { Point(x: $0, y: $1) }
        Property("x", \.x)
    }
}

@Suite struct ExposureTests {
    @Test func recordsLabelsTypesAndDefaults() {
        let signature = Engine.exposure.description.initializers[0]
        #expect(signature.arguments.map(\.label) == ["brand", "cylinders"])
        #expect(signature.arguments.map(\.type) == ["String", "Int"])
        #expect(signature.arguments.map(\.hasDefault) == [false, true])
        #expect(Engine.exposure.description.isSendable)
        #expect(!Vehicle.exposure.description.isSendable)
    }

    @Test func recordsWhatATypeProvides() {
        #expect(Car.exposure.description.provides == ["Driving"])
        #expect(Car.exposure.description.initializers[0].arguments[2].shape == .optional(.object("Driving")))
    }

    @Test func propertiesKnowWhetherTheyCanBeSet() {
        #expect(Vehicle.exposure.description.properties[0].isWritable)
        #expect(!Engine.exposure.description.properties[0].isWritable)
        #expect(!Point.exposure.description.properties[0].isWritable)
    }
}

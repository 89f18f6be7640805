import Moonwire

/// A car on the road.
public final class Car: Sendable, Exposed {
    public let brand: String
    public let wheels: Int
    public let engine: Engine

    init(brand: String, wheels: Int, engine: Engine) {
        self.brand = brand
        self.wheels = wheels
        self.engine = engine
    }

    public static let exposure = Exposure(Car.self) {
        Property("brand", \.brand)
        Property("engine", \.engine)
    }
}

/// Builds cars from a description and an engine.
public final class CarFactory: Sendable, Exposed {
    public static let exposure = Exposure(CarFactory.self) {
        Initializer { CarFactory() }
        Method("car", CarFactory.car, "config", "engine")
    }

    func car(config: [String: PlainValue], engine: Engine) -> Car {
        var brand = "?"
        var wheels = 0
        if case .text(let text)? = config["brand"] { brand = text }
        if case .integer(let count)? = config["wheels"] { wheels = Int(count) }
        return Car(brand: brand, wheels: wheels, engine: engine)
    }
}

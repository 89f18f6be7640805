import Moonwire

/// Makes the spark plugs of one engine.
public final class EngineSparkPlugFactory: Sendable, Exposed {
    private let perCylinder: Int

    init(perCylinder: Int) {
        self.perCylinder = perCylinder
    }

    public static let exposure = Exposure(EngineSparkPlugFactory.self) {
        Initializer(ExposedArgument("perCylinder", default: 1), body: EngineSparkPlugFactory.init)
    }

    func sparkPlugs(for cylinders: Int) -> Int { cylinders * perCylinder }
}

/// An engine with its spark plugs installed.
public final class Engine: Sendable, Exposed {
    public let brand: String
    public let cylinders: Int
    public let sparkPlugs: Int

    init(brand: String, cylinders: Int, sparkPlugs: Int) {
        self.brand = brand
        self.cylinders = cylinders
        self.sparkPlugs = sparkPlugs
    }

    public static let exposure = Exposure(Engine.self) {
        Property("brand", \.brand)
        Property("cylinders", \.cylinders)
    }
}

/// Builds engines.
public final class EngineFactory: Sendable, Exposed {
    private let sparkPlugFactory: EngineSparkPlugFactory

    init(sparkPlugFactory: EngineSparkPlugFactory) {
        self.sparkPlugFactory = sparkPlugFactory
    }

    public static let exposure = Exposure(EngineFactory.self) {
        Initializer("sparkPlugFactory", body: EngineFactory.init)
        Method("engine", EngineFactory.engine, "brand", "cylinders")
    }

    func engine(brand: String, cylinders: Int) -> Engine {
        Engine(brand: brand, cylinders: cylinders, sparkPlugs: sparkPlugFactory.sparkPlugs(for: cylinders))
    }
}

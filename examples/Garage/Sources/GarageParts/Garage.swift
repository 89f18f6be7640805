public import Moonwire

extension ServiceKey<Car> {
    /// A new Jaguar each time.
    public static let jaguar = ServiceKey("jaguar")
}

/// The garage's types, and the container that its script wires.
public enum Garage {
    public static let types: [any Exposed.Type] = [
        Car.self, CarFactory.self, Dealer.self, Engine.self, EngineFactory.self, EngineSparkPlugFactory.self,
        Valet.self,
    ]

    /// Makes the container from a script; throws ``ContainerError`` with all that is wrong in it.
    public static func container(script: String) throws -> Container {
        try Container(scripts: [script], types: types)
    }
}

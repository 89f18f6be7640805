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

    /// Creates the container from scripts, each of which overrides the previous one; throws ``ContainerError`` with all faults.
    public static func container(
        scripts: [String], types others: [any Exposed.Type] = [],
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Container {
        try Container(scripts: scripts, types: types + others, register: register)
    }
}

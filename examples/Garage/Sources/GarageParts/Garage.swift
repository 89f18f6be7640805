import Foundation
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

    /// The script of the example: relative in the folder of the project, so that messages are short, absolute in any other folder.
    public static var script: String {
        let relative = "examples/Garage/container.lua"
        guard !FileManager.default.fileExists(atPath: relative) else { return relative }
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
        return sources.appending(path: "../../container.lua").standardized.path
    }

    /// Creates the container from scripts, each of which overrides the previous one; throws ``ContainerError`` with all faults.
    public static func container(
        scripts: [String], types others: [any Exposed.Type] = [],
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Container {
        try Container(scripts: scripts, types: types + others, environment: .dev, register: register)
    }
}

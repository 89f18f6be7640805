import Foundation
import GarageParts
import Moonwire
import MoonwireTesting
import Testing

/// The garage in the scenarios of scenarios.lua.
@Suite struct ScenarioTests {
    private static let scripts = [
        Garage.script, URL(filePath: #filePath).deletingLastPathComponent().appending(path: "scenarios.lua").path,
    ]

    /// A dealer must not be built: the scenario does not name it.
    @Test(.wiring(try Garage.container(scripts: scripts), scenario: "two cars"))
    func twoCarsShareTheirFactories() throws {
        for _ in 0..<2 { #expect(try Test.container.resolve(.jaguar).engine.sparkPlugs == 8) }
    }

    @Test func aCarIsBuiltAfterOneThatFailed() throws {
        let garage = try Garage.container(scripts: Self.scripts)
        try garage.withScenario("the second engine is missing") {
            _ = try garage.resolve(.jaguar)
            #expect(throws: ContainerError.self) { try garage.resolve(.jaguar) }
            _ = try garage.resolve(.jaguar)
        }
    }
}

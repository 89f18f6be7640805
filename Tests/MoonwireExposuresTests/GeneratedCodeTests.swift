import Foundation
import Moonwire
import Testing

/// Generated code that is a part of this target: it is what the command writes, and it runs.
@Suite(.timeLimit(.minutes(5))) struct GeneratedCodeTests {
    /// With `RECORD_SNAPSHOTS=1` in the environment, the file is written.
    @Test func theFileIsUpToDate() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Generated")
        let fixture = try Fixture(String(contentsOf: folder.appending(path: "Vehicles.swift"), encoding: .utf8))
        #expect(try fixture.run().output == "Cars: wrote Cars/Exposures.swift with 8 exposures")
        let generated = try #require(fixture.generated)
        let file = folder.appending(path: "Exposures.swift")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try generated.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == generated)
    }

    @Test func scriptsUseWhatIsGenerated() async throws {
        let container = try Container(
            text: """
                service "engine" { type = "Engine" }
                service "bicycle" { type = "Bicycle", scope = "transient" }
                service "car" { type = "Car", scope = "transient", args = { engine = ref "engine" } }
                service "cart" { type = "Vehicle", scope = "transient", args = { wheels = 2 } }
                service "box" { type = "Box<Int>", args = { item = 3 } }
                service "shop" {
                    type = "Shop",
                    scope = "transient",
                    args = { boxes = { ref "box" }, vehicles = { ref "bicycle", ref "car", ref "cart" } },
                }
                service "sound" { factory = { ref "engine", "start" }, args = { times = 2 } }
                service "counter" { type = "Counter", args = { from = 41 } }
                service "count" { factory = { ref "counter", "count" } }
                service "screen" { type = "Screen", args = { title = "Home", subtitle = "Doors" } }
                """,
            types: Exposures.all, environment: .test)
        let shop = try await container.resolve("shop", as: Shop.self)
        #expect(shop.vehicles.map { $0.drive() } == ["Bicycle on 2 wheels", "Car on 4 wheels", "Vehicle on 2 wheels"])
        #expect(shop.boxes.map(\.item) == [3])
        #expect(try await container.resolve("engine", as: Engine.self).power == 90)
        #expect(try await container.resolve("sound", as: String.self) == "vroom vroom ")
        #expect(try await container.resolve("count", as: Int.self) == 42)
        #expect(try await container.resolve("screen", as: Screen.self).title == "Home: Doors")
    }
}

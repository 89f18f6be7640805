import Foundation
import Moonwire
import MoonwireConsole
import Testing

private final class Car: Exposed, Sendable {
    static let exposure = Exposure(Car.self) {
        Initializer { Car() }
    }
}

extension ServiceKey<Car> {
    fileprivate static let jaguar = ServiceKey("jaguar")
}

private enum Garage {
    nonisolated static let types: [any Exposed.Type] = [Car.self]

    nonisolated static func container(scripts: [String]) throws -> Container {
        try Container(scripts: scripts, types: [Car.self], environment: .dev)
    }
}

/// The code of `Documentation/Graphs.md`, word for word; `examples/Garage` tests what the commands show.
@Suite struct GraphsGuideTests {
    private let folder: Playground

    init() throws {
        folder = try Playground(["container.lua": #"service "jaguar" { type = "Car" }"#])
    }

    @Test func recording() throws {
        let print = Printer()
        let container = try Garage.container(scripts: ["\(folder.path)/container.lua"])
        let recording = container.recordBuilds()
        let jaguar = try container.resolve(.jaguar)
        print(recording.finish().tree)
        #expect(print.lines[0].contains("jaguar"))
        #expect(try container.resolve(.jaguar) === jaguar)
    }

    @Test func tracing() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            let wiring = Console.Wiring(
                types: try TypeRegistry(Garage.types), scripts: ["container.lua"],
                makeContainer: { try Garage.container(scripts: ["container.lua"]) })
            #expect(Console(wiring: wiring).run(["trace", "jaguar"]) == .clean)
        }
    }
}

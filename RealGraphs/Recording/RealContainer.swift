import Moonwire
import Synchronization

/// A container of the scripts of a graph, whose instances are recorders.
struct RealContainer {
    let container: Container

    /// Loads the main script in a folder, and supplies what the graph does not define.
    init(_ scripts: GeneratedScripts, in folder: String) throws {
        container = try Container(
            scripts: ["\(folder)/\(GeneratedScripts.main)"], types: [], exposures: scripts.types.exposures(),
            environment: .dev, variables: EnvironmentVariables { _ in nil }
        ) { services in
            // The application cannot resolve private services by id, and a factory can.
            services.register(Self.probe, arguments: "id", as: Probe.self) { (resolver, id: String) in
                Probe(instance: try resolver.resolve(id, as: Recorder.self))
            }
        }
        for id in scripts.outsideIds { try container.supply(Recorder(outside: id), for: id) }
    }

    /// The instance of an id, be it private or not.
    func instance(_ id: String) throws -> Recorder {
        try container.resolve(Self.probe, as: Probe.self, arguments: ["id": id]).instance
    }

    private static let probe = "real graphs: probe"

    private final class Probe: Sendable {
        let instance: Recorder

        init(instance: Recorder) { self.instance = instance }
    }
}

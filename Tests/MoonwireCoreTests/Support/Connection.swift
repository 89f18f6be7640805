import MoonwireCore
import TestSupport

/// Its initializer and its methods are asynchronous.
final class Connection: Exposed, Sendable {
    let name: String
    let engine: Engine?
    let others: [Connection]
    let log = Collected<String>()

    init(name: String, engine: Engine?, others: [Connection]) async throws {
        await Task.yield()
        if name == "broken" { throw Breakdown(reason: "out of order") }
        self.name = name
        self.engine = engine
        self.others = others
    }

    static let exposure = Exposure(Connection.self) {
        Initializer("name", "engine", ExposedArgument("others", default: [])) {
            try await Connection(name: $0, engine: $1, others: $2)
        }
        StaticMethod("open", "name") { try await Connection(name: $0, engine: nil, others: []) }
        Method("child", "name") { try await Connection(name: $1, engine: nil, others: [$0]) }
        Method("add", Connection.add, "entry")
        Method("note", "entry") { $0.log.append($1) }
    }

    func add(_ entry: String) async -> Int {
        await Task.yield()
        log.append(entry)
        return log.elements.count
    }
}

/// Needs a connection, and is built synchronously itself.
final class Client: Exposed, Sendable {
    let connection: Connection
    let spare: Connection?

    init(connection: Connection, spare: Connection?) {
        self.connection = connection
        self.spare = spare
    }

    static let exposure = Exposure(Client.self) {
        Initializer("connection", "spare") { Client(connection: $0, spare: $1) }
    }
}

extension Garage {
    /// Types with asynchronous members, and some without.
    static let asynchronous: [any Exposed.Type] = [
        Connection.self, Client.self, Engine.self, Car.self, Probe.self, Fleet.self, Remote.self,
    ]
}

/// What an asynchronous closure says; nil when it throws nothing.
func message<R>(_ body: () async throws -> R) async -> String? {
    do {
        _ = try await body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// A container of these definitions and registrations, whose types include asynchronous ones.
func container(_ definitions: Definition..., register: (inout Registrations) -> Void = { _ in }) throws -> Container {
    var wiring = Wiring()
    wiring.definitions = definitions
    register(&wiring.services)
    return try wiring.container(types: Garage.asynchronous)
}

import Moonwire
import MoonwireSupport
import TestSupport

/// A container whose script a test edits while it runs.
final class Living: Sendable {
    let folder = Scratch()
    let log = Collected<String>()
    let container: Container

    init(
        _ text: String, files: [String: String] = [:], variables: Lock<[String: String]> = Lock([:]),
        types: [any Exposed.Type] = [], slowWait: Duration = .seconds(5),
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        for (name, text) in files { try folder.write(text, name) }
        try folder.write(text, "container.lua")
        let log = log
        container = try Container(
            scripts: [folder.path("container.lua")], types: [Station.self] + types, environment: .dev,
            variables: EnvironmentVariables { name in variables.withLock { $0[name] } }, slowWait: slowWait
        ) { services in
            services.register("log") { _ in Station.Log(log) }
            try register(&services)
        }
    }

    func edit(_ text: String, _ name: String = "container.lua") throws { try folder.write(text, name) }

    /// Edits the script and reloads; gives what changed, with the names of files alone.
    @discardableResult func reload(_ text: String? = nil) throws -> String {
        if let text { try edit(text) }
        return readable("\(try container.reload())")
    }

    func station(_ id: String) throws -> Station { try container.resolve(id) }

    func readable(_ text: String) -> String { text.replacing(folder.path(""), with: "") }
}

/// A part of a railway, which writes down what is done to it.
final class Station: Exposed, Sendable {
    /// Where stations write.
    final class Log: Exposed, Sendable {
        let lines: Collected<String>

        init(_ lines: Collected<String>) { self.lines = lines }

        static let exposure = Exposure(Log.self) {}
    }

    struct Refusal: Error {}

    let name: String
    let next: Station?
    let later: ServiceProvider<Station>?
    private let log: Log?

    init(name: String, next: Station?, later: ServiceProvider<Station>?, log: Log?) {
        self.name = name
        self.next = next
        self.later = later
        self.log = log
    }

    static let exposure = Exposure(Station.self) {
        Initializer("name", "next", "later", "log") {
            (name: String, next: Station?, later: ServiceProvider<Station>?, log: Log?) in
            Station(name: name, next: next, later: later, log: log)
        }
        Property("name", \.name)
        Method("fail") { (_: Station) in throw Refusal() }
        Method("itself") { (station: Station) in station }
        Method("close") { (station: Station) in station.log?.lines.append("close \(station.name)") }
        Method("leave", "why") { (station: Station, why: String) in station.log?.lines.append(why) }
    }
}

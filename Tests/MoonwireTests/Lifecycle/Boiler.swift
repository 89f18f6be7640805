import Moonwire
import MoonwireSupport
import TestSupport

/// A part that is started, asked, and stopped, and writes down what is done to it.
final class Boiler: Exposed, Sendable {
    struct Leak: Error, CustomStringConvertible {
        var description: String { "it leaks" }
    }

    let name: String
    let inlets: [Boiler]
    private let log: Station.Log
    /// What `hang` and `wait` wait for.
    let gate = AsyncGate()

    init(name: String, inlets: [Boiler], log: Station.Log) {
        self.name = name
        self.inlets = inlets
        self.log = log
    }

    private func note(_ entry: String) { log.lines.append("\(entry) \(name)") }

    private func wait() async throws {
        note("wait")
        do { try await gate.wait() } catch {
            note("cancelled")
            throw error
        }
    }

    /// Ends when the gate is opened, whether or not the task is cancelled.
    private func ignore() async {
        note("ignore")
        _ = try? await Task { try await gate.wait() }.value
        note("ignored")
    }

    static let exposure = Exposure(Boiler.self) {
        Initializer("name", ExposedArgument("inlets", default: []), "log") {
            (name: String, inlets: [Boiler], log: Station.Log) in
            log.lines.append("build \(name)")
            return Boiler(name: name, inlets: inlets, log: log)
        }
        Property("name", \.name)
        Method("connect") { (boiler: Boiler) async in
            await Task.yield()
            boiler.note("connect")
        }
        Method("close") { (boiler: Boiler) async in
            await Task.yield()
            boiler.note("close")
        }
        Method("leak") { (boiler: Boiler) async throws in throw Leak() }
        Method("wait") { (boiler: Boiler) async throws in try await boiler.wait() }
        Method("ignore") { (boiler: Boiler) async in await boiler.ignore() }
        Method("shut") { (boiler: Boiler) in boiler.note("shut") }
        Method("works") { (boiler: Boiler) in boiler.inlets.isEmpty }
        Method("answers") { (boiler: Boiler) async in boiler.inlets.isEmpty }
        Method("note", "entry") { (boiler: Boiler, entry: String) in boiler.note(entry) }
        Method("measure") { (_: Boiler) in 7 }
    }

    /// A definition in a script.
    static func service(_ name: String, of inlets: [String] = [], _ rest: String = "") -> String {
        let refs = inlets.map { "ref \"\($0)\"" }.joined(separator: ", ")
        return """
            service "\(name)" { type = "Boiler", args = { name = "\(name)", inlets = { \(refs) }, log = ref "log" }, \(rest) }

            """
    }
}

extension Living {
    convenience init(boilers text: String, register: (inout Registrations) throws -> Void = { _ in }) throws {
        try self.init(text, types: [Boiler.self], register: register)
    }

    func boiler(_ id: String) throws -> Boiler { try container.resolve(id) }

    /// What the boilers have written, without the lines about builds.
    var done: [String] { log.elements.filter { !$0.hasPrefix("build") } }
}

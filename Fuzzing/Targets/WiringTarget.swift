import LuaRuntime
import Moonwire
import MoonwireConsole
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whatever a wiring script does, each step ends within its bounds of CPU time, memory, and output, and errors are located.
func loadWiring(_ bytes: [UInt8]) throws { try HostileWiring(bytes).run() }

/// A hostile script beside files that it may include, and the steps of an application with it.
struct HostileWiring {
    /// How far a script was processed.
    enum Outcome: String { case refused, loaded }

    private static let types: [any Exposed.Type] = [Part.self, Box<Part>.self, Amount.self, Owner.self]
    private static let ids = [
        "s2", "s3", "x", "x1", "o0", "o1", "o2", "o3", "c1", "f1", "b1", "many1", "loop", "w1", "layer1", "m1", "t1",
    ]
    /// The commands of the console.
    private static let commands = [
        ["check"], ["list"], ["explain", "s2"], ["explain", "c1"], ["explain", "x"], ["parameters"], ["preferences"],
        ["hooks"], ["rules"], ["graph"], ["stubs"], ["check", "--format", "json"], ["list", "--format", "json"],
        ["graph", "--format", "html"],
    ]

    let script: String
    private let command: [String]
    private let limits = Interpreter.Limits()
    private let bounds = Bounds()

    init(_ bytes: [UInt8]) {
        let script = HostileScript(bytes)
        self.script = script.text
        var reader = script.reader
        command = Self.commands[reader.below(Self.commands.count)]
    }

    @discardableResult func run() throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wiring-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String, _ name: String) throws -> String {
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path(percentEncoded: false)
        }
        let path = try write(script, "main.lua")
        _ = try write("parameters { other = 1 } return { 1 }", "other.lua")
        _ = try write("--" + String(repeating: "x", count: 1 << 20), "large.lua")
        _ = try write("error('wrong')", "wrong.lua")
        return try run(path)
    }

    private func run(_ path: String) throws -> Outcome {
        let container = try step("load", path) {
            try Container(
                scripts: [path], types: Self.types, environment: .dev,
                variables: EnvironmentVariables { Self.variables[$0] },
                limits: limits)
        }
        try expectOutput(path)
        guard let container else { return .refused }
        for id in Self.ids { _ = try step("resolve \(id)", path) { try container.resolve(id, as: Part.self) } }
        _ = try step("inject", path) { try container.inject(into: Owner()) }
        _ = try step("read a preference", path) { try container.preferences.get("G.x", as: PlainValue.self) }
        _ = try step("set a preference", path) { try container.preferences.set("G.x", to: 2) }
        _ = try step("set a parameter", path) { try container.setParameter("p", to: "y") }
        _ = try step("plan", path) { try container.reloadPlan() }
        _ = try step("reload", path) { try container.reload() }
        return .loaded
    }

    private static let variables = ["V1": "1", "V2": "{ \"a\": [1, 2, 3] }"]

    /// Runs a step of the application, and expects it to stay within its bounds; nil if it is refused.
    private func step<R>(_ name: String, _ path: String, _ body: () throws -> R) throws -> R? {
        var reason = "done"
        let (result, usage) = try Usage.of { () -> R? in
            do { return try body() } catch let error as ContainerError {
                try expectSense(of: error, name, path)
                reason = error.diagnostics.first.map { "refused: \($0.message)" } ?? "refused"
                return nil
            }
        }
        usage.report("\(name)\t\(reason)\t\(script.prefix(9_000).debugDescription)")
        try bounds.check(usage) { "\(name) took \($0) for\n\(script.prefix(2_000))" }
        return result
    }

    private func expectSense(of error: ContainerError, _ step: String, _ path: String) throws {
        let message = "\(error)"
        try expect(!error.diagnostics.isEmpty, "\(step): an error without a diagnostic")
        try expect(message.utf8.count < Bounds.message, "\(step): a message of \(message.utf8.count) bytes")
        // An error about something that no script names, such as an undefined service, has no line.
        guard step == "load" else { return }
        // Also in a file that the script includes.
        let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        let isLocated = error.diagnostics.contains { $0.location?.file.hasPrefix(folder) ?? false }
        try expect(isLocated, "no line of the script: \(message.prefix(300))\n\(script.prefix(2_000))")
    }

    /// The output of a command is in proportion to the definitions of the script.
    private func expectOutput(_ path: String) throws {
        let wiring = Console.Wiring(
            types: try TypeRegistry(Self.types), scripts: [path],
            variables: EnvironmentVariables { Self.variables[$0] })
        let written = Mutex(0)
        let count: @Sendable (String) -> Void = { text in written.withLock { $0 += text.utf8.count } }
        let name = command.joined(separator: " ")
        _ = try step(name, path) {
            Console(wiring: wiring).run(command, output: Console.Output(standardOutput: count, standardError: count))
        }
        let bytes = written.withLock { $0 }
        try expect(bytes < Bounds.output, "\(name) wrote \(bytes) bytes for\n\(script.prefix(2_000))")
    }
}

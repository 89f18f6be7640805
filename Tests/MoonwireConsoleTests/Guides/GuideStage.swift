import Foundation
import GarageExample
import Moonwire
import MoonwireConsole
import Synchronization
import Testing

/// The folder and the consoles in which the commands of a guide run.
struct GuideStage {
    private let folder: Folder
    private let script = repository.appending(path: "examples/Garage/container.lua").path

    init() throws {
        let text = try String(contentsOfFile: script, encoding: .utf8)
        folder = try Folder([
            "container.lua": "service \"engine\" { type = \"Engine\", args = { brand = \"INGENIUM\" } }",
            "types.json": String(decoding: mailingTypes().manifest(), as: UTF8.self),
            "after.lua": text.replacing("cylinders = 4", with: "cylinders = 6").replacing("INGENIUM", with: "AVENGER")
                + "service \"valet\" { type = \"Valet\" }\n",
        ])
    }

    /// Writes a script whose first line is a comment with the name of its file.
    func write(_ block: Guide.Block) throws {
        guard block.language == "lua", let first = block.lines.first, first.hasPrefix("-- "), first.hasSuffix(".lua")
        else { return }
        try folder.write(block.lines.joined(separator: "\n") + "\n", to: String(first.dropFirst(3)))
    }

    /// The lines that the block should have; nil if it is not a transcript, or its program is not installed.
    func output(of block: Guide.Block) throws -> [String]? {
        switch block.lines.first {
        case let command? where command.hasPrefix("$ "):
            return try output(ofCommand: command).map { [command] + lines($0) }
        case "flowchart LR":
            return lines(transcript(garage(), ["graph", "--format", "mermaid", "--focus", "jaguar"]))
        case "service \"a_spark_plug_factory\"":
            return lines(try explanationOfARunningContainer())
        case "       total           own  service":
            return lines(try recordedTree())
        case "~ service \"ingenium\" (container.lua:21 -> container.lua:21)":
            return lines(try planOfAnEdit())
        default:
            return nil
        }
    }

    private func output(ofCommand command: String) throws -> String? {
        let words = command.split(separator: " ").dropFirst().map(String.init)
        let arguments = words.dropFirst().map(path)
        switch words.first {
        case "moonwire": return transcript(Console(), arguments)
        case "Garage": return transcript(garage(), arguments)
        case "scripts/demo": return transcript(garage(), Array(arguments.dropFirst()))
        case "luacheck":
            return try Luacheck.path.map { try MoonwireConsoleTests.output(of: $0, arguments, in: folder.path) }
        default:
            Issue.record("the program of \"\(command)\" is not known")
            return nil
        }
    }

    /// A file of the folder or of the repository as an absolute path.
    private func path(_ argument: String) -> String {
        let candidates = [folder.file(argument), repository.appending(path: argument).path]
        return candidates.first { FileManager.default.fileExists(atPath: $0) } ?? argument
    }

    private func garage() -> Console {
        let wiring = Console.Wiring(types: try? TypeRegistry(Garage.types), scripts: [script])
        let trace = TraceCommand {
            try Garage.container(scripts: [script])
        } record: {
            $0.recordBuilds(elapsed: Self.clock())
        }
        return Console(program: "Garage", commands: [any Command].all(for: wiring) + [trace])
    }

    private func transcript(_ console: Console, _ arguments: [String]) -> String {
        let transcript = Transcript(of: console, arguments)
        return [transcript.output, transcript.complaints].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func explanationOfARunningContainer() throws -> String {
        let container = try Garage.container(scripts: [script])
        _ = try container.resolve(.jaguar)
        let console = Console(wiring: Console.Wiring(container: container))
        return transcript(console, ["explain", "a_spark_plug_factory"])
            .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "2026-11-21T20:17:30Z")
    }

    /// What a reload would do after a transient service has another argument.
    private func planOfAnEdit() throws -> String {
        let text = try String(contentsOfFile: script, encoding: .utf8)
        try folder.write(text, to: "container.lua")
        let container = try Garage.container(scripts: [folder.file("container.lua")])
        _ = try container.resolve(.jaguar)
        _ = try container.resolve("dealer", as: Any.self)
        try folder.write(text.replacing("cylinders = 4", with: "cylinders = 6"), to: "container.lua")
        return "\(try container.reloadPlan())"
    }

    private func recordedTree() throws -> String {
        let container = try Garage.container(scripts: [script])
        let recording = container.recordBuilds(elapsed: Self.clock())
        _ = try container.resolve(.jaguar)
        return recording.finish().tree
    }

    /// A clock that advances by different amounts, the same ones each time.
    private static func clock() -> @Sendable () -> Duration {
        let readings = Mutex(0)
        return {
            let count = readings.withLock {
                $0 += 1
                return $0
            }
            return .microseconds(37 * count + 11 * (count * count % 7))
        }
    }

    private func lines(_ text: String) -> [String] {
        let shown = text.replacing(folder.path + "/", with: "").replacing(repository.path + "/", with: "")
        var lines = shown.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

import Foundation
import GarageParts
import Moonwire
import MoonwireConsole
import Synchronization
import Testing

@Suite struct CheckTests {
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("container.lua").path

    private func check(_ script: String) throws -> (output: String, status: Console.Status) {
        let wiring = Console.Wiring(types: try TypeRegistry(Garage.types), scripts: [script])
        let output = Lines()
        let console = Console(program: "Garage", wiring: wiring)
        let status = console.run(
            ["check"], output: Console.Output(standardOutput: { output.append($0) }, standardError: { _ in }))
        return (output.text, status)
    }

    @Test func garageIsInOrder() throws {
        let result = try check(Self.script)
        #expect(result.output == "no faults in 3 environments (6 services, 6 parameters)\n")
        #expect(result.status == .clean)
    }

    @Test func garageKnowsItsTypes() throws {
        let broken = try String(contentsOfFile: Self.script, encoding: .utf8)
            .replacing("sparkPlugFactory =", with: "sparkPlugFactry =")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("garage-\(UUID().uuidString).lua")
        try Data(broken.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try check(file.path)
        #expect(
            result.output.replacing(file.path, with: "container.lua") == """
                container.lua:16:14: error: service "engine_factory": EngineFactory has no argument "sparkPlugFactry"
                    did you mean "sparkPlugFactory"?
                    it takes (sparkPlugFactory)
                container.lua:16:5: error: service "engine_factory": EngineFactory needs argument "sparkPlugFactory" \
                (EngineSparkPlugFactory)
                    it takes (sparkPlugFactory)
                2 faults in 3 environments

                """)
        #expect(result.status == .faults)
    }
}

/// Lines that a console wrote.
private final class Lines: Sendable {
    private let lines = Mutex("")

    func append(_ line: String) { lines.withLock { $0 += line + "\n" } }

    var text: String { lines.withLock { $0 } }
}

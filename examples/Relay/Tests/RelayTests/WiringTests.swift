import Foundation
import Moonwire
import MoonwireConsole
import MoonwireTesting
import Testing

@testable import RelayParts

/// The scripts of the example, without a gateway.
@Suite struct WiringTests {
    private static let folder = URL(filePath: Relay.script).deletingLastPathComponent()

    @Test func theWiringIsReviewed() throws {
        let container = try Container(
            scripts: [Relay.script], types: Relay.types, environment: .prod,
            variables: EnvironmentVariables { _ in nil }
        ) { Relay.register(&$0, data: "data") }
        expectWiring(container, matches: "wiring.txt")
    }

    /// `relay stubs` updates it after the types have changed.
    @Test func theStandardForLuacheckKnowsTheTypes() throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let wiring = Console.Wiring(types: try TypeRegistry(Relay.types), scripts: [Relay.script]) {
            Relay.register(&$0, data: "data")
        }
        let silent = Console.Output(standardOutput: { _ in }, standardError: { _ in })
        #expect(Console(wiring: wiring).run(["stubs", "--output", output.path], output: silent) == .clean)
        let standard = try String(contentsOf: output.appending(path: ".luacheckrc"), encoding: .utf8)
        #expect(try String(contentsOf: Self.folder.appending(path: ".luacheckrc"), encoding: .utf8) == standard)
    }
}

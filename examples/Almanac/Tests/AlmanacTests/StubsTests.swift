import AlmanacParts
import Foundation
import Moonwire
import MoonwireConsole
import Testing

@Suite struct StubsTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// `almanac stubs` updates it after the types have changed.
    @Test func theStandardForLuacheckKnowsTheTypes() throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let script = Self.folder.appending(path: "container.lua").path
        let job = Job(folder: ".", output: "site")
        let wiring = Console.Wiring(types: try TypeRegistry(Almanac.types), scripts: [script]) { job.register(&$0) }
        let silent = Console.Output(standardOutput: { _ in }, standardError: { _ in })
        #expect(Console(wiring: wiring).run(["stubs", "--output", output.path], output: silent) == .clean)
        let standard = try String(contentsOf: output.appending(path: ".luacheckrc"), encoding: .utf8)
        #expect(try String(contentsOf: Self.folder.appending(path: ".luacheckrc"), encoding: .utf8) == standard)
    }
}

import Foundation
import Testing

/// The running program, as an author of its script sees it.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
    private static let source = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../container.lua").standardized

    @Test func anEditShowsAndABrokenOneChangesNothing() async throws {
        let script = FileManager.default.temporaryDirectory.appending(path: "garage-\(UUID().uuidString).lua")
        let text = try String(contentsOf: Self.source, encoding: .utf8)
        try text.write(to: script, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: script) }
        let program = try Program(["--watch", script.path])
        defer { program.end() }

        try await program.waitFor("watching")
        try text.replacing("INGENIUM", with: "AVENGER").write(to: script, atomically: true, encoding: .utf8)
        try await program.waitFor("Jaguar with 4 wheels and an AVENGER engine")
        try text.replacing("ref \"ingenium\"", with: "ref \"ingenum\"").write(
            to: script, atomically: true, encoding: .utf8)
        try await program.waitFor("nothing has changed")
        #expect(
            program.output.contains(
                """
                \(script.path):29: service "jaguar": argument "engine" refers to "ingenum", which is not defined
                    did you mean "ingenium"?
                """))
        try text.replacing("INGENIUM", with: "BLOWER").write(to: script, atomically: true, encoding: .utf8)
        try await program.waitFor("Jaguar with 4 wheels and an BLOWER engine")
    }
}

/// The example's executable, which is beside the tests, and its output so far.
private final class Program {
    private let process = Process()
    private let lines: FileHandle
    private(set) var output = ""

    init(_ arguments: [String]) throws {
        let pipe = Pipe()
        lines = pipe.fileHandleForReading
        let products = Bundle.main.bundleURL
        let candidates = [products, products.deletingLastPathComponent()].map { $0.appending(path: "Garage") }
        process.executableURL = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
    }

    /// Reads until the program has printed that.
    func waitFor(_ text: String) async throws {
        while !output.contains(text) {
            let data = lines.availableData
            try #require(!data.isEmpty, "the program ended: \(output)")
            output += String(decoding: data, as: UTF8.self)
        }
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}

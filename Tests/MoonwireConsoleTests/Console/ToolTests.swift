import Foundation
import Testing

/// The built tool, beside the tests' own program; nil when it was not built.
let tool: URL? = {
    let products = Bundle.main.bundleURL
    let candidates = [products, products.deletingLastPathComponent()].map { $0.appendingPathComponent("moonwire") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
}()

@Suite(.enabled(if: tool != nil)) struct ToolTests {
    private func run(_ arguments: [String]) throws -> (output: String, complaints: String, status: Int32) {
        let process = Process()
        let (output, complaints) = (Pipe(), Pipe())
        process.executableURL = tool
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let texts = [output, complaints].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (texts[0], texts[1], process.terminationStatus)
    }

    @Test func cleanScriptWhosePrintingDoesNotDisturbTheReport() throws {
        let folder = try Folder(["container.lua": "print \"read\"\nservice \"mailer\" { type = \"Mailer\" }"])
        let result = try run(["check", folder.file("container.lua")])
        #expect(result.output == uncheckedNote + "\nno faults in 3 environments (1 service, 0 parameters)\n")
        #expect(result.complaints.isEmpty)
        #expect(result.status == 0)
    }

    @Test func faults() throws {
        let folder = try Folder(["container.lua": "alias \"a\" \"b\""])
        let result = try run(["check", folder.file("container.lua")])
        #expect(result.output.contains("container.lua:1: alias \"a\" refers to \"b\", which is not defined\n"))
        #expect(result.status == 1)
    }

    @Test func usageError() throws {
        let result = try run(["check"])
        #expect(result.output.isEmpty)
        #expect(result.complaints == "moonwire check: no script given\n    see moonwire check --help\n")
        #expect(result.status == 2)
    }
}

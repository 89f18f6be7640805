import Foundation
import Testing

/// The built tool, beside the tests' own program; nil when it was not built.
let tool: URL? = {
    let products = Bundle.main.bundleURL
    let candidates = [products, products.deletingLastPathComponent()].map { $0.appendingPathComponent("moonwire") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
}()

@Suite(.enabled(if: tool != nil)) struct ToolTests {
    private func run(_ arguments: [String], in folder: Folder? = nil) throws -> (
        output: String, complaints: String, status: Int32
    ) {
        let process = Process()
        let (output, complaints) = (Pipe(), Pipe())
        process.executableURL = tool
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder.path) }
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let texts = [output, complaints].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (texts[0], texts[1], process.terminationStatus)
    }

    @Test func printingOfAScriptIsNotPartOfTheReport() throws {
        let folder = try Folder(["container.lua": "print \"read\"\nservice \"mailer\" { type = \"Mailer\" }"])
        let result = try run(["check", folder.file("container.lua")])
        #expect(result.output == uncheckedNote + "\nno faults in 3 environments (1 service, 0 parameters)\n")
        #expect(result.complaints.isEmpty)
        #expect(result.status == 0)
    }

    @Test func faultsMakeTheExitStatusOne() throws {
        let folder = try Folder(["container.lua": "alias \"a\" \"b\""])
        let result = try run(["check", folder.file("container.lua")])
        #expect(
            result.output.contains("container.lua:1:12: error: alias \"a\" refers to \"b\", which is not defined\n"))
        #expect(result.status == 1)
    }

    @Test(arguments: ["check", "list", "graph", "parameters"])
    func commandWithoutFileReadsTheScriptOfTheCurrentFolder(_ command: String) throws {
        let folder = try Folder(["container.lua": "service \"mailer\" { type = \"Mailer\" }"])
        let result = try run([command], in: folder)
        #expect(result.output == (try run([command, "container.lua"], in: folder).output))
        #expect(result.complaints.isEmpty)
        #expect(result.status == 0)
    }

    @Test func commandWithoutAnyScriptIsAUsageError() throws {
        let result = try run(["check"], in: Folder())
        #expect(result.output.isEmpty)
        #expect(
            result.complaints == """
                moonwire check: no script given, and the current folder has no "container.lua"
                    see moonwire check --help

                """)
        #expect(result.status == 2)
    }
}

import Foundation
import Testing

/// All code of the guides is in their tests, word for word, so that it is compiled and run.
@Suite struct CoverageTests {
    /// The guides whose code is tested elsewhere, and the documents that show parts of the sources.
    private static let others = ["Documentation/LuaRuntime.md", "Documentation/Redis.md"]

    private static var guides: [String] {
        get throws {
            let folder = project.appending(path: "Documentation").path
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
            return (["README.md"] + names.map { "Documentation/\($0)" }).filter { !others.contains($0) }
        }
    }

    @Test func allCodeIsInTheTests() throws {
        var covered = 0
        for path in try Self.guides {
            let guide = try Guide(path)
            let code = guide.blocks.filter {
                ($0.language.hasPrefix("swift") || $0.language.hasPrefix("lua")) && !$0.isManifest
            }
            guard !code.isEmpty else { continue }
            let tests = words(try source(guide.tests, of: path))
            for part in code.flatMap(\.parts) {
                let isTested = tests.contains(part)
                #expect(isTested, "\(path) has code that \(guide.tests) does not have: \(part)")
                covered += 1
            }
        }
        #expect(covered > 50)
    }

    /// The guides whose output the tests of MoonwireConsole compare, and the one that shows a drawing.
    private static let transcripts = ["Architecture", "Checking", "Editing", "Graphs", "Inspecting"]
        .map { "Documentation/\($0).md" }

    @Test func allOutputIsCompared() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let all = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for path in try Self.guides where !Self.transcripts.contains(path) {
            let guide = try Guide(path)
            let tests = (try? String(contentsOf: folder.appending(path: guide.tests), encoding: .utf8)) ?? ""
            for (index, block) in guide.blocks("").enumerated() where !isOfGarage(block) {
                let call = "output(\(index + 1))"
                let isCompared = tests.contains("guide.\(call)") || all.contains("Guide(\"\(path)\").\(call)")
                #expect(isCompared, "no test compares the output \(index + 1) of \(path) with `\(call)`")
            }
        }
    }

    /// Whether the block shows the output of an example, which the tests of MoonwireConsole compare.
    private func isOfGarage(_ block: Guide.Block) -> Bool {
        block.text.hasPrefix("$ scripts/demo garage") || block.text.contains("\"ingenium\"")
    }

    /// SwiftPM reads them.
    @Test func allManifestsAreValid() throws {
        let manifests = try Self.guides.flatMap { try Guide($0).blocks("swift").filter(\.isManifest) }
        #expect(!manifests.isEmpty)
        for manifest in manifests {
            let folder = try Playground([
                "Package.swift": manifest.text, "Sources/Newsroom/main.swift": "",
                "Tests/NewsroomTests/Tests.swift": "",
            ])
            let description = try output(of: ["swift", "package", "--package-path", folder.path, "dump-package"])
            #expect(description.contains("\"Newsroom\"") && description.contains("\"Moonwire\""), "\(description)")
        }
    }

    private func output(of command: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    /// The file, and those whose names continue its name: `WiringGuideTests+Scopes.swift`.
    private func source(_ name: String, of guide: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let first = try #require(
            try? String(contentsOf: folder.appending(path: name), encoding: .utf8),
            "\(guide) has code and no tests: there is no \(name)")
        let others = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix(name.dropLast(".swift".count) + "+") }
        return try others.reduce(first) { try $0 + String(contentsOf: $1, encoding: .utf8) }
    }

    @Test func aPartThatIsNotThereIsFound() throws {
        let block = Guide.Block(
            language: "swift", text: "import Moonwire\n\nlet one = 1\n\nfunc two() {\n    two()\n\n    three()\n}")
        #expect(block.parts == ["letone=1", "functwo(){two()three()}"])
    }
}

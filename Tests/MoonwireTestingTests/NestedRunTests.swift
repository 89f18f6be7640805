import Foundation
import Moonwire
import MoonwireCore
import MoonwireTesting
import TestSupport
import Testing

/// Whether this process is a run that ``NestedRunTests`` started.
private let isNested = ProcessInfo.processInfo.environment["MOONWIRE_NESTED"] != nil

/// Tests that fail, in a process of their own.
@Suite(.enabled(if: isNested), .serialized) struct NestedFailures {
    @Test(.wiring(text: "service \"engine\" { type = \"Engin\" }", types: [Engine.self])) func doesNotLoad() {
        print("doesNotLoad ran")
    }

    @Test(
        .wiring(text: "service \"engine\" { type = \"Engine\", stop = \"stop\" }", types: [Engine.self]),
        arguments: [1, 2])
    func throwsAnError(_ number: Int) throws {
        _ = try Test.container.resolve(Engine.self)
        throw Engine.Broken(number: number)
    }

    @Test(.wiring(text: "service \"engine\" { type = \"Engine\" }", types: [Engine.self])) func differs() throws {
        expectWiring(try Test.container, matches: ProcessInfo.processInfo.environment["MOONWIRE_NESTED"] ?? "")
    }
}

private final class Engine: Exposed, Sendable {
    struct Broken: Error {
        let number: Int
    }

    static let exposure = Exposure(Engine.self) {
        Initializer { Engine() }
        Method("stop") { (_: Engine) in print("stopped") }
    }
}

#if os(Linux)
    /// What a run of tests reports.
    @Suite(.timeLimit(.minutes(5))) struct NestedRunTests {
        private let folder = ScratchFolder()

        /// What a run of ``NestedFailures`` wrote.
        private func output() throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = [
                "--testing-library", "swift-testing", "--filter", "MoonwireTestingTests.NestedFailures",
                "--attachments-path", folder.path,
            ]
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["MOONWIRE_NESTED": folder.path("wiring.txt")]
            ) { $1 }
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
            return text
        }

        @Test func theRunReportsWhatTheTraitFinds() throws {
            folder.write("", to: "wiring.txt")
            let output = try output().replacing(/\u{1B}\[\d+m/, with: "").replacing(folder.path, with: "/folder")
            let lines = output.split(separator: "\n").filter { line in
                ["✘ Test d", "✘ Test throws", "stopped", "doesNotLoad ran"].contains { line.hasPrefix($0) }
                    && line.contains(/^(stopped|.* ran)$|recorded/)
            }
            let at = "at NestedRunTests.swift"
            #expect(
                lines.joined(separator: "\n") == """
                    ✘ Test doesNotLoad() recorded an issue \(at):13:6: Caught error: \
                    container.lua:1: service "engine": type "Engin" is not exposed
                    stopped
                    ✘ Test throwsAnError(_:) recorded an issue with 1 argument number → 1 \(at):17:6: \
                    Caught error: Broken(number: 1)
                    stopped
                    ✘ Test throwsAnError(_:) recorded an issue with 1 argument number → 2 \(at):17:6: \
                    Caught error: Broken(number: 2)
                    ✘ Test differs() recorded an issue \(at):26:21: Issue recorded
                    """)
            #expect(output.contains("the container of the test cannot be created, so the test did not run"))
            let attachment = try String(contentsOfFile: folder.path("wiring.txt.diff"), encoding: .utf8)
            #expect(attachment == "+ service \"engine\"\n+     type: Engine\n+     scope: shared\n")
        }
    }
#endif

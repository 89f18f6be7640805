import Foundation
import Moonwire
import MoonwireObjects
import Testing

/// Every way to write a rule, an accessor, a wrapper, a partial, an implementation, or a preference wrongly, word for word.
///
/// Each line of `Golden/mistakes.txt` that begins with `>` is a script, and the lines after it are its faults and remarks.
/// `RECORD_SNAPSHOTS=1 swift test --filter MistakeTests` writes the current ones; read the difference.
@Suite struct MistakeTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "mistakes.txt")
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

    private static let services = """
        service "mailer" { type = "Mailer" }
        service "view" { type = "View", scope = "transient" }

        """

    /// The diagnostics of a script, without the lines about parts of it that have nothing to do with its mistake.
    private func outcome(_ script: String) -> String {
        do {
            let container = try Container(
                text: script + "\n" + Self.services,
                types: [
                    Mailer.self, FastMailer.self, View.self, HeaderView.self, Screen.self, Button.self, Board.self,
                ],
                environment: .test
            ) { $0.addObjects() }
            return container.diagnostics.entries.map { "\($0)" }.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    @Test func mistakesAreReportedWordForWord() throws {
        let recorded = try String(contentsOf: Self.file, encoding: .utf8)
        let lines = recorded.split(separator: "\n", omittingEmptySubsequences: false)
        let current = lines.filter { $0.isEmpty || $0.hasPrefix(">") }.map { line in
            line.isEmpty ? "" : "\(line)\n\(outcome(String(line.dropFirst(2))))"
        }.joined(separator: "\n")
        if Self.isRecording { try current.write(to: Self.file, atomically: true, encoding: .utf8) }
        for (one, other) in zip(blocks(of: current), blocks(of: recorded)) { #expect(one == other) }
        #expect(current == recorded)
    }

    @Test func everyMistakeIsReported() throws {
        let scripts = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix(">")
        }
        #expect(scripts.count > 100)
        for script in scripts { #expect(!outcome(String(script.dropFirst(2))).isEmpty, "\(script)") }
    }

    private func blocks(of text: String) -> [Substring] {
        text.split(separator: "\n> ")
    }
}

/// Has slots of several kinds, and a scripted property.
private final class Board: Exposed, @unchecked Sendable {  // Never used.
    @Injected var limit: Int?
    @Injected var mailer: Mailer?
    @Injected var mailers: [Mailer]?
    @Final var final: Int
    @Scripted var level = 5

    init() {}

    static let exposure = Exposure(Board.self) { Initializer { Board() } }
}

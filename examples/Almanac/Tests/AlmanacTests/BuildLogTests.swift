import AlmanacParts
import Foundation
import Moonwire
import Synchronization
import Testing

/// The progress of a build.
@Suite struct BuildLogTests {
    private func log(ofTerminal isTerminal: Bool, pace: Duration = .zero, pages: Int = 3) throws -> String {
        let text = Mutex("")
        let fixture = try Fixture(Dictionary(uniqueKeysWithValues: (1...pages).map { ("\($0).md", "# \($0)") }))
        var job = Job(folder: fixture.pages, output: fixture.output)
        job.log = BuildLog(isTerminal: isTerminal, pace: pace) { piece in text.withLock { $0 += piece } }
        _ = try Almanac.container(for: job).resolve(.publication)
        job.log.note("done")
        job.log.note("really")
        return text.withLock { $0 }
    }

    @Test func aTerminalCountsUpInOneLine() throws {
        let log = try log(ofTerminal: true)
        #expect(log.hasPrefix("\r\u{1B}[Kreading 1 of 3\r\u{1B}[Kreading 2 of 3\r\u{1B}[Kreading 3 of 3"))
        #expect(log.contains("rendering 3 of 3"))
        #expect(log.hasSuffix("printing 4 of 4\r\u{1B}[Kdone\nreally\n"))
    }

    @Test func elsewhereThereAreLinesOnly() throws {
        #expect(try log(ofTerminal: false) == "done\nreally\n")
    }

    @Test func whatIsSoonDoneIsNotCounted() throws {
        #expect(try log(ofTerminal: true, pace: .seconds(600)) == "done\nreally\n")
    }
}

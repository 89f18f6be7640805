import Foundation
import TestSupport
import Testing

/// Every script of the golden folder, and all that is said of it, word for word.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter GoldenTests` writes down what is said now; read the difference.
@Suite struct GoldenTests {
    private static let records = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

    @Test(arguments: GoldenCase.all) func goldenOutputEqualsTheRecording(_ golden: GoldenCase) throws {
        let outcome = golden.outcome()
        if Self.records { try golden.record(outcome) }
        #expect(outcome == golden.expected)
    }

    /// A thread may have no more than this.
    @Test func goldenOutputIsTheSameOnASmallStack() {
        let outcomes = Collected<String>()
        let thread = TestThread(stack: 512 << 10) {
            for golden in GoldenCase.all { outcomes.append(golden.outcome()) }
        }
        thread.join()
        #expect(outcomes.elements == GoldenCase.all.map { $0.outcome() })
    }

    @Test func goldenCasesAreFoundInTheirFolder() {
        #expect(GoldenCase.all.count >= 45)
    }
}

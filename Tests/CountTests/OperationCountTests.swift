import Counting
import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// The allocations and retains of frequent operations are those of `Golden/operations-swift-<release>.txt`: such counts have no noise.
///
/// A debug build does other work, so this is compared in release only; the file is recorded per release of Swift with
/// `RECORD_SNAPSHOTS=1 swift test -c release --filter OperationCountTests`.
@Suite(.serialized, .enabled(if: isOptimized && swiftRelease != nil)) struct OperationCountTests {
    @Test func operationsAllocateAndRetainAsRecorded() throws {
        var report = Report()
        try countResolves(&report)
        try countBuilds(&report)
        try countContexts(&report)
        try countBridge(&report)
        try countReload(&report)
        let name = "operations-swift-\(try #require(swiftRelease)).txt"
        let text = report.text
        let expected = try golden(name, recording: text)
        #expect(text == expected)
    }

    /// Otherwise a count of zero would mean nothing.
    @Test func countsAreThoseOfTheRuntime() {
        let object = Engine()
        var kept: [Engine] = []
        kept.reserveCapacity(100)
        counting_begin()
        for _ in 0..<10 { kept.append(Engine()) }
        for _ in 0..<10 { kept.append(object) }
        let counted = counting_end()
        #expect(counted.allocations == 10)
        #expect(counted.retains >= 10)
    }
}

private var isOptimized: Bool {
    #if DEBUG || !os(Linux)
        false
    #else
        true
    #endif
}

/// The release of Swift that compiled the tests, if counts were recorded for it.
private var swiftRelease: String? {
    #if compiler(>=6.3) && compiler(<6.4)
        "6.3"
    #else
        nil
    #endif
}

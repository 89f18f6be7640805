import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct DiagnosticTests {
    private func remark(_ number: Int) -> Diagnostic {
        Diagnostic(Diagnostic.Code("remark"), "remark \(number)", at: nil, severity: .note)
    }

    @Test func channelKeepsTheLatestThousand() throws {
        let channel = try Wiring().container().diagnostics
        channel.report((0..<1_500).map(remark))
        #expect(channel.entries.count == 1_000)
        #expect(channel.entries.first == remark(500) && channel.entries.last == remark(1_499))
        channel.report([])
        #expect(channel.entries.count == 1_000)
    }

    @Test func listenerReceivesDiagnosticsReportedAfterItsStart() async throws {
        var container: Container? = try Wiring().container()
        let channel = container?.diagnostics
        channel?.report([remark(0)])
        let one = channel?.updates()
        channel?.report([remark(1)])
        let other = channel?.updates()
        channel?.report([remark(2), remark(3)])
        #expect(channel?.entries.count == 4)
        var heardByOne: [Diagnostic] = []
        var heardByOther: [Diagnostic] = []
        if let one {
            for await diagnostic in one.prefix(3) { heardByOne.append(diagnostic) }
        }
        if let other {
            for await diagnostic in other.prefix(2) { heardByOther.append(diagnostic) }
        }
        #expect(heardByOne == [remark(1), remark(2), remark(3)])
        #expect(heardByOther == [remark(2), remark(3)])
        container = nil
    }

    @Test func streamEndsWithItsContainer() async throws {
        var container: Container? = try Wiring().container()
        let stream = container?.diagnostics.updates()
        container?.diagnostics.report([remark(1)])
        container = nil
        var heard: [Diagnostic] = []
        if let stream {
            for await diagnostic in stream { heard.append(diagnostic) }
        }
        #expect(heard == [remark(1)])
    }

    @Test func threadsMayReportAndListenAtOnce() throws {
        let channel = try Wiring().container().diagnostics
        onThreads(8) { number in
            for index in 0..<100 {
                _ = channel.updates()
                channel.report([Diagnostic(Diagnostic.Code("remark"), "\(number).\(index)", at: nil)])
            }
        }
        #expect(Set(channel.entries.map(\.message)).count == 800)
    }
}

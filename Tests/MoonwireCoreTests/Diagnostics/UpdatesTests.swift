import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// What listeners get: everything in order, or a count of what they lost.
@Suite struct UpdatesTests {
    @Test(arguments: [0, 1, 999, 1000, 1001, 1002, 2500, 10000])
    func updatesKeepTheLatestThousandAndCountDroppedOnes(_ count: Int) async {
        let broadcast = Broadcast<Int>()
        let updates = broadcast.updates()
        let overflows = (0..<count).filter { broadcast.send([$0]) }
        #expect(overflows == (count > 1000 ? [1000] : []))
        #expect(updates.dropped == max(0, count - 1000))
        var iterator = updates.makeAsyncIterator()
        for expected in max(0, count - 1000)..<count { #expect(await iterator.next() == expected) }
    }

    @Test func updatesSentAtOnceAreCountedIfDropped() {
        let broadcast = Broadcast<Int>()
        let updates = broadcast.updates()
        #expect(broadcast.send(Array(0..<1500)))
        #expect(updates.dropped == 500)
    }

    @Test func fastListenerLosesNoUpdates() async {
        let broadcast = Broadcast<Int>()
        let updates = broadcast.updates()
        var iterator = updates.makeAsyncIterator()
        for number in 0..<5000 {
            _ = broadcast.send([number])
            if number >= 900 { #expect(await iterator.next() == number - 900) }
        }
        #expect(updates.dropped == 0)
    }

    @Test func applicationsAddDiagnostics() async throws {
        let container = try Container(layers: [], types: TypeRegistry([]))
        var updates = container.diagnostics.updates().makeAsyncIterator()
        let warning = Diagnostic(Diagnostic.Code("server-away"), "the server is away", at: nil, severity: .warning)
        container.diagnostics.report(warning)
        #expect(container.diagnostics.entries == [warning])
        #expect(await updates.next() == warning)
    }

    @Test func slowListenerDoesNotAffectOthers() async {
        let broadcast = Broadcast<Int>()
        let (slow, quick) = (broadcast.updates(), broadcast.updates())
        var iterator = quick.makeAsyncIterator()
        for number in 0..<1200 {
            _ = broadcast.send([number])
            #expect(await iterator.next() == number)
        }
        #expect(slow.dropped == 200)
        #expect(quick.dropped == 0)
    }

    @Test func updatesEndWithTheirSource() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        let updates = broadcast?.updates()
        _ = broadcast?.send([1])
        broadcast = nil
        var found: [Int] = []
        if let updates { for await element in updates { found.append(element) } }
        #expect(found == [1])
    }

    @Test func aCancelledTaskStopsListening() async {
        let broadcast = Broadcast<Int>()
        let updates = broadcast.updates()
        let task = Task {
            var count = 0
            for await _ in updates { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
        withExtendedLifetime(broadcast) {}
    }

    /// Nothing is lost or repeated while threads send and a task listens.
    @Test func updatesSentByThreadsAreReceivedOnce() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        guard let updates = broadcast?.updates() else { return }
        let listener = Task {
            var found: [Int] = []
            for await element in updates { found.append(element) }
            return found
        }
        onThreads(4) { [broadcast] thread in
            for number in 0..<1000 { _ = broadcast?.send([thread * 1000 + number]) }
        }
        broadcast = nil
        let found = await listener.value
        #expect(found.count + updates.dropped == 4000)
        for thread in 0..<4 {
            let own = found.filter { $0 / 1000 == thread }
            #expect(own == own.sorted() && Set(own).count == own.count)
        }
    }

    @Test func aSlowListenerIsReportedOnce() throws {
        let container = try Wiring.of(preference("A.number", 0)).container()
        let changes = container.preferences.changes()
        let diagnostics = container.diagnostics.updates()
        for number in 1...1100 { try container.preferences.set("A.number", to: number) }
        #expect(changes.dropped == 100)
        #expect(diagnostics.dropped == 0)
        #expect(
            container.diagnostics.entries.map(\.description) == [
                """
                warning: a listener to `preferences.changes()` is too slow: its oldest elements are dropped
                    its property `dropped` counts them
                """
            ])
    }

    @Test func diagnosticsChannelCountsDroppedEntries() throws {
        let container = try Wiring.of(preference("A.number", 0)).container()
        let updates = container.diagnostics.updates()
        for number in 0..<1200 {
            container.diagnostics.report([Diagnostic(.invalidPreference, "\(number)", at: nil, severity: .note)])
        }
        // The two hundred that came first, and the warning about the listener.
        #expect(container.diagnostics.dropped == 201)
        #expect(updates.dropped == 201)
        #expect(container.diagnostics.entries.count { $0.code == .slowListener } == 1)
        #expect(container.diagnostics.entries.last?.message == "1199")
    }
}

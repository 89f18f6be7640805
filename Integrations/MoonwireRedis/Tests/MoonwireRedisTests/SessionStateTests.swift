import Moonwire
import Testing

@testable import MoonwireRedis

/// What a session keeps between its thread and its callers.
@Suite struct SessionStateTests {
    private func write(_ value: PlainValue?, to key: String = "key") -> Operation {
        .write(key: key, value: value, text: "\(value ?? .null)")
    }

    private func texts(_ entries: [Entry]) -> [String] {
        entries.map { if case .write(_, _, let text) = $0.operation { text } else { "move" } }
    }

    @Test func queueHasTheLastWriteOfEachKeyInOrder() {
        var state = SessionState()
        let operations = [write(1), write(2, to: "other"), write(3), write(4, to: "third")]
        let accepted = operations.map { state.enqueue($0, limit: 2) }
        #expect(accepted == [true, true, true, false])
        #expect(state.content(of: "key") == .value(3))
        #expect(state.content(of: "third") == nil)
        #expect(state.unconfirmedKeys == ["key", "other"])
        let entries = state.takeDeferred()
        #expect(texts(entries) == ["2", "3"])
        for entry in entries { state.forget(entry) }
        #expect(state.unconfirmedKeys == [])
    }

    @Test func writeThatReturnsToTheQueueDoesNotReplaceALaterOne() {
        var state = SessionState()
        state.add(write(1), Ticket(), isVisible: true)
        let former = state.takeWaiting()
        let accepted = [state.enqueue(write(2), limit: 1), state.requeue(former[0], limit: 1)]
        let later = state.takeDeferred()
        #expect(accepted == [true, true])
        #expect(texts(later) == ["2"])
        _ = state.requeue(former[0], limit: 1)
        let again = state.takeDeferred()
        #expect(texts(again) == ["1"])
        // It keeps the time at which it was requested.
        #expect(again[0].isDeferred && again[0].instant == former[0].instant)
        // The later value is still the one that callers see.
        state.forget(former[0])
        #expect(state.content(of: "key") == .value(2))
    }

    @Test func onlyWhatIsNotSentCanBeWithdrawn() {
        var state = SessionState()
        let (first, second) = (Ticket(), Ticket())
        state.add(write(1), first, isVisible: false)
        state.add(write(2), second, isVisible: false)
        #expect(state.content(of: "key") == nil)
        _ = state.takeWaiting(atMost: 1)
        let found = [state.withdraw(first), state.withdraw(second)]
        #expect(found == [false, true])
        let left = state.takeWaiting()
        #expect(left.isEmpty)
    }

    @Test func outcomeAfterTheTimeLimitIsNotAccepted() {
        let ticket = Ticket()
        #expect(ticket.outcome(within: .zero) == nil)
        #expect(!ticket.settle(.success(())))
    }

    @Test func laterTimeCountsInWhicheverOrderChangesArrive() {
        var mirror = FieldMirror()
        let fields = [
            "2 w.1 {\"integer\":2}", "1 w.1 {\"integer\":1}", "2 w.1 {\"integer\":2}", "3 w.1 {\"integer\":2}",
            "4 w.1 removed",
        ]
        let changes = fields.map { mirror.apply(StoredField($0), to: "key") }
        #expect(changes == [true, false, false, false, true])
        #expect(mirror.fields["key"] == StoredField("4 w.1 removed"))
    }

    @Test func missingFieldsAndEarlierTimesAreLosses() {
        var mirror = FieldMirror()
        let fields = [
            "a": StoredField("5 w.1 {\"integer\":1}"), "b": StoredField("5 w.1 {\"integer\":1}"),
            "c": StoredField("5 w.1 removed"),
        ]
        let first = mirror.replace(with: fields)
        #expect(first.lostKeys == [])
        let difference = mirror.replace(with: ["a": StoredField("4 w.1 {\"integer\":1}")])
        #expect(difference.lostKeys == ["a", "b"])
        #expect(difference.isChanged)
        let same = mirror.replace(with: ["a": StoredField("4 w.1 {\"integer\":1}")])
        #expect(!same.isChanged)
    }

    @Test func pausesDoubleUpToTheLongest() {
        var pauses = Pauses(longest: .seconds(1))
        let lengths = (0..<10).map { _ in pauses.pause() }
        for (index, length) in lengths.enumerated() {
            let longest = min(Duration.milliseconds(20 << index), .seconds(1))
            #expect(length >= longest / 2 && length <= longest, "\(index): \(length)")
        }
        pauses.reset()
        let first = pauses.pause()
        #expect(first <= .milliseconds(20))
    }
}

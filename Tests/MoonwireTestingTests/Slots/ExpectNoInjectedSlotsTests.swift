import Moonwire
import MoonwireTesting
import Testing

/// `expectNoInjectedSlots(in:)`: nothing is left injected.
@Suite struct ExpectNoInjectedSlotsTests {
    private final class Counter {
        @Injected var size: Int?
        @Lazy var names: [String]
        @Final var serial: String?
    }

    @Test("DI-9: a filled slot is an issue") func filledSlotsAreIssues() async throws {
        let container = try Container(text: #"inject { type = "Int", value = 4 }"#, types: [], environment: .test) {
            $0.registerOwner(Counter.self)
        }
        let counter = Counter()
        counter.serial = "A-7"
        try container.inject(into: counter)
        expectNoInjectedSlots(in: counter)
        #expect(counter.size == 4 && counter.names.isEmpty)
        let both = try await recordedIssues { expectNoInjectedSlots(in: counter) }
        #expect(both.count == 1)
        #expect(
            both.first?.comments.map(\.rawValue) == [
                "Counter has 2 filled slots: size, names\n    `container.resetSlots(of:)` empties them"
            ])
        counter.$names.reset()
        let one = try await recordedIssues { expectNoInjectedSlots(in: counter) }
        #expect(one.first?.comments.first?.rawValue.hasPrefix("Counter has 1 filled slot: size") == true)
        try container.resetSlots(of: counter)
        expectNoInjectedSlots(in: counter)
    }
}

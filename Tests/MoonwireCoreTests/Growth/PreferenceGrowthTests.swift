import MoonwireCore
import MoonwireValues
import Testing

/// Comparing each preference with each takes longer than the limit.
@Suite(.timeLimit(.minutes(5))) struct PreferenceGrowthTests {
    /// Nothing in it can be read, and each preference for another reason.
    private final class BrokenStore: PreferenceStore {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        func read(_ key: String) throws -> PlainValue? { throw Failure(description: "\(key) is damaged") }
        func write(_ value: PlainValue, for key: String) {}
        func remove(_ key: String) {}
    }

    @Test func failuresOfManyPreferencesAreReportedQuickly() throws {
        let store = BrokenStore()
        var wiring = Wiring()
        wiring.preferences = (0..<30_000).map { preference("Settings.p\($0)", 5, store: "broken") }
        wiring.services.registerStore(store, named: "broken")
        let container = try wiring.container()
        let changes = container.preferences.changes()
        func reports() -> Int { container.diagnostics.entries.count + container.diagnostics.dropped }
        #expect(reports() == 30_000)
        store.announceChange()
        store.announceChange()
        #expect(reports() == 30_000)
        withExtendedLifetime(changes) {}
    }
}

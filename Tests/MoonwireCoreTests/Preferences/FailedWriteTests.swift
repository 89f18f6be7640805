import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Changes during a write that fails.
@Suite struct FailedWriteTests {
    /// A store to which another process writes while it refuses a value.
    private final class RefusingStore: PreferenceStore {
        let memory = MemoryStore()
        let isRefusing = Lock(true)

        func read(_ key: String) -> PlainValue? { memory.read(key) }

        func write(_ value: PlainValue, for key: String) throws {
            guard isRefusing.withLock({ $0 }) else { return memory.write(value, for: key) }
            memory.write(8, for: key)
            announceChange()
            throw Breakdown(reason: "refused")
        }

        func remove(_ key: String) throws { try write(0, for: key) }
    }

    private let own = preference("A.own", 1, line: 3)

    /// The first changes, and those that hooks saw.
    private func changes(
        of store: any PreferenceStore, _ change: (Container) async throws -> Void
    ) async throws -> [[PlainValue]] {
        let hooked = Lock<[PlainValue]>([])
        var wiring = Wiring.of(own, in: store)
        wiring.services.addHook(.preference("A.own"), file: "App.swift", line: 9) { _, new, _, _ in
            hooked.withLock { $0.append(new) }
        }
        let container = try wiring.container()
        let changes = container.preferences.changes()
        try await change(container)
        var seen: [PlainValue] = []
        for await change in changes.prefix(2) { seen.append(change.new) }
        return [seen, hooked.withLock { $0 }]
    }

    @Test func changeOfAnotherProcessIsFound() async throws {
        let store = RefusingStore()
        let found = try await changes(of: store) { container in
            #expect(throws: ContainerError.self) { try container.preferences.set("A.own", to: 2) }
            store.isRefusing.withLock { $0 = false }
            try container.preferences.set("A.own", to: 3)
            try container.preferences.set("A.own", to: 4)
        }
        #expect(found == [[8, 3], [8, 3, 4]])
    }

    @Test func changeOfAnotherProcessIsFoundAfterAnAsynchronousWrite() async throws {
        let store = RefusingStore()
        let found = try await changes(of: store) { container in
            await #expect(throws: ContainerError.self) { try await container.preferences.update("A.own", to: 2) }
            store.isRefusing.withLock { $0 = false }
            try container.preferences.set("A.own", to: 3)
            try container.preferences.set("A.own", to: 4)
        }
        #expect(found == [[8, 3], [8, 3, 4]])
    }

    @Test func changeOfTheFirstOfTwoStoresIsFound() async throws {
        let fragile = FragileStore()
        fragile.isReadOnly.withLock { $0 = true }
        let found = try await changes(of: MirroredStore([MemoryStore(), fragile])) { container in
            #expect(throws: ContainerError.self) { try container.preferences.set("A.own", to: 2) }
            fragile.isReadOnly.withLock { $0 = false }
            try container.preferences.set("A.own", to: 3)
            try container.preferences.set("A.own", to: 4)
        }
        #expect(found == [[2, 3], [2, 3, 4]])
    }
}

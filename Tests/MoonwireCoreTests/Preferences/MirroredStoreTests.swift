import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// A store that keeps each value in several others.
@Suite struct MirroredStoreTests {
    private let device = MemoryStore()
    private let cloud = MemoryStore()

    @Test("RW-3: a value is written to all stores")
    func valueIsWrittenToAllStores() throws {
        let container = try Wiring.of(preference("A.own", 1), in: MirroredStore([device, cloud])).container()
        try container.preferences.set("A.own", to: 2)
        #expect(device.contents == ["A.own": 2] && cloud.contents == ["A.own": 2])
        try container.preferences.reset("A.own")
        #expect(device.contents == [:] && cloud.contents == [:])
    }

    @Test func firstStoreWithAValueCounts() throws {
        let store = MirroredStore([device, cloud])
        cloud.write(3, for: "key")
        #expect(try store.read("key") == 3)
        device.write(4, for: "key")
        #expect(try store.read("key") == 4)
    }

    @Test func changeOfAnyStoreIsFound() async throws {
        let container = try Wiring.of(preference("A.own", 1), in: MirroredStore([device, cloud])).container()
        let changes = container.preferences.changes()
        cloud.write(2, for: "A.own")
        device.write(3, for: "A.own")
        var seen: [PlainValue] = []
        for await change in changes.prefix(2) { seen.append(change.new) }
        #expect(seen == [2, 3])
    }

    @Test func failureOfOneStoreIsAnError() throws {
        let fragile = FragileStore()
        let container = try Wiring.of(preference("A.own", 1), in: MirroredStore([device, fragile])).container()
        fragile.isReadOnly.withLock { $0 = true }
        #expect(message { try container.preferences.set("A.own", to: 2) }?.contains("the disk is read-only") == true)
    }

    @Test func formerKeyIsMovedInEachStore() throws {
        for store in [device, cloud] { store.write(8, for: "old") }
        let container = try Wiring.of(preference("A.new", 1, from: "old"), in: MirroredStore([device, cloud]))
            .container()
        #expect(try container.preferences.get("A.new", as: Int.self) == 8)
        #expect(device.contents == ["A.new": 8] && cloud.contents == ["A.new": 8])
    }

    @Test func asynchronousStoreMayBeOneOfThem() async throws {
        let remote = RemoteSettings(["A.own": 5])
        let container = try Wiring.of(preference("A.own", 1), in: MirroredStore([device, CachedStore(remote)]))
            .container()
        #expect(try await container.preferences.fetch("A.own", as: Int.self) == 5)
        try await container.preferences.update("A.own", to: 6)
        #expect(device.contents == ["A.own": 6] && remote.memory.contents == ["A.own": 6])
    }

    @Test func fetchAllAsksTheNextStoreForTheMissingKeys() async throws {
        let remote = RemoteSettings(["A.own": 5])
        device.write(2, for: "B.own")
        let container = try Wiring.of(
            preference("A.own", 1), preference("B.own", 1), in: MirroredStore([device, CachedStore(remote)])
        ).container()
        try await container.preferences.fetchAll()
        #expect(try container.preferences.get("A.own", as: Int.self) == 5)
        #expect(try container.preferences.get("B.own", as: Int.self) == 2)
        #expect(remote.calls == ["fetch A.own"])
    }

    /// The update has reached the client, which never replies.
    @Test(.timeLimit(.minutes(1))) func changeOfOthersIsFoundDuringAnUpdate() async throws {
        let remote = RemoteSettings()
        let container = try Wiring.of(preference("A.own", 1), in: MirroredStore([device, CachedStore(remote)]))
            .container()
        let changes = container.preferences.changes()
        remote.holdReplies()
        let update = Task { try await container.preferences.update("A.own", to: 2) }
        try await until { remote.heldReplies == 1 }
        device.write(3, for: "A.own")
        for await change in changes.prefix(1) { #expect(change.new == 3) }
        remote.releaseReplies()
        try await update.value
    }
}

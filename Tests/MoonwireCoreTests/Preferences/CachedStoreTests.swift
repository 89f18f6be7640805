import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Preferences whose values are behind an asynchronous client.
@Suite(.timeLimit(.minutes(10))) struct CachedStoreTests {
    private final class Panel {
        @Preference("Settings.volume") var volume: Int
    }

    private let remote = RemoteSettings(["Settings.volume": 7])
    private let volume = preference("Settings.volume", 5, min: 0, max: 10, line: 3)

    private func container(_ others: PreferenceDefinition...) throws -> Container {
        var wiring = Wiring.of(volume, in: CachedStore(remote))
        wiring.preferences += others
        return try wiring.container()
    }

    @Test func valueThatWasNotFetchedIsAnError() throws {
        let container = try container()
        let expected =
            "test.lua:3: preference \"Settings.volume\": store \"default\" failed with key \"Settings.volume\": "
            + "its value has not been fetched; `try await preferences.fetch(…)` obtains it"
        #expect(message { try container.preferences.get("Settings.volume", as: Int.self) } == expected)
        let panel = Panel()
        try container.inject(into: panel)
        #expect(panel.volume == 5)
        #expect(container.diagnostics.entries.map(\.description) == [expected])
        #expect(remote.calls.isEmpty)
    }

    @Test func fetchedValueIsReadFromThenOn() async throws {
        let container = try container()
        #expect(try await container.preferences.fetch("Settings.volume", as: Int.self) == 7)
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 7)
        remote.memory.write(8, for: "Settings.volume")
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 7)
        #expect(try await container.preferences.fetch("Settings.volume", as: Int.self) == 8)
        #expect(remote.calls == ["fetch Settings.volume", "fetch Settings.volume"])
    }

    @Test func fetchedValueIsAChange() async throws {
        let container = try container()
        try await container.preferences.fetchAll()
        let changes = container.preferences.changes()
        remote.memory.write(8, for: "Settings.volume")
        try await container.preferences.fetch("Settings.volume", as: Int.self)
        for await change in changes.prefix(1) { #expect(change.old == 7 && change.new == 8) }
    }

    /// A client that replies only when it was asked twice.
    @Test(.timeLimit(.minutes(1))) func fetchAllAsksForAllKeysAtTheSameTime() async throws {
        let container = try Wiring.of(
            preference("A.one", 1), preference("A.two", 1), in: CachedStore(remote)
        ).container()
        remote.holdReplies()
        let fetch = Task { try await container.preferences.fetchAll() }
        try await until { remote.heldReplies == 2 }
        remote.releaseReplies()
        try await fetch.value
        #expect(remote.calls.sorted() == ["fetch A.one", "fetch A.two"])
    }

    @Test func updateReturnsWhenTheClientHasTheValue() async throws {
        let container = try container()
        try await container.preferences.fetchAll()
        let changes = container.preferences.changes()
        try await container.preferences.update("Settings.volume", to: 9)
        #expect(remote.memory.contents == ["Settings.volume": 9])
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 9)
        try await container.preferences.update("Settings.volume", to: Int?.none)
        #expect(remote.memory.contents == [:])
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 5)
        var seen: [PlainValue] = []
        for await change in changes.prefix(2) { seen += [change.old, change.new] }
        #expect(seen == [7, 9, 9, 5])
    }

    @Test func aSynchronousChangeIsAnError() async throws {
        let container = try container()
        try await container.preferences.fetchAll()
        let expected =
            "test.lua:3: preference \"Settings.volume\": store \"default\" failed with key \"Settings.volume\": "
            + "its client is asynchronous; `try await preferences.update(…)` sets a value"
        #expect(message { try container.preferences.set("Settings.volume", to: 1) } == expected)
        #expect(message { try container.preferences.reset("Settings.volume") } == expected)
        #expect(remote.memory.contents == ["Settings.volume": 7])
    }

    @Test func invalidUpdateDoesNotReachTheClient() async throws {
        let container = try container()
        await #expect(throws: ContainerError.self) {
            try await container.preferences.update("Settings.volume", to: 11)
        }
        await #expect(throws: ContainerError.self) { try await container.preferences.update("Settings.volmue", to: 1) }
        #expect(remote.calls.isEmpty)
    }

    @Test func failingClientIsNamedAndChangesNothing() async throws {
        let container = try container()
        try await container.preferences.fetchAll()
        let changes = container.preferences.changes()
        remote.goAway()
        let expected =
            "test.lua:3: preference \"Settings.volume\": store \"default\" failed with key \"Settings.volume\": "
            + "the server is away"
        for operation in [0, 1] {
            let error = await #expect(throws: ContainerError.self) {
                if operation == 0 { try await container.preferences.fetch("Settings.volume", as: Int.self) }
                try await container.preferences.update("Settings.volume", to: 1)
            }
            #expect(error?.description == expected)
        }
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 7)
        remote.comeBack()
        try await container.preferences.update("Settings.volume", to: 2)
        for await change in changes.prefix(1) { #expect(change.old == 7 && change.new == 2) }
    }

    /// The ledger waits for writers: one that failed must not keep later changes from being found.
    @Test func changesAfterAFailedUpdateAreFound() async throws {
        let store = FragileStore()
        let container = try Wiring.of(volume, in: store).container()
        let changes = container.preferences.changes()
        store.isReadOnly.withLock { $0 = true }
        await #expect(throws: ContainerError.self) { try await container.preferences.update("Settings.volume", to: 1) }
        store.memory.write(2, for: "Settings.volume")
        store.announceChange()
        for await change in changes.prefix(1) { #expect(change.new == 2) }
    }

    @Test func lateReplyReplacesNoNewerValue() async throws {
        let container = try container()
        remote.holdReplies()
        async let fetched = container.preferences.fetch("Settings.volume", as: Int.self)
        try await until { remote.heldReplies == 1 }
        async let updated: Void = container.preferences.update("Settings.volume", to: 9)
        remote.releaseReplies()
        _ = try await fetched
        try await updated
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 9)
    }

    @Test func operationsOnAKeyRunOneAfterAnother() async throws {
        let store = CachedStore(remote)
        remote.holdReplies()
        async let first = store.fetch("a")
        try await until { remote.heldReplies == 1 }
        async let second: Void = store.update("a", to: 1)
        async let other = store.fetch("b")
        try await until { remote.heldReplies == 2 }
        #expect(remote.calls == ["fetch a", "fetch b"])
        remote.releaseReplies()
        _ = try await (first, second, other)
        #expect(remote.calls == ["fetch a", "fetch b", "write a"])
    }

    @Test func hookOfAnUpdateMayFail() async throws {
        var wiring = Wiring.of(volume, in: CachedStore(remote))
        wiring.services.addHook(.preference("Settings.*"), file: "App.swift", line: 9) { _, _, _, _ in
            throw Breakdown(reason: "deaf")
        }
        let container = try wiring.container()
        try? await container.preferences.fetchAll()
        let error = await #expect(throws: ContainerError.self) {
            try await container.preferences.update("Settings.volume", to: 9)
        }
        #expect(
            error?.description
                == "App.swift:9: hook.preference(\"Settings.*\") failed for preference \"Settings.volume\": deaf")
        #expect(remote.memory.contents == ["Settings.volume": 9])
    }

    @Test func updateInsideAnOverrideIsPrivate() async throws {
        let container = try container()
        try await container.preferences.fetchAll()
        let own = MemoryStore()
        try await container.withOverrides {
            $0.registerStore(own, named: "default")
        } operation: {
            try await container.preferences.update("Settings.volume", to: 1)
            #expect(try container.preferences.get("Settings.volume", as: Int.self) == 1)
        }
        #expect(own.contents == ["Settings.volume": 1])
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 7)
    }

    @Test func everyStoreCanBeFetchedAndUpdated() async throws {
        let folder = ScratchFolder()
        let path = folder.path("preferences.plist")
        let container = try Wiring.of(volume, in: FileStore(path: path)).container()
        try await container.preferences.update("Settings.volume", to: 6)
        #expect(try FileStore(path: path).read("Settings.volume") == 6)
        #expect(try await container.preferences.fetch("Settings.volume", as: Int.self) == 6)
    }

    @Test func fetchingAllReportsEveryFailure() async throws {
        let container = try container(preference("Settings.theme", "dark", line: 4))
        remote.goAway()
        let error = await #expect(throws: ContainerError.self) { try await container.preferences.fetchAll() }
        #expect(error?.diagnostics.map(\.code) == [.storeFailed, .storeFailed])
    }

    @Test func cancelledOperationDoesNotWaitForTheFormerOne() async throws {
        let store = CachedStore(remote)
        remote.holdReplies()
        async let first = store.fetch("a")
        try await until { remote.heldReplies == 1 }
        let second = Task { try await store.update("a", to: 2) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        async let third: Void = store.update("a", to: 3)
        #expect(remote.calls == ["fetch a"])
        remote.releaseReplies()
        _ = try await (first, third)
        #expect(remote.calls == ["fetch a", "write a"])
        #expect(try store.read("a") == 3)
    }

    @Test func cancellationIsNoFailureOfTheStore() async throws {
        let container = try container()
        remote.holdReplies()
        async let first: Void = container.preferences.update("Settings.volume", to: 9)
        try await until { remote.heldReplies == 1 }
        let fetched = Task { try await container.preferences.fetch("Settings.volume", as: Int.self) }
        let updated = Task { try await container.preferences.update("Settings.volume", to: 1) }
        fetched.cancel()
        updated.cancel()
        await #expect(throws: CancellationError.self) { try await fetched.value }
        await #expect(throws: CancellationError.self) { try await updated.value }
        remote.releaseReplies()
        try await first
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 9)
    }

    @Test func valueThatIsNotPlainDataIsReadAsTheClientSays() async throws {
        let opened = Wiring.of(preference("Settings.opened", 5, line: 3), in: CachedStore(remote))
        let container = try opened.container()
        remote.memory.write(7, for: "Settings.opened")
        try await container.preferences.fetchAll()
        remote.failToRead(UnreadablePreference(date: Date(timeIntervalSince1970: 60)))
        #expect(try await container.preferences.fetch("Settings.opened", as: Int.self) == 60)
        remote.failToRead(UnreadablePreference(found: "an image"))
        await #expect(throws: ContainerError.self) {
            try await container.preferences.fetch("Settings.opened", as: Int.self)
        }
        #expect(
            message { try container.preferences.get("Settings.opened", as: Int.self) }?.contains("an image") == true)
        remote.failToRead(nil)
        #expect(try await container.preferences.fetch("Settings.opened", as: Int.self) == 7)
    }
}

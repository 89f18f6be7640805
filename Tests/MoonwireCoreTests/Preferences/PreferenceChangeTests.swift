import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Hooks and listeners are notified of changes from every source.
@Suite struct PreferenceChangeTests {
    private let volume = preference("Settings.volume", 5, min: 0, max: 10, line: 3)

    private func hooked(_ wiring: Wiring, _ said: Collected<String>, failing: Bool = false) -> Wiring {
        var wiring = wiring
        wiring.services.addHook(.preference("Settings.*"), file: "App.swift", line: 9) { name, new, old, info in
            said.append("\(name) \(old) -> \(new)")
            if failing { throw Breakdown(reason: "deaf") }
        }
        return wiring
    }

    /// The next changes, as text.
    private func next(_ count: Int, _ changes: Updates<PreferenceChange>) async -> [String] {
        var said: [String] = []
        for await change in changes.prefix(count) { said.append("\(change.name) \(change.old) -> \(change.new)") }
        return said
    }

    @Test func changeOfAPreferenceIsAnnouncedOnce() async throws {
        let said = Collected<String>()
        let container = try hooked(.of(volume), said).container()
        let changes = container.preferences.changes()
        try container.preferences.set("Settings.volume", to: 6)
        try container.preferences.set("Settings.volume", to: 6)
        try container.preferences.set("Settings.volume", to: 7)
        try container.preferences.reset("Settings.volume")
        try container.preferences.reset("Settings.volume")
        let expected = [
            "Settings.volume 5 -> 6", "Settings.volume 6 -> 7",
            "Settings.volume 7 -> 5",
        ]
        #expect(said.elements == expected)
        #expect(await next(3, changes) == expected)
    }

    @Test func failingPreferenceHookThrowsAndTheNewValueStays() throws {
        let container = try hooked(.of(volume), Collected(), failing: true).container()
        #expect(
            message { try container.preferences.set("Settings.volume", to: 6) }
                == "App.swift:9: hook.preference(\"Settings.*\") failed for preference \"Settings.volume\": deaf")
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 6)
    }

    @Test func preferenceHookCannotSetItsOwnPreferenceForever() throws {
        let late = Collected<Container>()
        var wiring = Wiring.of(volume, preference("Settings.muted", false))
        wiring.services.addHook(.preference("Settings.volume"), file: "App.swift", line: 8) { _, new, _, _ in
            try late.elements[0].preferences.set("Settings.muted", to: new == 0)
        }
        wiring.services.addHook(.preference("Settings.muted"), file: "App.swift", line: 9) { _, _, _, _ in
            try late.elements[0].preferences.set("Settings.volume", to: 1)
        }
        let container = try wiring.container()
        late.append(container)
        #expect(
            message { try container.preferences.set("Settings.volume", to: 0) } == """
                App.swift:9: preference "Settings.volume" is changed by its own hooks: \
                Settings.volume -> Settings.muted -> Settings.volume
                    in hook.preference("Settings.muted") at App.swift:9
                    in hook.preference("Settings.volume") at App.swift:8
                """)
    }

    @Test func aWriteThroughTheStoreIsSeen() async throws {
        let said = Collected<String>()
        let store = MemoryStore()
        let container = try hooked(.of(volume, in: store), said).container()
        let changes = container.preferences.changes()
        store.write(9, for: "Settings.volume")
        store.write("nonsense", for: "Settings.volume")
        let expected = ["Settings.volume 5 -> 9", "Settings.volume 9 -> 5"]
        #expect(said.elements == expected)
        #expect(await next(2, changes) == expected)
    }

    @Test func aWriteOfAnotherContainerIsSeen() async throws {
        let said = Collected<String>()
        let store = FragileStore()
        let container = try hooked(.of(volume, in: store), said).container()
        let changes = container.preferences.changes()
        try Wiring.of(volume, in: store).container().preferences.set("Settings.volume", to: 4)
        #expect(said.elements == ["Settings.volume 5 -> 4"])
        #expect(await next(1, changes) == said.elements)
    }

    #if canImport(Darwin)
        @Test func aDirectWriteToUserDefaultsIsSeen() async throws {
            let suite = "moonwire-\(UUID().uuidString)"
            defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
            let container = try Wiring.of(volume, in: try #require(UserDefaultsStore(suite: suite))).container()
            let changes = container.preferences.changes()
            UserDefaults(suiteName: suite)?.set(2, forKey: "Settings.volume")
            #expect(await next(1, changes) == ["Settings.volume 5 -> 2"])
            try container.preferences.set("Settings.volume", to: 3)
            withExtendedLifetime(container) {}
        }
    #endif

    @Test func containersWithTheSameFileReceiveChangesAtOnce() throws {
        let folder = ScratchFolder()
        let path = folder.path("preferences.plist")
        let said = Collected<String>()
        let container = try hooked(.of(volume, in: FileStore(path: path)), said).container()
        let other = try Wiring.of(volume, in: FileStore(path: path)).container()
        try other.preferences.set("Settings.volume", to: 3)
        #expect(said.elements == ["Settings.volume 5 -> 3"])
        withExtendedLifetime(container) {}
    }

    @Test func failingHookForAnExternalChangeIsReported() throws {
        let store = MemoryStore()
        let container = try hooked(.of(volume, in: store), Collected(), failing: true).container()
        store.write(9, for: "Settings.volume")
        #expect(container.diagnostics.entries.map(\.severity) == [.warning])
        #expect(container.diagnostics.entries.first?.code == .hookFailed)
    }

    @Test func aStoreThatCannotBeReadChangesNothingAndIsReportedOnce() throws {
        let said = Collected<String>()
        let store = FragileStore()
        let muted = preference("Settings.muted", false)
        let container = try hooked(.of(volume, muted, in: store), said).container()
        try container.preferences.set("Settings.volume", to: 7)
        for _ in 1...2 {
            store.isBroken.withLock { $0 = true }
            for _ in 1...3 { store.announceChange() }
            store.isBroken.withLock { $0 = false }
            store.announceChange()
        }
        #expect(said.elements == ["Settings.volume 5 -> 7"])
        let reported = """
            test.lua:3: warning: preference "Settings.volume": store "default" failed with key "Settings.volume": the disk is full
            """
        #expect(container.diagnostics.entries.map(\.description) == [reported, reported])
        store.isBroken.withLock { $0 = true }
        store.announceChange()
        store.memory.write(9, for: "Settings.volume")
        store.isBroken.withLock { $0 = false }
        store.announceChange()
        #expect(said.elements.dropFirst() == ["Settings.volume 7 -> 9"])
    }

    @Test func aFileThatBecomesCorruptChangesNothing() throws {
        let folder = ScratchFolder()
        let said = Collected<String>()
        let store = FileStore(path: folder.path("preferences.plist"))
        let container = try hooked(.of(volume, in: store), said).container()
        try container.preferences.set("Settings.volume", to: 7)
        let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
        folder.write("corrupt", to: "preferences.plist")
        store.announceChange()
        try whole.write(to: URL(fileURLWithPath: store.path))
        store.announceChange()
        #expect(said.elements == ["Settings.volume 5 -> 7"])
        #expect(
            container.diagnostics.entries.map(\.description) == [
                """
                test.lua:3: warning: preference "Settings.volume": store "default" failed with key "Settings.volume": \
                "\(store.path)" is not a property list with keys; repair it, or move it away to start again
                """
            ])
    }

    @Test func changesEndWithTheContainer() async throws {
        let store = MemoryStore()
        let changes = try Wiring.of(volume, in: store).container().preferences.changes()
        store.write(9, for: "Settings.volume")
        #expect(await next(1, changes) == [])
    }

    @Test func storeOfOverridesDoesNotAnnounceChangesToTheContainer() throws {
        let said = Collected<String>()
        let (store, own) = (MemoryStore(), MemoryStore())
        let container = try hooked(.of(volume, in: store), said).container()
        try container.withOverrides {
            $0.registerStore(own, named: "default")
        } operation: {
            try container.preferences.set("Settings.volume", to: 1)
            #expect(try container.preferences.get("Settings.volume", as: Int.self) == 1)
        }
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 5)
        #expect(store.contents == [:] && own.contents == ["Settings.volume": 1])
        #expect(said.elements == ["Settings.volume 5 -> 1"])
        try container.withOverrides { _ in
        } operation: {
            try container.preferences.set("Settings.volume", to: 2)
        }
        #expect(
            said.elements == ["Settings.volume 5 -> 1", "Settings.volume 5 -> 2"])
    }

    @Test func changeDuringAnAnnouncementIsAnnounced() throws {
        let said = Collected<String>()
        let store = InterruptedStore()
        let container = try hooked(.of(volume, in: store), said).container()
        store.write(1, for: "Settings.volume")
        store.interrupt { try? container.preferences.set("Settings.volume", to: 2) }
        store.announceChange()
        #expect(said.elements == ["Settings.volume 5 -> 2"])
    }

    /// The changes of a preference form a chain that ends with the value in the store, in whatever order threads set it.
    @Test func concurrentChangesOfAPreferenceFormAChain() async throws {
        let store = MemoryStore()
        var wiring = Wiring.of(preference("A.value", 0), in: store)
        let hooked = Counter()
        wiring.services.addHook(.preference("A.value")) { _, _, _, _ in hooked.add() }
        let container = try wiring.container()
        let changes = container.preferences.changes()
        let rounds = repetitions(60, debug: 20)
        onThreads(8) { thread in
            for round in 1...rounds {
                let value = PlainValue.integer(Int64(thread * 1000 + round))
                if thread.isMultiple(of: 2) {
                    try? container.preferences.set("A.value", to: value)
                } else {
                    store.write(value, for: "A.value")
                }
            }
        }
        try container.preferences.set("A.value", to: -1)
        var all: [PreferenceChange] = []
        for await change in changes {
            all.append(change)
            if change.new == -1 { break }
        }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.new == $1.old })
        #expect(all.first?.old == 0 && all.last?.new == -1)
        #expect(hooked.value == all.count)
    }
}

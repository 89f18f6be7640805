import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Values in stores: their keys, and values that are not valid.
@Suite struct StoredValueTests {
    private let volume = preference("Settings.volume", 5, min: 0, max: 10, line: 3)

    @Test(
        arguments: [
            (PlainValue.text("loud"), "the string \"loud\""), (.integer(11), "the integer 11"),
            (.boolean(true), "the Boolean true"),
            (.number(1.5), "the number 1.5"), ("a date", "a date"),
        ])
    func invalidStoredValueIsAnErrorThatNamesTheStore(_ stored: PlainValue, _ found: String) throws {
        let store = FragileStore()
        store.memory.write(stored, for: "Settings.volume")
        let preferences = try Wiring.of(volume, in: store).container().preferences
        let expected = """
            test.lua:3: preference "Settings.volume": store "default" contains \(found) for key "Settings.volume", \
            which must be an integer from 0 to 10
                `reset` restores the default
            """
        #expect(message { try preferences.get("Settings.volume", as: Int.self) } == expected)
        try preferences.reset("Settings.volume")
        #expect(try preferences.get("Settings.volume", as: Int.self) == 5)
    }

    @Test func invalidStoredValueCanBeReplaced() throws {
        let store = MemoryStore(["Settings.volume": "loud"])
        let preferences = try Wiring.of(volume, in: store).container().preferences
        try preferences.set("Settings.volume", to: 6)
        #expect(try preferences.get("Settings.volume", as: Int.self) == 6)
    }

    @Test func preferencesUseTheirOwnKeysAndStores() throws {
        let (usual, other) = (MemoryStore(), MemoryStore())
        var wiring = Wiring.of(
            preference("A.own", 1, key: "k"), preference("A.other", 2, key: "k", store: "other"), in: usual)
        wiring.services.registerStore(other, named: "other")
        let preferences = try wiring.container().preferences
        try preferences.set("A.own", to: 3)
        try preferences.set("A.other", to: 4)
        #expect(usual.contents == ["k": 3])
        #expect(other.contents == ["k": 4])
    }

    @Test func aFormerKeyIsReadAndMoved() throws {
        let store = MemoryStore(["old": 8])
        let preferences = try Wiring.of(preference("A.new", 1, from: "old"), in: store).container().preferences
        #expect(try preferences.get("A.new", as: Int.self) == 8)
        #expect(store.contents == ["A.new": 8])
    }

    @Test func formerKeyIsIgnoredIfTheNewKeyExists() throws {
        let store = MemoryStore(["old": 8, "A.new": 9])
        let preferences = try Wiring.of(preference("A.new", 1, from: "old"), in: store).container().preferences
        #expect(try preferences.get("A.new", as: Int.self) == 9)
        try preferences.reset("A.new")
        #expect(try preferences.get("A.new", as: Int.self) == 1)
        #expect(store.contents == [:])
    }

    @Test func settingForgetsTheFormerKey() throws {
        let store = MemoryStore(["old": 8])
        let preferences = try Wiring.of(preference("A.new", 1, from: "old"), in: store).container().preferences
        try preferences.set("A.new", to: 2)
        #expect(store.contents == ["A.new": 2])
    }

    @Test func invalidValueOfAFormerKeyIsNotMoved() throws {
        let store = MemoryStore(["old": "x"])
        let preferences = try Wiring.of(preference("A.new", 1, from: "old", line: 1), in: store).container().preferences
        #expect(
            message { try preferences.get("A.new", as: Int.self) } == """
                test.lua:1: preference "A.new": store "default" contains the string "x" for key "old", \
                which must be an integer
                    `reset` restores the default
                """)
        #expect(store.contents == ["old": "x"])
    }

    @Test func failingStoresAreNamed() throws {
        let store = FragileStore()
        let preferences = try Wiring.of(volume, in: store).container().preferences
        store.isBroken.withLock { $0 = true }
        let expected =
            "test.lua:3: preference \"Settings.volume\": store \"default\" failed with key \"Settings.volume\": the disk is full"
        #expect(message { try preferences.get("Settings.volume", as: Int.self) } == expected)
        #expect(message { try preferences.set("Settings.volume", to: 1) } == expected)
        #expect(message { try preferences.reset("Settings.volume") } == expected)
    }

    #if canImport(Darwin)
        @Test func userDefaultsAreTheDefaultStore() throws {
            let key = "moonwire-\(UUID().uuidString)"
            defer { UserDefaults.standard.removeObject(forKey: key) }
            var wiring = Wiring()
            wiring.preferences = [preference("A.own", 1, key: key)]
            let preferences = try wiring.container().preferences
            try preferences.set("A.own", to: 3)
            #expect(UserDefaults.standard.integer(forKey: key) == 3)
            UserDefaults.standard.set(4, forKey: key)
            #expect(try preferences.get("A.own", as: Int.self) == 4)
        }
    #endif

    @Test func storedDateIsNamedInTheError() throws {
        let folder = ScratchFolder()
        let list = FileStoreTests.propertyList("<key>A.own</key><date>2026-01-01T00:00:00Z</date>")
        folder.write(list, to: "preferences.plist")
        let store = FileStore(path: folder.path("preferences.plist"))
        let preferences = try Wiring.of(preference("A.own", 1, line: 1), in: store).container().preferences
        #expect(message { try preferences.get("A.own", as: Int.self) }?.contains("contains a date for key") == true)
        // Others are changed around it, and it stays.
        try store.write(1, for: "A.other")
        #expect(throws: UnreadablePreference.self) { try store.read("A.own") }
    }
}

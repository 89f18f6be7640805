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

    private func dated(_ xml: String, in folder: ScratchFolder) -> FileStore {
        folder.write(FileStoreTests.propertyList(xml), to: "preferences.plist")
        return FileStore(path: folder.path("preferences.plist"))
    }

    @Test("RW-5: a date that other code stored is read as a date", arguments: [0.0 as PlainValue, "", 0])
    func storedDateIsReadAsADate(_ defaultValue: PlainValue) throws {
        let folder = ScratchFolder()
        let store = dated("<key>A.own</key><date>2026-01-01T00:00:00Z</date>", in: folder)
        let preferences = try Wiring.of(preference("A.own", defaultValue, line: 1), in: store).container().preferences
        let newYear = Date(timeIntervalSince1970: 1_767_225_600)
        guard defaultValue != "" else {
            #expect(try preferences.get("A.own", as: String.self) == "2026-01-01T00:00:00Z")
            return
        }
        #expect(try preferences.get("A.own", as: Date.self) == newYear)
        // Others are changed around it, and it stays.
        try store.write(1, for: "A.other")
        #expect(try preferences.get("A.own", as: Date.self) == newYear)
    }

    @Test func dateIsStoredAsTheKindRequires() throws {
        let store = MemoryStore()
        let preferences = try Wiring.of(preference("A.text", "2026-01-01"), preference("A.number", 0.0), in: store)
            .container().preferences
        let date = Date(timeIntervalSince1970: 1_767_225_600.5)
        for name in ["A.text", "A.number"] {
            try preferences.set(name, to: date)
            #expect(try preferences.get(name, as: Date.self) == date)
        }
        #expect(store.contents == ["A.text": "2026-01-01T00:00:00.500Z", "A.number": .number(1_767_225_600.5)])
    }

    @Test func storedDateMustFitThePreference() throws {
        let folder = ScratchFolder()
        let store = dated(
            "<key>A.flag</key><date>2026-01-01T00:00:00Z</date><key>A.early</key><date>2026-01-01T00:00:00Z</date>"
                + "<key>A.list</key><array><date>2026-01-01T00:00:00Z</date></array>", in: folder)
        let preferences = try Wiring.of(
            preference("A.flag", true), preference("A.early", 0, max: 9), preference("A.list", []), in: store
        ).container().preferences
        func refusal(_ name: String) -> String { message { try preferences.get(name, as: PlainValue.self) } ?? "" }
        #expect(refusal("A.flag").contains("contains a date for key \"A.flag\", which must be a Boolean"))
        #expect(refusal("A.early").contains("contains the number 1767225600.0 for key \"A.early\""))
        #expect(refusal("A.list").contains("contains a date for key \"A.list\", which must be a list"))
        #expect(throws: UnreadablePreference.self) { try store.read("A.flag") }
    }

    @Test("RW-5: an integer of more than 63 bits is refused, not read as another one")
    func integerOfMoreThan63BitsIsRefused() throws {
        let folder = ScratchFolder()
        let store = dated("<key>A.big</key><integer>18446744073709551615</integer>", in: folder)
        let preferences = try Wiring.of(preference("A.big", 1), in: store).container().preferences
        #expect(
            message { try preferences.get("A.big", as: UInt64.self) }?.contains("the integer 18446744073709551615")
                == true)
    }
}

import Foundation
import Moonwire
import Testing

/// The preferences of BloodMagic.
@Suite struct BloodMagicPreferenceTests {
    enum Settings {}

    final class Player {
        @Preference(in: Settings.self) var volume: Int
        @Preference("Settings.nickname") var name: String
    }

    enum Radio {
        enum Settings {}

        final class Tuner {
            @Preference(in: Radio.Settings.self) var volume: Int
        }
    }

    private let store = MemoryStore()

    private func wiring(
        _ script: String =
            #"preferences "Settings" { volume = { default = 5, min = 0, max = 10 }, nickname = { default = "" } }"#
    )
        throws -> Container
    {
        try Container(text: script, environment: .test) {
            $0.registerStore(store, named: "default")
            $0.registerOwner(Player.self)
        }
    }

    private func player(in container: Container) throws -> Player {
        let player = Player()
        try container.inject(into: player)
        return player
    }

    @Test("BM-43: a change of the store by another part of the program is what the next read returns")
    func changedStore() throws {
        let container = try wiring()
        let player = try player(in: container)
        #expect(player.volume == 5)
        store.write(8, for: "Settings.volume")
        #expect(player.volume == 8)
    }

    @Test("BM-44: a reset preference has no value in the store") func reset() throws {
        let container = try wiring()
        let player = try player(in: container)
        player.volume = 7
        #expect(store.read("Settings.volume") == 7)
        try player.$volume.reset()
        #expect(store.read("Settings.volume") == nil)
        #expect(player.volume == 5)
    }

    @Test("BM-45: two types with equal names do not share a group of preferences") func equalNames() throws {
        let container = try wiring()
        let player = try player(in: container)
        player.volume = 7
        let tuner = Radio.Tuner()
        #expect(
            message { try container.inject(into: tuner) } == """
                PredecessorTests/BloodMagicPreferenceTests.swift:18: slot Tuner.volume: preference group "Settings" is used for \
                PredecessorTests.BloodMagicPreferenceTests.Settings and PredecessorTests.BloodMagicPreferenceTests.Radio.Settings
                    declare `preferences "Radio.Settings" { … }` to distinguish them
                    the preference is at container.lua:1
                """)
        let separate = try wiring(
            """
            preferences "Settings" { volume = { default = 5 }, nickname = { default = "" } }
            preferences "Radio.Settings" { volume = { default = 2 } }
            """)
        let other = Radio.Tuner()
        try separate.inject(into: other)
        #expect(other.volume == 2)
        other.volume = 3
        #expect(store.read("Radio.Settings.volume") == 3 && store.read("Settings.volume") == 7)
    }

    @Test("BM-46: a preference without a stored value has its default, and refuses other types and ranges")
    func defaults() throws {
        let container = try wiring()
        let player = try player(in: container)
        #expect(player.volume == 5 && player.name == "")
        #expect(
            message { try player.$volume.set(11) } == """
                container.lua:1: preference "Settings.volume" expects an integer from 0 to 10, got the integer 11
                """)
        #expect(
            message { try container.preferences.set("Settings.volume", to: "loud") } == """
                container.lua:1: preference "Settings.volume" expects an integer from 0 to 10, got the string "loud"
                """)
        store.write("loud", for: "Settings.volume")
        #expect(
            message { _ = try player.$volume.get() } == """
                container.lua:1: preference "Settings.volume": store "default" contains the string "loud" for key "Settings.volume", which must be an integer from 0 to 10
                    `reset` restores the default
                """)
        #expect(player.volume == 5)
    }
}

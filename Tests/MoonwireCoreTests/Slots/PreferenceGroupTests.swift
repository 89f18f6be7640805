import MoonwireCore
import MoonwireValues
import Testing

/// Groups of preferences that are named like nested types.
@Suite struct PreferenceGroupTests {
    enum Audio { enum Options {} }
    enum Video { enum Options {} }

    final class Player {
        @Preference(in: Audio.Options.self) var volume: Int
    }

    final class Screen {
        @Preference(in: Video.Options.self) var volume: Int
    }

    private static func container(_ preferences: PreferenceDefinition...) throws -> Container {
        var wiring = Wiring()
        wiring.preferences = preferences
        wiring.services.registerStore(MemoryStore(), named: "default")
        return try wiring.container()
    }

    @Test func preferenceGroupWithTheLongerNameComesFirst() throws {
        let container = try Self.container(
            preference("Options.volume", 1), preference("Video.Options.volume", 2))
        let (player, screen) = (Player(), Screen())
        try container.inject(into: player)
        try container.inject(into: screen)
        #expect(player.volume == 1 && screen.volume == 2)
    }

    @Test func twoTypesCannotShareAPreferenceGroup() throws {
        let container = try Self.container(preference("Options.volume", 1, line: 4))
        let player = Player()
        try container.inject(into: player)
        try container.inject(into: Player())
        #expect(
            message { try container.inject(into: Screen()) }?.contains(
                """
                slot Screen.volume: preference group "Options" is used for \
                MoonwireCoreTests.PreferenceGroupTests.Audio.Options and \
                MoonwireCoreTests.PreferenceGroupTests.Video.Options
                    declare `preferences "Video.Options" { … }` to distinguish them
                """) == true)
        #expect(player.volume == 1)
    }
}

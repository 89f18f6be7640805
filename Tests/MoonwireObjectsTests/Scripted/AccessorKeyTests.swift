import Moonwire
import MoonwireObjects
import Testing

private final class Mixer: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
    @Scripted var volume = 5

    init() {}

    static let exposure = Exposure(Mixer.self) { Initializer { Mixer() } }
}

/// Keys of accessors that scripts define twice.
@Suite struct AccessorKeyTests {
    private func container(_ text: String) throws -> Container {
        try Container(
            text: "service \"mixer\" { type = \"Mixer\" }\n" + text, types: [Mixer.self], environment: .test
        ) { $0.addObjects() }
    }

    private func reported(_ text: String) throws -> [String] {
        try container(text).diagnostics.entries.map { "\($0)" }
    }

    @Test func aKeyThatIsDefinedTwiceIsAWarning() throws {
        let text = """
            accessor "Mixer.volume" {
                initial = 3,
                get = function(self, current) return current + 1 end,
            }
            accessor "Mixer.volume" {
                set = function(self, new) return new end,
                get = function(self, current) return current + 2 end,
            }
            accessor "MoonwireObjectsTests.Mixer.volume" {
                get = function(self, current) return current + 3 end,
                initial = function() return 4 end,
            }
            """
        #expect(
            try reported(text) == [
                "container.lua:8: warning: accessor \"Mixer.volume\": \"get\" is defined again; "
                    + "this replaces the definition at container.lua:4",
                "container.lua:11: warning: accessor \"MoonwireObjectsTests.Mixer.volume\": \"get\" is defined again; "
                    + "this replaces the definition at container.lua:8",
                "container.lua:12: warning: accessor \"MoonwireObjectsTests.Mixer.volume\": \"initial\" is defined again; "
                    + "this replaces the definition at container.lua:3",
            ])
        let container = try container(text)
        let mixer = try container.resolve("mixer", as: Mixer.self)
        withExtendedLifetime(container) { #expect(mixer.volume == 7) }
    }

    @Test func aKeyForOneEnvironmentIsANote() throws {
        #expect(
            try reported(
                """
                accessor "Mixer.volume" { get = function() return 1 end }
                when("test", function()
                    accessor "Mixer.volume" { get = function() return 2 end }
                end)
                """) == [
                    "container.lua:4: note: accessor \"Mixer.volume\": \"get\" is defined again; "
                        + "this replaces the definition at container.lua:2"
                ])
    }

    @Test func keysThatAccumulateAreNotReported() throws {
        #expect(
            try reported(
                """
                accessor "Mixer.volume" { get = function() return 1 end }
                accessor "Mixer.volume" { set = function(self, new) return new end, initial = 3 }
                """) == [])
    }
}

import Moonwire
import TestSupport
import Testing

/// `preferences "Group" { name = { default = … } }`, as scripts use it.
@Suite struct PreferenceTests {
    private let store = MemoryStore()

    private func wire(
        _ text: String, files: [String: String] = [:], over: [String] = [],
        register: (inout Registrations) -> Void = { _ in }
    ) throws -> Container {
        try MoonwireTests.wire(text, files: files, over: over) { services in
            services.registerStore(store, named: "default")
            register(&services)
        }
    }

    @Test func everyKeyOfAPreferenceTakesEffect() throws {
        let other = MemoryStore(["old": "Rome"])
        let container = try wire(
            """
            preferences "Settings" {
                nickname = { default = "%none% @x" },
                volume = { default = 5, min = 0, max = 10, key = "v" },
                colour = { default = "red", one_of = { "red", "green" } },
                size = { default = 2, check = function(size) return size % 2 == 0, "it must be even" end },
                city = { default = "", from = "old", store = "other" },
                ratio = { default = 1.0 },
                flags = { default = { bold = true } },
                list = { default = {} },
            }
            """
        ) { $0.registerStore(other, named: "other") }
        let preferences = container.preferences
        #expect(
            try preferences.all.map(\.value) == [
                "Rome", "red", ["bold": true], [], "%none% @x", .number(1), 2, 5,
            ])
        #expect(other.contents == ["Settings.city": "Rome"])
        try preferences.set("Settings.volume", to: 7)
        #expect(store.contents == ["v": 7])
        #expect(
            message { try preferences.set("Settings.volume", to: 11) }
                == "container.lua:3: preference \"Settings.volume\" expects an integer from 0 to 10, got the integer 11"
        )
        #expect(
            message { try preferences.set("Settings.colour", to: "blue") }.hasPrefix(
                "container.lua:4: preference \"Settings.colour\" expects one of \"red\", \"green\""))
        #expect(
            message { try preferences.set("Settings.size", to: UInt64.max) }
                == "container.lua:5: preference \"Settings.size\" expects an integer of 64 bits with a sign, "
                + "got 18446744073709551615")
        try preferences.set("Settings.size", to: 4)
        #expect(
            message { try preferences.set("Settings.size", to: 3) } == """
                container.lua:5: preference "Settings.size" does not accept the integer 3: it must be even
                    its check is at container.lua:5
                """)
    }

    @Test func checksMayRaiseErrorsOrReturnNothing() throws {
        let container = try wire(
            """
            preferences "A" {
                name = { default = "a", check = function(name) assert(#name < 5, "too long") end },
                word = { default = "a", check = function(word) return word:match("^%a+$") end },
            }
            """)
        try container.preferences.set("A.name", to: "b")
        try container.preferences.set("A.word", to: "bc")
        #expect(message { try container.preferences.set("A.name", to: "toolong") }.contains("its check fails"))
        #expect(message { try container.preferences.set("A.name", to: "toolong") }.contains("too long"))
        #expect(
            message { try container.preferences.set("A.word", to: "1") }.contains("does not accept the string \"1\""))
    }

    @Test func preferenceHookOfAScriptRuns() throws {
        let book = Logbook()
        let container = try wire(
            """
            preferences "Settings" { volume = { default = 5 } }
            hook.preference("Settings.volume", function(name, new, old, info)
                info.get("book"):note(name .. " " .. old .. " " .. new .. " " .. info.event)
            end)
            """
        ) { $0.register("book") { _ in book } }
        try container.preferences.set("Settings.volume", to: 6)
        #expect(book.log.elements == ["Settings.volume 5 6 preference"])
    }

    @Test func aLaterScriptReplacesSinglePreferences() throws {
        let container = try wire(
            #"preferences "A" { one = { default = 1 }, two = { default = 2 } }"#,
            files: ["over.lua": #"preferences "A" { two = { default = 3 }, three = { default = 4 } }"#],
            over: ["over.lua"])
        #expect(try container.preferences.all.map(\.value) == [1, 4, 3])
        #expect(container.diagnostics.entries.map(\.code) == [.replacedDefinition])
        #expect(container.diagnostics.entries.map(\.severity) == [.note])
    }

    @Test func preferencesInsideWhenApplyInTheirEnvironment() throws {
        let container = try wire(
            """
            preferences "A" { one = { default = env.int("ONE", 1) } }
            when("test", function() preferences "A" { one = { default = 2 } } end)
            """)
        #expect(try container.preferences.get("A.one", as: Int.self) == 1)
    }

    @Test func preferenceSlotsReadAndWriteThePreferencesOfScripts() throws {
        let container = try MoonwireTests.wire(
            """
            preferences "Settings" { volume = { default = 5, max = 10 } }
            """
        ) { $0.registerStore(store, named: "default") }
        let knob = Knob()
        try container.inject(into: knob)
        knob.volume = 7
        #expect(store.contents == ["Settings.volume": 7])
        #expect(knob.volume == 7)
    }
}

private final class Knob {
    @Preference(in: Settings.self) var volume: Int
}

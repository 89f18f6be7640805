import Moonwire
import Testing

/// Scripts that read and assign slots through exposed properties.
@Suite struct ExposedSlotTests {
    final class Locker: Exposed {
        @Final var number: Int
        @Lazy var driver: any Driving
        @Injected("spare") var spare: Engine?
        @Preference("Settings.volume") var volume: Int

        static let exposure = Exposure(Locker.self) {
            Initializer { Locker() }
            Property("number", \.number)
            Property("driver", \.driver)
            Property("code", \.$number)
            Property("spare", \.$spare)
            Property("volume", \.volume)
        }
    }

    /// What a function of the script says that is given a new locker.
    private func said(_ body: String) throws -> String {
        let container = try wire(
            """
            preferences "Settings" { volume = { default = 5, max = 10, store = "memory" } }
            service "spare" { type = "Engine", args = { brand = "spare" } }
            service "locker" {
              type = "Locker", scope = "transient",
              configure = function(locker) \(body) end,
            }
            """, types: [Locker.self]
        ) { $0.registerStore(MemoryStore(), named: "memory") }
        return message { _ = try container.resolve("locker", as: Locker.self) }
    }

    @Test(arguments: ["number", "code"]) func readingAFinalSlotTooEarlyIsAnError(name: String) throws {
        #expect(
            try said("return locker.\(name)") == """
                container.lua:5: Locker.\(name): slot Locker.number was read \
                before it was assigned
                    in service "locker"
                    see MoonwireTests/ExposedSlotTests.swift:7
                """)
    }

    @Test func readingALazySlotThatNothingMakesIsAnError() throws {
        #expect(
            try said("return locker.driver").contains(
                "slot Locker.driver cannot be filled: no service provides Driving"))
    }

    @Test func assigningAFinalSlotTwiceIsAnErrorThatAScriptMayCatch() throws {
        let said = try said(
            """
            locker.number = 1
            local ok, fault = pcall(function() locker.number = 2 end)
            assert(not ok and tostring(fault):find("it cannot be set to 2", 1, true), fault)
            assert(locker.number == 1 and locker.code == 1)
            """)
        #expect(said == "")
    }

    @Test func aPreferenceThatBreaksItsRuleIsAnError() throws {
        #expect(
            try said("locker.volume = 11") == """
                container.lua:5: Locker.volume: preference "Settings.volume" \
                expects an integer of at most 10, got the integer 11
                    in service "locker"
                    see container.lua:1
                """)
    }

    @Test func slotsThatCanBeReadAreRead() throws {
        #expect(
            try said(
                """
                locker.volume = 7
                assert(locker.volume == 7 and locker.spare.brand == "spare")
                locker.spare = nil
                assert(locker.spare.brand == "spare")
                """) == "")
    }
}

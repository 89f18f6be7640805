import Moonwire
import Testing

/// Rules and hooks for slots that no container fills, `@Final` and `@Preference` ones.
@Suite struct UninjectableSlotTests {
    final class Console: Exposed {
        @Injected var engine: Engine?
        @Final var serial: String?
        @Preference("Settings.volume") var volume: Int

        static let exposure = Exposure(Console.self) { Initializer { Console() } }
    }

    private func said(_ text: String) -> String {
        message {
            let container = try wire(
                """
                preferences "Settings" { volume = { default = 5, store = "memory" } }
                service "v8" { type = "Engine", args = { brand = "v8" } }
                \(text)
                """, types: [Console.self]
            ) { $0.registerStore(MemoryStore(), named: "memory") }
            let entries = container.diagnostics.entries
            if !entries.isEmpty { throw ContainerError(entries) }
        }
    }

    @Test func aRuleForAFinalSlotIsReported() {
        #expect(
            said(#"inject { slot = "Console.serial", value = "A-7" }"#) == """
                container.lua:3: warning: inject Console.serial: slot Console.serial is `@Final`, which no rule fills
                    only the application assigns it; declare it with `@Injected` to have a container fill it
                """)
    }

    @Test func aRuleForAPreferenceIsReported() {
        #expect(
            said(#"inject { slot = "Console.volume", value = 3 }"#) == """
                container.lua:3: warning: inject Console.volume: slot Console.volume is `@Preference`, which no rule fills
                    `preferences` declares its default, and `hook.preference` is called when it changes
                """)
    }

    @Test func ruleForAnOwnerSkipsItsFinalSlots() {
        #expect(said(#"inject { owner = "Console", value = ref "v8" }"#) == "")
    }

    @Test func ruleForATypeDoesNotApplyToFinalSlots() {
        #expect(
            said(#"inject { type = "String", owner = "Console", value = "A-7" }"#).hasPrefix(
                "container.lua:3: warning: inject type String of Console: no slot of Console is declared as String"))
    }

    @Test func injectedHookOfAFinalSlotIsAFault() {
        let fault = said(#"hook.injected("Console.serial", function() end)"#)
        #expect(
            fault == """
                container.lua:3: hook.injected("Console.serial"): the slot is `@Final`, which no container fills
                    only the application assigns it; declare it with `@Injected` to have a container fill it
                """)
    }
}

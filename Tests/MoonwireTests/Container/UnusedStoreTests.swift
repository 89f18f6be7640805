import Moonwire
import TestSupport
import Testing

/// A store under a name that no preference uses is most likely misspelled, and then a test would write into a file of the user.
@Suite struct UnusedStoreTests {
    private static let script =
        #"preferences "Settings" { size = { default = 1 }, town = { default = "", store = "places" } }"#

    @Test func misspelledStoreIsAWarning() throws {
        let living = try Living(Self.script) { services in
            services.registerStore(MemoryStore(), named: "default")
            services.registerStore(MemoryStore(), named: "places")
            services.registerStore(MemoryStore(), named: "defualt", file: "App.swift", line: 4)
        }
        #expect(
            living.container.diagnostics.entries.map(\.description) == [
                """
                App.swift:4: warning: no preference uses the store "defualt"
                    did you mean "default"?
                """
            ])
    }

    @Test func misspelledStoreInsideOverridesIsAnError() throws {
        let living = try Living(Self.script) { $0.registerStore(MemoryStore(), named: "places") }
        #expect(
            message {
                try living.container.withOverrides {
                    $0.registerStore(MemoryStore(), named: "place", file: "Tests.swift", line: 9)
                } operation: {
                    _ = Issue.record("a misspelled store is not noticed")
                }
            } == """
                Tests.swift:9: no preference uses the store "place"
                    did you mean "places"?
                """)
    }

    /// The preferences of another environment may use it.
    @Test func unusedStoreWithADistinctNameIsNotReported() throws {
        let living = try Living(Self.script) { services in
            for name in ["places", "cloud"] { services.registerStore(MemoryStore(), named: name) }
        }
        try living.container.withOverrides {
            $0.registerStore(MemoryStore(), named: "ticker")
        } operation: {
        }
        #expect(living.container.diagnostics.entries.isEmpty)
    }

    /// Scripts that describe no preferences yet do not make the usual one wrong.
    @Test func unusedDefaultStoreIsNotReported() throws {
        let living = try Living("") { $0.registerStore(MemoryStore(), named: "default") }
        try living.container.withOverrides {
            $0.registerStore(MemoryStore(), named: "default")
        } operation: {
        }
        #expect(living.container.diagnostics.entries.isEmpty)
    }
}

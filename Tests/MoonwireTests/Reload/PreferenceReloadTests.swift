import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Values are in the store and survive reloads; defaults and constraints are those of the current script.
@Suite struct PreferenceReloadTests {
    private let store = MemoryStore()

    private func living(_ text: String) throws -> Living {
        try Living(text) { $0.registerStore(store, named: "default") }
    }

    @Test func valuesSurviveAndRulesFollowTheScript() throws {
        let living = try living(#"preferences "A" { volume = { default = 5, max = 10 } }"#)
        let preferences = living.container.preferences
        try preferences.set("A.volume", to: 7)
        try living.reload(#"preferences "A" { volume = { default = 6, max = 20 } }"#)
        #expect(try preferences.get("A.volume", as: Int.self) == 7)
        try preferences.set("A.volume", to: 15)
        try preferences.reset("A.volume")
        #expect(try preferences.get("A.volume", as: Int.self) == 6)
    }

    @Test func refusedEditKeepsThePreferences() throws {
        let living = try living(#"preferences "A" { volume = { default = 5, max = 10 } }"#)
        #expect(message { try living.reload(#"preferences "A" { volume = { default = 50, max = 10 } }"#) } != "")
        try living.container.preferences.set("A.volume", to: 10)
        #expect(try living.container.preferences.get("A.volume", as: Int.self) == 10)
    }

    @Test func slotsFollowTheScript() throws {
        let living = try living(#"preferences "Settings" { level = { default = 1 } }"#)
        let gauge = Gauge()
        try living.container.inject(into: gauge)
        #expect(gauge.level == 1)
        try living.reload(#"preferences "Settings" { level = { default = 2 } }"#)
        #expect(gauge.level == 2)
        try living.reload("local nothing = 1")
        #expect(message { _ = try gauge.$level.get() }.contains("\"Settings.level\" is not defined"))
    }

    /// As a parameter does that a factory reads.
    @Test func aPreferenceThatAFactoryReadReplacesItsService() throws {
        let container = Lock<Container?>(nil)
        let text = #"preferences "A" { level = { default = 1 }, other = { default = 1 } }"#
        let living = try Living(text) { services in
            services.registerStore(store, named: "default")
            for name in ["level", "late"] {
                services.register(name) { _ in
                    let preferences = try #require(container.withLock { $0 }).preferences
                    let level = try? preferences.get("A.\(name)", as: Int.self)
                    return Station(name: "\(level ?? 0)", next: nil, later: nil, log: nil)
                }
            }
        }
        container.withLock { $0 = living.container }
        defer { container.withLock { $0 = nil } }
        func names() throws -> [String] { try ["level", "late"].map { try living.station($0).name } }
        #expect(try names() == ["1", "0"])
        #expect(
            try living.reload(text.replacing("other = { default = 1 }", with: "other = { default = 2 }")).contains(
                "kept: late, level"))
        try living.reload(text.replacing("other", with: "late").replacing("default = 1", with: "default = 2"))
        #expect(try names() == ["2", "2"])
    }

    @Test func changedDefaultOfAPreferenceIsAnnounced() async throws {
        let living = try living(#"preferences "A" { one = { default = 1 }, gone = { default = 1 } }"#)
        let changes = living.container.preferences.changes()
        try living.reload(#"preferences "A" { one = { default = 2 }, new = { default = 1 } }"#)
        try living.container.preferences.set("A.new", to: 3)
        var said: [String] = []
        for await change in changes.prefix(2) { said.append("\(change.name) \(change.old) \(change.new)") }
        #expect(said == ["A.one 1 2", "A.new 1 3"])
    }

    @Test func preferenceHookAddedByAReloadRuns() throws {
        let living = try living(#"preferences "A" { one = { default = 1 } }"#)
        try living.reload(
            """
            preferences "A" { one = { default = 1 } }
            hook.preference("A.one", function(name, new, old, info) info.get("note") end)
            """)
        store.write(4, for: "A.one")
        #expect(living.container.diagnostics.entries.contains { $0.message.contains("\"note\"") })
    }

    @Test func preferenceMovesToTheStoreThatAReloadNames() throws {
        let other = MemoryStore()
        let said = Collected<String>()
        let living = try Living(#"preferences "A" { one = { default = 1 } }"#) {
            $0.registerStore(store, named: "default")
            $0.registerStore(other, named: "other")
            $0.addHook(.preference("A.one")) { _, new, _, _ in said.append("\(new)") }
        }
        try living.reload(#"preferences "A" { one = { default = 1, store = "other" } }"#)
        store.write(2, for: "A.one")
        other.write(3, for: "A.one")
        #expect(said.elements == ["3"])
        withExtendedLifetime(living) {}
    }
}

private final class Gauge {
    @Preference(in: Settings.self) var level: Int
}

import Foundation
import Moonwire
import Testing

/// A secret that somebody sets as a preference, or assigns to a slot, is not shown by the errors of that.
@Suite struct PreferenceSecretTests {
    private static let secret = "hunter2-SeCrEt-0123456789abcdef-\(String(repeating: "x", count: 40))"

    final class Panel: Exposed {
        @Preference("Settings.name") var name: String
        @Final var serial: String?

        static let exposure = Exposure(Panel.self) {
            Initializer { Panel() }
        }
    }

    private func container() throws -> Container {
        let folder = try Folder([
            "container.lua": """
            parameters { key = env.secret "KEY" }
            preferences "Settings" {
                choice = { default = "a", one_of = { "a", "b" } },
                name = { default = "a", check = function(v) if #v > 9 then return false, "no " .. v end return true end },
                failing = { default = "a", check = function(v) if #v > 9 then error("bad " .. v, 0) end return true end },
                hooked = { default = "a" },
            }
            hook.preference("Settings.hooked", function(name, new) error("heard " .. new, 0) end)
            service "panel" { type = "Panel", scope = "transient" }
            """
        ])
        return try Container(
            scripts: [folder.file("container.lua")], types: [Panel.self], environment: .dev,
            variables: EnvironmentVariables { $0 == "KEY" ? Self.secret : nil }
        ) { $0.registerStore(MemoryStore(), named: "default") }
    }

    private func expectMasked(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
        do {
            try body()
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch {
            let text = "\(error)".lowercased()
            let letters = Array(Self.secret.prefix(31).lowercased())
            let shown = (0...(letters.count - 8)).map { String(letters[$0..<($0 + 8)]) }.filter { text.contains($0) }
            #expect(shown.isEmpty && text.contains("***"), "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: ["choice", "name", "failing", "hooked"]) func errorOfSettingAPreferenceMasksSecrets(_ name: String)
        throws
    {
        let container = try container()
        expectMasked { try container.preferences.set("Settings.\(name)", to: Self.secret) }
    }

    @Test func errorOfReadingAStoredPreferenceMasksSecrets() throws {
        let container = try container()
        let store = MemoryStore(["Settings.choice": .text(Self.secret)])
        try container.withOverrides {
            $0.registerStore(store, named: "default")
        } operation: {
            expectMasked { _ = try container.preferences.get("Settings.choice", as: String.self) }
            expectMasked { _ = try container.preferences.all }
        }
    }

    @Test func errorOfAPreferenceSlotMasksSecrets() throws {
        let container = try container()
        let panel = try container.resolve("panel", as: Panel.self)
        expectMasked { try panel.$name.set(Self.secret) }
        panel.serial = "A-7"
        expectMasked { try panel.$serial.assign(Self.secret) }
        let other = Panel()
        other.serial = "A-7"
        withContainer(container) {
            expectMasked { try other.$serial.assign(Self.secret) }
        }
    }
}

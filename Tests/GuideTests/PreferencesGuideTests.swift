import Foundation
import Moonwire
import Testing

private final class Player: Exposed, Sendable {
    let volume: Int

    init(volume: Int) { self.volume = volume }

    static let exposure = Exposure(Player.self) { Initializer("volume", body: Player.init) }
}

/// The code of `Documentation/Preferences.md`, word for word.
@Suite struct PreferencesGuideTests {
    final class Session {
        @Preference("Account.token") var token: String?
    }

    @MainActor enum Settings {
        @Preference("Settings.volume") static var volume: Int
        @Preference("nickname", in: Settings.self) static var name: String?
    }

    final class Panel {
        @Preference("Settings.volume") var volume: Int
    }

    actor RemoteSettings: AsynchronousPreferenceStore {
        private var values: [String: PlainValue] = ["Settings.volume": 6]  // in place of a client

        func fetch(_ key: String) async throws -> PlainValue? { values[key] }
        func write(_ value: PlainValue, for key: String) async throws { values[key] = value }
        func remove(_ key: String) async throws { values[key] = nil }
    }

    private func container(_ text: String, store: any PreferenceStore = MemoryStore()) throws -> Container {
        try Container(text: text, types: [Player.self], environment: .dev) { services in
            services.registerStore(store, named: "default")
        }
    }

    @Test func anUnsetPreferenceIsNil() throws {
        let store = MemoryStore()
        let container = try container(
            """
            preferences "Account" {
                token   = { kind = "string" },
                retries = { kind = "integer", min = 0, max = 9 },
            }
            """, store: store)
        let session = Session()
        try container.inject(into: session)
        #expect(session.token == nil)
        try session.$token.set("first")
        #expect(store.contents == ["Account.token": "first"])
        session.token = "abc"  // stored
        session.token = nil  // removed from the store
        #expect(store.contents == [:])
        #expect(try container.preferences.get("Account.token", as: String?.self) == nil)
    }

    @Test func scriptsReferToPreferences() throws {
        let container = try container(
            """
            preferences "Settings" { volume = { default = 5, min = 0, max = 10 } }

            service "player" { type = "Player", args = { volume = preference "Settings.volume" } }

            service "banner" (function(c) return "Volume " .. c.preference "Settings.volume" end)
            """)
        #expect(try container.resolve("player", as: Player.self).volume == 5)
        #expect(try container.resolve("banner", as: String.self) == "Volume 5")
    }

    @Test @MainActor func staticPropertiesArePreferences() throws {
        let container = try container(
            #"preferences "Settings" { volume = { default = 5 }, nickname = { kind = "string" } }"#)
        withContainer(container) {
            Settings.volume += 1
            Settings.name = "Zoe"
            #expect(Settings.volume == 6 && Settings.name == "Zoe")
        }
    }

    @Test func changesBeginWithTheCurrentValue() async throws {
        var container: Container? = try container(#"preferences "Settings" { volume = { default = 5 } }"#)
        let panel = Panel()
        try container?.inject(into: panel)
        let printer = Printer()
        func print(_ volume: Int) {
            printer(volume)
            if volume == 5 { panel.volume = 7 } else { container = nil }
        }
        for try await volume in panel.$volume.changes {
            print(volume)  // the current value, and then the newest after each change
        }
        #expect(printer.lines == ["5", "7"])
    }

    @Test func asynchronousClientsAreStores() async throws {
        let container = try Container(
            text: #"preferences "Settings" { volume = { default = 5 } }"#, types: [], environment: .dev
        ) { services in
            services.registerStore(CachedStore(RemoteSettings()), named: "default")
        }
        try await container.preferences.fetchAll()  // once, at the start
        let volume = try await container.preferences.fetch("Settings.volume", as: Int.self)
        try await container.preferences.update("Settings.volume", to: 7)  // returns when the client has stored it
        #expect(volume == 6)
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 7)
    }

    @Test func severalStoresKeepEachValue() throws {
        let folder = try Playground()
        let (path, cloud) = ("\(folder.path)/preferences.plist", MemoryStore())
        let mirrored = MirroredStore([FileStore(path: path), cloud])
        try mirrored.write(7, for: "key")
        #expect(try FileStore(path: path).read("key") == 7 && cloud.contents == ["key": 7])
    }

    @Test func listOfStoresKeepsEachValue() throws {
        let (local, remote) = (MemoryStore(), MemoryStore())
        let container = try Container(
            text: """
                preferences "Speaker" { volume = { default = 5, store = { "local", "remote" } } }
                """,
            environment: .dev
        ) { services in
            services.registerStore(local, named: "local")
            services.registerStore(remote, named: "remote")
        }
        try container.preferences.set("Speaker.volume", to: 7)
        #expect(local.contents == ["Speaker.volume": 7] && remote.contents == ["Speaker.volume": 7])
    }
}

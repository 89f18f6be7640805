import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// The settings of RWUserDefaultsManager.
@Suite struct SettingsManagerTests {
    struct Window: Codable, Equatable, Sendable, Convertible {
        var width: Int
        var title: String
    }

    /// One manager for all settings, with a property that is computed from others.
    @MainActor final class Manager: Exposed {
        @Preference("Manager.width") var width: Int
        @Preference("Manager.height") private var height: Int
        @Preference("Manager.window") var window: Window
        @Preference("Manager.page") var page: URL
        @Preference("Manager.data") var data: Data
        @Preference("Manager.names") var names: [String]
        @Preference("Manager.table") var table: [String: Double]
        @Preference("Manager.isOn") var isOn: Bool
        @Preference("Manager.ratio") var ratio: Double

        var area: Int {
            get { width * height }
            set {
                width = newValue
                height = 1
            }
        }

        nonisolated static let exposure = Exposure(Manager.self) {
            Initializer { await Manager() }
        }
    }

    private static let script = """
        service "manager" { type = "Manager" }
        preferences "Manager" {
            width = { default = 4, min = 0 }, height = { default = 3 },
            window = { default = { width = 640, title = "main" } },
            page = { default = "https://example.org" }, data = { default = "" },
            names = { default = { "a" } }, table = { default = { a = 0.5 } },
            isOn = { default = false }, ratio = { default = 0.5 },
        }
        """

    private let store = MemoryStore()

    private func wiring() throws -> Container {
        try Container(text: Self.script, types: [Manager.self], environment: .test) {
            $0.registerStore(store, named: "default")
        }
    }

    @Test("RW-1: each property of an owner reads, sets, and follows its setting") func properties() async throws {
        let container = try wiring()
        var widths = try container.preferences.watch("Manager.width", as: Int.self).makeAsyncIterator()
        let manager = try await container.resolve(Manager.self)
        #expect(try await widths.next() == 4)
        await MainActor.run { manager.width = 9 }
        #expect(await manager.width == 9)
        #expect(try await widths.next() == 9)
    }

    @Test("RW-2: the manager is one shared object") func sharedManager() async throws {
        let container = try wiring()
        let (first, second) = (try await container.resolve(Manager.self), try await container.resolve(Manager.self))
        #expect(first === second)
    }

    @Test("RW-4: a change by anybody is announced, with the name and both values") func announcement() async throws {
        let container = try wiring()
        var changes = container.preferences.changes().makeAsyncIterator()
        try container.preferences.set("Manager.width", to: 5)
        let own = await changes.next()
        #expect(own?.name == "Manager.width" && own?.old == 4 && own?.new == 5)
        // As another program does.
        store.write(6, for: "Manager.width")
        let other = await changes.next()
        #expect(other?.name == "Manager.width" && other?.old == 5 && other?.new == 6)
    }

    @Test("RW-5: settings of all kinds are read back") func kinds() async throws {
        let container = try wiring()
        let manager = try await container.resolve(Manager.self)
        await MainActor.run {
            manager.names = ["b", "c"]
            manager.table = ["b": 1.5]
            manager.isOn = true
            manager.ratio = -2.25
            manager.data = Data([0, 255])
            #expect(manager.names == ["b", "c"] && manager.table == ["b": 1.5] && manager.isOn)
            #expect(manager.ratio == -2.25 && manager.data == Data([0, 255]))
        }
        withExtendedLifetime(container) {}
    }

    @Test("RW-6: a value of another type is an error with the key and both types") func otherType() throws {
        let container = try wiring()
        #expect(
            message { try container.preferences.set("Manager.width", to: "wide") } == """
                container.lua:3: preference "Manager.width" expects an integer of at least 0, got the string "wide"
                """)
        #expect(try container.preferences.get("Manager.width", as: Int.self) == 4)
    }

    @Test("RW-7: structs and other Codable values are settings") func codableValues() async throws {
        let container = try wiring()
        let manager = try await container.resolve(Manager.self)
        await MainActor.run {
            #expect(manager.window == Window(width: 640, title: "main"))
            manager.window.width = 800
            #expect(manager.window == Window(width: 800, title: "main"))
        }
        withExtendedLifetime(container) {}
    }

    @Test("RW-8: a computed property over two private settings is left alone") func computedProperty() async throws {
        let container = try wiring()
        let manager = try await container.resolve(Manager.self)
        await MainActor.run {
            #expect(manager.area == 12)
            manager.area = 20
            #expect(manager.area == 20)
        }
        withExtendedLifetime(container) {}
    }

    @Test("RW-9: of two changes of one setting, the last one wins, in the order that everybody is told")
    func lastChange() async throws {
        let folder = ScratchFolder()
        let path = folder.path("settings.plist")
        func other() throws -> Container {
            let store = FileStore(path: path)
            return try Container(text: Self.script, types: [Manager.self], environment: .test) {
                $0.registerStore(store, named: "default")
            }
        }
        let (one, two) = (try other(), try other())
        try one.preferences.set("Manager.width", to: 1)
        try two.preferences.set("Manager.height", to: 2)
        try two.preferences.set("Manager.width", to: 3)
        for container in [one, two] {
            #expect(try container.preferences.get("Manager.width", as: Int.self) == 3)
            #expect(try container.preferences.get("Manager.height", as: Int.self) == 2)
        }
    }

    @Test("RW-10: a setting that is not declared cannot be used") func undeclaredSetting() throws {
        let container = try wiring()
        #expect(
            message { _ = try container.preferences.get("Manager.widht", as: Int.self) } == """
                preference "Manager.widht" is not defined
                    did you mean "Manager.width", "Manager.height", or "Manager.window"?
                """)
        #expect(
            message { try container.preferences.set("Manager.widht", to: 1) } == """
                preference "Manager.widht" is not defined
                    did you mean "Manager.width", "Manager.height", or "Manager.window"?
                """)
    }
}

import Foundation
import Moonwire
import Testing

/// The lazy, associated, and settings properties of DeluxeInjection.
@Suite struct DeluxeInjectionSettingTests {
    final class Player {
        @Preference("Settings.volume") var volume: Int
        @Preference("Settings.since") var since: Date
        @Preference("Settings.theme") var theme: String
    }

    private let store = MemoryStore()
    private let cloud = MemoryStore()

    private static let settings = """
        preferences "Settings" {
            volume = { default = 5 },
            since = { default = 0.5 },
            theme = { default = "dark", key = "AppTheme", store = "cloud" },
        }
        """

    private func player(in container: Container) throws -> Player {
        let player = Player()
        try container.inject(into: player)
        return player
    }

    private func wiring(_ script: String = Self.settings) throws -> Container {
        try Container(text: script, environment: .test) {
            $0.registerStore(store, named: "default")
            $0.registerStore(cloud, named: "cloud")
        }
    }

    @Test("DI-32: lazy lists, dictionaries, and sets are empty at the first read, and again after a reset")
    func lazyCollections() {
        final class Owner {
            @Lazy var list: [String]
            @Lazy var table: [String: Int]
            @Lazy var set: Set<Int>
        }
        let owner = Owner()
        owner.list.append("a")
        owner.table["a"] = 1
        owner.set.insert(1)
        #expect(owner.list == ["a"] && owner.table == ["a": 1] && owner.set == [1])
        owner.$list.reset()
        #expect(owner.list == [])
    }

    @MainActor final class Shared {
        static var observed: [String] = []
        @Injected static var part: Part? { didSet { observed.append(part?.name ?? "nil") } }
    }

    @Test("DI-33: a lazy slot of a type that nothing makes is reported at load")
    func unmadeLazySlots() throws {
        final class Part: Sendable {}
        final class Owner: Exposed {
            @Lazy var part: Part

            static var exposure: Exposure {
                Exposure(Owner.self) {
                    Initializer { Owner() }
                    SlotArguments("part")
                }
            }
        }
        let container = try Container(
            text: #"service "owner" { type = "Owner", scope = "transient" }"#, types: [Owner.self], environment: .dev)
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "service \"owner\": slot Owner.part cannot be filled: no service provides Part, and no rule is for the slot"
            ])
    }

    @Test("DI-34: a static slot is assigned with its observer, once for each assignment, also of nil") @MainActor
    func staticSlot() {
        Shared.part = Part(name: "one")
        #expect(Shared.part?.name == "one")
        Shared.part = nil
        #expect(Shared.part == nil)
        #expect(Shared.observed == ["one", "nil"])
    }

    @Test("DI-35: a preference that is not set has no key in the store; a set one has, and a reset one has not")
    func storedKeys() throws {
        let container = try wiring()
        let player = try player(in: container)
        #expect(player.volume == 5 && store.read("Settings.volume") == nil)
        player.volume = 6
        #expect(store.read("Settings.volume") == 6)
        try player.$volume.reset()
        #expect(store.read("Settings.volume") == nil)
    }

    @Test("DI-36: a date is encoded when it is written, decoded when it is read, and its key removed when it is reset")
    func encodedValues() throws {
        let container = try wiring()
        let player = try player(in: container)
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        player.since = date
        #expect(store.read("Settings.since") == .number(1_778_307_200))
        #expect(try self.player(in: container).since == date)
        try player.$since.reset()
        #expect(store.read("Settings.since") == nil)
    }

    @Test("DI-37: key and store of a preference are those of its definition, or else its name and the default store")
    func keyAndStore() throws {
        let container = try wiring()
        let player = try player(in: container)
        player.theme = "light"
        player.volume = 1
        #expect(cloud.read("AppTheme") == "light" && store.read("AppTheme") == nil)
        #expect(store.read("Settings.volume") == 1 && cloud.read("Settings.volume") == nil)
    }

    @Test("DI-39: a stored value that cannot be decoded is an error that names the key") func undecodableValue() throws
    {
        let container = try wiring()
        store.write("yesterday", for: "Settings.since")
        #expect(
            message { _ = try container.preferences.get("Settings.since", as: Date.self) } == """
                container.lua:3: preference "Settings.since": store "default" contains the string "yesterday" for key "Settings.since", which must be a number
                    `reset` restores the default
                """)
    }

    @Test("DI-40: a script sets an unmarked property of a service") func unmarkedProperty() throws {
        final class Label: Exposed {
            var text = ""

            static let exposure = Exposure(Label.self) {
                Initializer { Label() }
                Property("text", \.text)
            }
        }
        let container = try Container(
            text: #"service "label" { type = "Label", scope = "transient", set = { text = "forced" } }"#,
            types: [Label.self],
            environment: .test)
        #expect(try container.resolve("label", as: Label.self).text == "forced")
    }
}

import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Preferences of static properties and of structs.
@Suite struct OwnerlessPreferenceTests {
    @MainActor private enum Settings {
        @Preference("Settings.volume") static var volume: Int
        @Preference("nickname", in: Settings.self) static var name: String?
        @Preference("Settings.nowhere") static var nowhere: Int
        @Preference(in: Settings.self) static var nameless: Int
    }

    private struct Panel {
        @Preference("Settings.volume") var volume: Int
    }

    private final class Owner {
        @Preference(in: Settings.self) var volume: Int
    }

    private let store = MemoryStore()

    private func container() throws -> Container {
        try Wiring.of(
            preference("Settings.volume", 5, min: 0, max: 10, line: 2), preference("Settings.nickname", "Anonymous"),
            in: store
        ).container()
    }

    @Test("DI-42: a static property reads and sets a preference") @MainActor
    func staticPropertyIsAPreference() throws {
        let container = try container()
        try withContainer(container) {
            #expect(Settings.volume == 5 && Settings.name == "Anonymous")
            Settings.volume = 7
            Settings.name = "Zoe"
            #expect(Settings.volume == 7)
            #expect(store.contents == ["Settings.volume": 7, "Settings.nickname": "Zoe"])
            Settings.name = nil
            try Settings.$volume.reset()
            #expect(store.contents == [:] && Settings.name == "Anonymous")
        }
    }

    @Test func propertyOfAStructIsAPreference() throws {
        let container = try container()
        try withContainer(container) {
            let panel = Panel()
            panel.volume = 3
            #expect(panel.volume == 3 && Panel().volume == 3)
            try #expect(panel.$volume.get() == 3)
        }
    }

    @Test func refusedAssignmentWithoutAnOwnerIsReported() throws {
        let container = try container()
        withContainer(container) { Panel().volume = 11 }
        #expect(
            container.diagnostics.entries.map(\.description) == [
                "test.lua:2: preference \"Settings.volume\" expects an integer from 0 to 10, got the integer 11"
            ])
        #expect(store.contents == [:])
    }

    @Test @MainActor func errorsWithoutAnOwnerNameTheDeclaration() throws {
        let container = try container()
        withContainer(container) {
            let unknown = message { _ = try Settings.$nowhere.get() } ?? ""
            #expect(unknown.contains("OwnerlessPreferenceTests.swift:11: a preference without an owner: "))
            #expect(unknown.contains("preference \"Settings.nowhere\" is not defined"))
            #expect(
                message { _ = try Settings.$nameless.get() }?.hasSuffix(
                    """
                    a preference without an owner: its name is not known at run time
                        write it, as in `@Preference("volume", in: Settings.self)`
                    """) == true)
        }
        let missing = message { _ = try Panel().$volume.get() } ?? ""
        #expect(missing.contains("a slot of type Int without an owner"))
    }

    @Test func invalidStoredValueIsReportedOnceForAllOwnerlessSlots() throws {
        let container = try container()
        store.write("loud", for: "Settings.volume")
        withContainer(container) {
            for _ in 0..<3 { #expect(Panel().volume == 5) }
        }
        #expect(container.diagnostics.entries.count == 1)
    }

    @Test func changesOfAPropertyBeginWithItsValue() async throws {
        let container = try container()
        let panel = Panel()
        var values = withContainer(container) { panel.$volume.changes.makeAsyncIterator() }
        #expect(try await values.next() == 5)
        withContainer(container) {
            panel.volume = 6
            panel.volume = 7
        }
        #expect(try await values.next() == 7)
    }

    @Test func changesOfAnOwnedPropertyBeginWithItsValue() async throws {
        let container = try container()
        let desk = Owner()
        try container.inject(into: desk)
        var values = desk.$volume.changes.makeAsyncIterator()
        #expect(try await values.next() == 5)
        try container.preferences.set("Settings.volume", to: 8)
        #expect(try await values.next() == 8)
        await container.shutdownGracefully()
        #expect(try await values.next() == nil)
    }

    @Test func changesOfAnUnknownPreferenceThrowAtTheFirstIteration() async throws {
        let container = try container()
        struct Odd { @Preference("Settings.volmue") var volume: Int }
        let values = withContainer(container) { Odd().$volume.changes }
        await #expect(throws: ContainerError.self) { for try await _ in values {} }
    }
}

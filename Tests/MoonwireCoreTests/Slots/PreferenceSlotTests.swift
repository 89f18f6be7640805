import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// An owner of preferences, with a subclass.
class Desk: Exposed {
    @Preference(in: Settings.self) var nickname: String
    @Preference(in: Settings.self) var volume: Int
    @Preference("Settings.motto") var words: String?
    var changes = 0

    class var exposure: Exposure { Exposure(Desk.self) { Initializer { Desk() } } }
}

final class LoudDesk: Desk {
    @Preference(in: Settings.self) var boost: Double

    override class var exposure: Exposure { Exposure(LoudDesk.self) { Initializer { LoudDesk() } } }
}

@MainActor final class Dial {
    @Preference(in: Settings.self) var volume: Int
}

actor Mixer {
    @Preference(in: Settings.self) var volume: Int

    func turn(to value: Int) throws -> Int {
        volume = value
        try $volume.set(value + 1)
        return try $volume.get()
    }
}

@Suite struct PreferenceSlotTests {
    private let store = MemoryStore()

    private func container(_ definitions: Definition...) throws -> Container {
        var wiring = Wiring.of(
            preference("Settings.nickname", "Anonymous", line: 1),
            preference("Settings.volume", 5, min: 0, max: 10, line: 2), preference("Settings.motto", "none", line: 3),
            preference("Settings.boost", 1.5, line: 4), in: store)
        wiring.definitions = definitions
        return try wiring.container(types: [Desk.self, LoudDesk.self])
    }

    @Test func preferenceSlotsReadAndWriteTheStore() throws {
        let container = try container()
        let desk = LoudDesk()
        try container.inject(into: desk)
        #expect(desk.nickname == "Anonymous" && desk.volume == 5 && desk.words == "none" && desk.boost == 1.5)
        desk.nickname = "Zoe"
        desk.nickname += "!"
        desk.volume = 7
        desk.boost = 2
        #expect(desk.nickname == "Zoe!" && desk.volume == 7)
        #expect(
            store.contents == ["Settings.nickname": "Zoe!", "Settings.volume": 7, "Settings.boost": .number(2)])
        store.write(1, for: "Settings.volume")
        #expect(desk.volume == 1)
        #expect(try container.preferences.get("Settings.nickname", as: String.self) == "Zoe!")
    }

    @Test func builtOwnersReadThePreferencesOfTheContainer() throws {
        let container = try container(
            service("desk", "Desk", scope: .transient), service("loud", "LoudDesk", scope: .transient))
        store.write("Joe", for: "Settings.nickname")
        #expect(try container.resolve("desk", as: Desk.self).nickname == "Joe")
        #expect(try container.resolve("loud", as: LoudDesk.self).boost == 1.5)
        withExtendedLifetime(container) {}
    }

    @Test func theCurrentContainerServesOwnersThatBelongToNone() throws {
        let container = try container()
        withContainer(container) {
            let desk = Desk()
            desk.volume = 3
            #expect(desk.volume == 3)
        }
        #expect(store.contents == ["Settings.volume": 3])
    }

    @Test func preferenceSlotsWorkOnTheMainActorAndInActors() async throws {
        let container = try container()
        try await MainActor.run {
            let dial = Dial()
            try container.inject(into: dial)
            dial.volume = 2
            #expect(dial.volume == 2)
        }
        let mixer = Mixer()
        try await container.inject(into: mixer)
        #expect(try await mixer.turn(to: 3) == 4)
    }

    @Test func invalidSetOfAPreferenceSlotThrows() throws {
        let container = try container()
        let desk = Desk()
        try container.inject(into: desk)
        #expect(
            message { try desk.$volume.set(11) }
                == "test.lua:2: preference \"Settings.volume\" expects an integer from 0 to 10, got the integer 11")
        try desk.$volume.set(10)
        #expect(try desk.$volume.get() == 10)
        try desk.$volume.reset()
        #expect(store.contents == [:])
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func anAssignmentThatBreaksARuleIsReportedAndChangesNothing() throws {
        let container = try container()
        let desk = Desk()
        try container.inject(into: desk)
        desk.volume = 8
        desk.volume = 11
        #expect(desk.volume == 8)
        #expect(
            container.diagnostics.entries.map(\.description) == [
                "test.lua:2: preference \"Settings.volume\" expects an integer from 0 to 10, got the integer 11"
            ])
    }

    @Test func invalidStoredValueReadsAsTheDefaultAndIsReported() throws {
        let container = try container()
        let desk = Desk()
        try container.inject(into: desk)
        store.write("loud", for: "Settings.volume")
        #expect(desk.volume == 5)
        let expected = """
            test.lua:2: preference "Settings.volume": store "default" contains the string "loud" for key \
            "Settings.volume", which must be an integer from 0 to 10
                `reset` restores the default
            """
        #expect(container.diagnostics.entries.map(\.description) == [expected])
        #expect(message { try desk.$volume.get() } == expected)
    }

    /// A slot asks its store at each read; a failure is news when it is another one, or when there was a value since.
    @Test func invalidStoredValueIsReportedOnce() throws {
        let container = try container()
        let (desk, other) = (Desk(), LoudDesk())
        for desk in [desk, other] { try container.inject(into: desk) }
        func reports(_ stored: PlainValue) -> Int {
            store.write(stored, for: "Settings.volume")
            let known = container.diagnostics.entries.count
            for _ in 0..<3 { _ = desk.volume }
            return container.diagnostics.entries.count - known
        }
        #expect(reports("loud") == 1)
        #expect(reports("loud") == 0)
        #expect(reports("louder") == 1)
        #expect(reports("loud") == 1)
        #expect(reports(7) == 0 && desk.volume == 7)
        #expect(reports("loud") == 1)
        #expect(
            container.diagnostics.entries.allSatisfy { $0.message.contains("store \"default\" contains the string") })
        for _ in 0..<3 { desk.volume = 11 }
        #expect(
            container.diagnostics.entries.suffix(3).allSatisfy {
                $0.message.contains("from 0 to 10, got the integer 11")
            })
        let known = container.diagnostics.entries.count
        for _ in 0..<3 { #expect(other.volume == 5) }
        #expect(container.diagnostics.entries.count == known + 1)
    }

    @Test func assigningNilResetsAPreference() throws {
        let container = try container()
        let desk = Desk()
        try container.inject(into: desk)
        desk.words = "onward"
        #expect(store.contents == ["Settings.motto": "onward"])
        desk.words = nil
        #expect(store.contents == [:])
        #expect(desk.words == "none")
    }

    @Test func hooksAndStoresMayUseTheSlotThatIsSet() throws {
        let panels = Lock<[Unowned]>([])
        var wiring = Wiring.of(preference("Settings.volume", 5), in: store)
        wiring.services.addHook(.preference("Settings.volume")) { _, new, _, _ in
            let desk = panels.withLock { $0[0] }.dial
            #expect(.integer(Int64(desk.volume)) == new)
            desk.volume = desk.volume
        }
        let container = try wiring.container()
        let dial = Unowned.Knob()
        panels.withLock { $0.append(Unowned(dial: dial)) }
        try container.inject(into: dial)
        dial.volume = 7
        #expect(dial.volume == 7)
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func unknownPreferenceFailsTheInjection() throws {
        final class Odd: Exposed {
            @Preference(in: Settings.self) var volmue: Int

            static let exposure = Exposure(Odd.self) { Initializer { Odd() } }
        }
        let container = try container()
        let said = message { try container.inject(into: Odd()) } ?? ""
        #expect(said.contains("slot Odd.volmue: preference \"Settings.volmue\" is not defined\n"))
        #expect(said.contains("did you mean \"Settings.volume\""))
    }

    @Test func aTypeThatDoesNotFitFailsTheInjection() throws {
        final class Odd {
            @Preference("Settings.volume") var level: String
        }
        final class Narrow {
            @Preference("Settings.wide") var level: Int8
        }
        var wiring = Wiring.of(
            preference("Settings.volume", 5, line: 2), preference("Settings.wide", 5, max: 1000, line: 3))
        wiring.definitions = []
        let container = try wiring.container()
        let text = message { try container.inject(into: Odd()) } ?? ""
        #expect(
            text.contains(
                "slot Odd.level: preference \"Settings.volume\" cannot be read as String: "
                    + "it expects a string, got the integer 5\n    the preference is at test.lua:2"))
        #expect(
            message { try container.inject(into: Narrow()) }?.contains(
                "cannot be read as Int8: it expects an integer from -128 to 127, got 1000") == true)
    }

    @Test func preferenceFaultOfABuiltOwnerNamesItsService() throws {
        final class Odd: Exposed {
            @Preference(in: Settings.self) var tone: Int

            static let exposure = Exposure(Odd.self) { Initializer { Odd() } }
        }
        var wiring = Wiring.of(preference("Settings.volume", 5))
        wiring.definitions = [service("odd", "Odd", scope: .transient, line: 8)]
        let container = try wiring.container(types: [Odd.self])
        let said = message { try container.resolve("odd", as: Odd.self) } ?? ""
        #expect(
            said.hasPrefix(
                "test.lua:8: service \"odd\": slot Odd.tone: preference \"Settings.tone\" is not defined\n"))
    }

    @Test func readOfAPreferenceWithoutAContainerTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Desk().nickname
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("Fatal error: slot Desk.nickname cannot be filled: it does not belong to a container\n"))
    }

    @Test func assignmentToAPreferenceWithoutAContainerTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Desk().nickname = "x"
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("Fatal error: slot Desk.nickname cannot be filled: it does not belong to a container\n"))
    }

    @Test func anOptionalPreferenceWithoutAContainerIsNil() {
        #expect(Desk().words == nil)
        #expect(message { try Desk().$words.get() }?.contains("it does not belong to a container") == true)
    }
}

/// Hands an object to a hook that runs on the thread of the test.
private struct Unowned: @unchecked Sendable {  // Only one thread uses it.
    final class Knob {
        @Preference(in: Settings.self) var volume: Int
    }

    let dial: Knob
}

import Moonwire
import Testing

/// What exposures state of slots, and what is not so.
@Suite struct SlotArgumentFaultTests {
    private final class Shelf: Exposed {
        @Injected("books") var books: Engine?
        @Lazy var height = 3
        @Final var label: String

        static let exposure = Exposure(Shelf.self) {
            Initializer { Shelf() }
            SlotArguments("books", id: "bocks")
            SlotArguments("height", hasInitialValue: false)
        }
    }

    private final class Mistaken: Exposed {
        @Injected var width: Int?
        @Injected var engine: Engine?
        @Lazy var height = 3
        @Final var label: String

        static let exposure = Exposure(Mistaken.self) {
            Initializer { Mistaken() }
            SlotArguments("engin", id: "v8")
            SlotArguments("engine", hasInitialValue: true)
            SlotArguments("height", id: "height")
            SlotArguments("height", hasInitialValue: true)
            SlotArguments("label", id: "label")
            SlotArguments("width", hasInitialValue: false)
        }
    }

    private struct Marks: OptionSet { let rawValue: Int }

    private class Bottom { @Injected("bottom") private var drawer: Engine? }

    private final class Chest: Bottom, Exposed {
        @Injected("top") private var drawer: Engine?
        @Lazy var marks: Marks
        @Lazy var shape: Shape

        static let exposure = Exposure(Chest.self) {
            Initializer { Chest() }
            SlotArguments("drawer", id: "tip")
            SlotArguments("marks")
            SlotArguments("shape")
        }
    }

    private final class Shape {}

    private final class Slotless: Exposed, Sendable {
        static let exposure = Exposure(Slotless.self) { SlotArguments("engine") }
    }

    @Test func slotsThatTheClassDoesNotHaveAreFaults() {
        #expect(
            message { _ = try Container(text: "", types: [Mistaken.self, Slotless.self], environment: .dev) } == """
                SlotArguments("engin"): Mistaken has no slot "engin"
                    did you mean "engine"?
                SlotArguments("engine"): slot Mistaken.engine is `@Injected`, and cannot have an initial value
                Mistaken exposes SlotArguments("height") twice
                SlotArguments("label"): slot Mistaken.label is `@Final`, and cannot have an id or an initial value
                SlotArguments("width"): slot Mistaken.width is `@Injected`, and cannot have an initial value
                SlotArguments("engine"): Slotless has no slot "engine"
                """)
    }

    @Test func anObjectThatDiffersIsReported() throws {
        let container = try Container(
            text: #"service "shelf" { type = "Shelf", scope = "transient" }"#, types: [Shelf.self], environment: .dev)
        let loaded = container.diagnostics.entries.count
        _ = try container.resolve("shelf", as: Shelf.self)
        _ = try container.resolve("shelf", as: Shelf.self)
        let file = "MoonwireTests/SlotArgumentFaultTests.swift"
        #expect(
            container.diagnostics.entries.dropFirst(loaded).map { entry in message { throw ContainerError(entry) } }
                == [
                    """
                    \(file):7: warning: slot Shelf.books names "books", but the exposure of Shelf states that it names "bocks"
                        correct its `SlotArguments`, or run `swift package generate-exposures` again
                    """,
                    """
                    \(file):8: warning: slot Shelf.height has an initial value, but the exposure of Shelf states that it has no initial value
                        correct its `SlotArguments`, or run `swift package generate-exposures` again
                    """,
                ])
    }

    /// A collection is empty without a value, and a name that two slots have does not tell which one is meant.
    @Test func whatIsNotKnownIsNotReported() throws {
        let container = try Container(
            text: """
                service "chest" { type = "Chest", scope = "transient" }
                service "bottoms" { type = "Engine", args = { brand = "a" } }
                """, types: [Chest.self, Engine.self], environment: .dev)
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "service \"chest\": slot Chest.shape cannot be filled: no service provides Shape, and no rule is for the slot"
            ])
        _ = try container.resolve("chest", as: Chest.self)
        #expect(
            container.diagnostics.entries.dropFirst().map(\.message) == [
                "slot Chest.drawer refers to \"bottom\", which is not defined"
            ])
    }

    @Test func rulesListTheSlotsThatTheyDoNotFill() throws {
        let container = try Container(
            text: #"inject { type = "Int", owner = "Mended", value = 4 }"#, types: [Mended.self], environment: .dev)
        let rule = try #require(try container.inspection.rules.first)
        #expect(rule.slots.map(\.slot) == ["Mended.height"])
        #expect(rule.slots.map(\.declaration) == ["has an initial value"])
    }

    private final class Mended: Exposed {
        @Lazy var height = 3

        static let exposure = Exposure(Mended.self) {
            Initializer { Mended() }
            SlotArguments("height", hasInitialValue: true)
        }
    }

    @Test func theSlotsOfAServiceShowOnlyRulesThatApply() throws {
        let container = try Container(
            text: """
                service "mended" { type = "Mended", scope = "transient" }
                inject { type = "Int", owner = "Mended", value = 4 }
                inject { owner = "Mended", value = skip, force = true }
                """, types: [Mended.self], environment: .dev)
        let slots = try container.inspection.services.first { $0.id == "mended" }?.slots ?? []
        #expect(
            slots.map { slot in slot.rules.map { "\($0.rule) unless \($0.unless ?? "never")" } } == [
                ["inject owner Mended unless never"]
            ])
    }

    /// The runtime finds the exposure of a class by the class, whatever its name is in scripts.
    @Test func typesWithOtherNamesInScriptsAreKnown() throws {
        final class Lamp {}
        final class Table: Exposed {
            @Lazy var lamp: Lamp
            @Injected("spare") var spare: Engine?

            static var exposure: Exposure { Exposure(Table.self) {} }
        }
        func exposure(_ name: String) -> Exposure {
            Exposure(Table.self, named: name) {
                Initializer { Table() }
                SlotArguments("lamp")
                SlotArguments("spare", id: "spare")
            }
        }
        let container = try Container(
            text: """
                service "spares" { type = "Engine", args = { brand = "a" } }
                service "red" { type = "red", scope = "transient" }
                service "blue" { type = "blue", scope = "transient" }
                """, types: [Engine.self],
            exposures: [
                exposure("red"), exposure("blue"), Exposure(Lamp.self, named: "bright") { Initializer { Lamp() } },
            ], environment: .dev)
        let loaded = container.diagnostics.entries.map(\.message)
        #expect(loaded == [#"service "red": slot Table.spare refers to "spare", which is not defined"#])
        _ = try container.resolve("blue", as: Table.self).lamp
        #expect(container.diagnostics.entries.map(\.message) == loaded)
    }
}

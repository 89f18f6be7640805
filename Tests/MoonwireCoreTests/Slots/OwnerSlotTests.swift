import MoonwireCore
import MoonwireValues
import Testing

/// The slots of an object, by name.
@Suite struct OwnerSlotTests {
    private func container() throws -> Container {
        var wiring = Wiring(service("v8", "Engine", ["brand": "v8"]), service("spare", "Engine", ["brand": "spare"]))
        wiring.rules = [inject(.slot(owner: "Dashboard", name: "engine"), ref("v8"), line: 3)]
        return try wiring.container()
    }

    @Test("BM-2: slots of an object can be listed") func slotsAreListed() throws {
        let container = try container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        dashboard.serial = "A-7"
        let shown = try container.slots(of: dashboard).map { "\($0)" }
        #expect(
            shown == [
                "engine: Engine, @Injected, filled, inject Dashboard.engine at test.lua:3",
                "spare: Engine?, @Injected, empty, service \"spare\"",
                "driver: Driving?, @Injected, empty",
                "trips: Array<Int>, @Lazy, empty, new value",
                "title: String, @Lazy, empty, initial value",
                "serial: String?, @Final, filled",
                "watched: Engine?, @Injected, empty",
            ])
        #expect(!dashboard.$spare.isFilled)
    }

    @Test func sourceByTypeIsTheOnlyProvider() throws {
        final class Board { @Injected var car: Car?; @Lazy var driver: Driver }
        let wiring = Wiring(
            service("v8", "Engine", ["brand": "v8"]), service("car", "Car", ["engine": ref("v8")], line: 4))
        let container = try wiring.container()
        let slots = try container.slots(of: Board())
        #expect(try slots["car"].source == .service("car", location: ScriptLocation(file: "test.lua", line: 4)))
        #expect(try slots["car"].wrapper == .injected && slots["car"].isOptional && slots["car"].type == "Car")
    }

    private final class Driver {}

    @Test("BM-49: slots can be read and assigned by name") func slotsAreReadAndAssignedByName() throws {
        let container = try container()
        let dashboard = Dashboard()
        let slots = try container.slots(of: dashboard)
        try container.inject(into: dashboard)
        #expect(try slots["engine"].get(as: Engine.self).brand == "v8")
        try slots["engine"].set(Engine(brand: "own", cylinders: 1))
        #expect(dashboard.engine.brand == "own")
        try slots["engine"].reset()
        #expect(dashboard.engine.brand == "v8")
        try slots["watched"].set(Engine(brand: "w", cylinders: 1))
        try slots["watched"].set(nil as Engine?)
        #expect(try slots["watched"].get() as Engine? == nil && !slots["watched"].isFilled)
        try slots["serial"].set("A-7")
        #expect(dashboard.serial == "A-7")
    }

    @Test func mistakesAreErrorsWithTheLineOfTheCaller() throws {
        let container = try container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        let slots = try container.slots(of: dashboard)
        #expect(
            message { try slots["enginn", file: "App/Main.swift", line: 4] } == """
                App/Main.swift:4: Dashboard has no slot "enginn"
                    did you mean "engine"?
                """)
        #expect(
            message { try slots["engine"].get(as: Car.self, file: "App/Main.swift", line: 5) }
                == "App/Main.swift:5: slot Dashboard.engine is Engine, and its value is not Car")
        #expect(
            message { try slots["trips"].set("one", file: "App/Main.swift", line: 6) }
                == "App/Main.swift:6: slot Dashboard.trips expects Array<Int>, got a value of type String")
        #expect(
            message { try slots["serial"].reset(file: "App/Main.swift", line: 7) }
                == "App/Main.swift:7: slot Dashboard.serial is `@Final` and cannot be emptied")
        try slots["serial"].set("A-7")
        #expect(message { try slots["serial"].set("B-8") }?.contains("is final and already has a value") == true)
    }

    @Test("DI-8: all slots of an object can be emptied") func slotsAreEmptied() throws {
        let container = try container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        dashboard.serial = "A-7"
        _ = (dashboard.trips, dashboard.title, dashboard.spare)
        try container.resetSlots(of: dashboard)
        let filled = try container.slots(of: dashboard).filter(\.isFilled).map(\.name)
        #expect(filled == ["serial"])
        #expect(dashboard.engine.brand == "v8" && dashboard.title == "untitled")
    }

    @Test func preferencesAreListed() throws {
        final class Panel { @Preference("Settings.volume") var volume: Int }
        var wiring = Wiring()
        wiring.services.registerStore(MemoryStore(), named: "default")
        wiring.preferences = [preference("Settings.volume", 5)]
        let container = try wiring.container()
        let panel = Panel()
        try container.inject(into: panel)
        let slots = try container.slots(of: panel)
        #expect(slots.map { "\($0)" } == ["volume: Int, @Preference, empty"])
        try slots["volume"].set(7)
        #expect(try slots["volume"].get(as: Int.self) == 7)
        #expect(
            message { try slots["volume"].reset(file: "App/Main.swift", line: 7) } == """
                App/Main.swift:7: slot Panel.volume is `@Preference` and cannot be emptied
                    `Preferences.reset` removes its value from the store
                """)
    }
}

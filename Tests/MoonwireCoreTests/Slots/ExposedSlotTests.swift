import MoonwireCore
import MoonwireValues
import Testing

/// Slots that scripts read and assign through exposed properties: what a plain access traps for is an error there.
@Suite struct ExposedSlotTests {
    /// Exposes each kind of slot under its own name, and the same slots once more by their projections.
    final class Locker: Exposed {
        @Final var number: Int
        @Final var label: String?
        @Lazy var engine: Engine
        @Lazy var driver: any Driving
        @Preference("Settings.volume") var volume: Int

        static let exposure = Exposure(Locker.self) {
            Initializer { Locker() }
            Property("number", \.number)
            Property("label", \.label)
            Property("engine", \.engine)
            Property("driver", \.driver)
            Property("volume", \.volume)
            Property("code", \.$number)
            Property("motor", \.$engine)
            Property("loudness", \.$volume)
            Property("renamed", get: { $0.label }, set: { $0.label = $1 })
        }
    }

    private static let file = "MoonwireCoreTests/ExposedSlotTests.swift"

    private func wiring(_ setters: [Setter]) -> Wiring {
        var definition = service("locker", "Locker", scope: .transient, line: 3)
        definition.setters = setters
        var wiring = Wiring(definition)
        wiring.preferences = [preference("Settings.volume", 5, max: 10, store: "memory")]
        wiring.services.registerStore(MemoryStore(), named: "memory")
        return wiring
    }

    private func fault(setting setters: (String, WiredValue)...) throws -> String? {
        let container = try wiring(setters.map { Setter(name: $0, value: $1, path: ["set", $0]) })
            .container(types: [Locker.self, Engine.self])
        return message { try container.resolve("locker", as: Locker.self) }
    }

    @Test(arguments: ["number", "code"]) func aFinalSlotThatIsSetTwiceIsAnErrorOfTheService(name: String) throws {
        #expect(
            try fault(setting: ("number", 1), (name, 2)) == """
                test.lua:3: service "locker": property "\(name)": slot Locker.number is final and already has a value; \
                it cannot be set to 2
                    see \(Self.file):9
                """)
    }

    @Test func finalSlotRefusesAssignmentThroughAnotherName() throws {
        #expect(try fault(setting: ("label", "a"), ("renamed", "b"))?.contains("it cannot be set to b") == true)
    }

    @Test(arguments: ["volume", "loudness"]) func aPreferenceThatBreaksItsRuleIsAnErrorOfTheService(
        name: String
    ) throws {
        #expect(
            try fault(setting: (name, 50))?.hasPrefix(
                """
                test.lua:3: service "locker": property "\(name)": preference "Settings.volume" expects \
                an integer of at most 10, got the integer 50
                """) == true)
    }

    @Test func aSlotThatIsReadInTheOwnersInitializerIsFilledByTheContainerThatBuildsIt() throws {
        let container = try Wiring(service("early", "Early"), service("engine", "Engine", ["brand": "v8"]))
            .container(types: [Early.self, Engine.self])
        let early = try container.resolve("early", as: Early.self)
        let isShared = early.engine === (try container.resolve("engine", as: Engine.self))
        #expect(early.brand == "v8" && isShared)
    }

    /// Reads a slot before the container adopts the object.
    final class Early: Exposed, @unchecked Sendable {  // built and read by one test
        @Injected var engine: Engine
        var brand = ""

        init() { brand = engine.brand }

        static let exposure = Exposure(Early.self) { Initializer { Early() } }
    }
}

import Moonwire
import Testing

/// Several wrappers on one type, exclusion, names, and properties that are assigned once.
@Suite struct BloodMagicWrapperTests {
    class Base: Exposed {
        @Injected var part: Part?
        var plain: Part?
        @Lazy var items: [String]
        @Final var serial: String?
        @Final var number: Int
        @Preference("Base.volume") var volume: Int

        class var exposure: Exposure {
            Exposure(Base.self) {
                Initializer { Base() }
                Property("title", \.serial)
                Property("number", \.number)
                Property("part", \.part)
            }
        }
    }

    class Middle: Base {
        @Injected var spare: Part?
    }

    final class Excluded: Middle {
        @Injected var extra: Part?
    }

    private func wiring(_ script: String = "") throws -> Container {
        try Container(
            text: """
                service "one" { type = "Part", args = { name = "one" } }
                preferences "Base" { volume = { default = 5 } }

                """ + script, types: [Part.self, Base.self], environment: .test
        ) {
            $0.registerOwner(Middle.self)
            $0.registerOwner(Excluded.self)
            $0.registerStore(MemoryStore(), named: "default")
        }
    }

    @Test("BM-35: a property without a wrapper is not a slot") func plainProperty() throws {
        let base = Base()
        try wiring().inject(into: base)
        #expect(base.plain == nil)
        #expect(message { _ = try wiring(#"inject { slot = "Base.plain", value = ref "one" }"#) } == "")
    }

    @Test("BM-36: a rule with skip leaves the slots of a subclass empty, and those of its base classes alone")
    func exclusion() throws {
        let container = try wiring(#"inject { slot = "Excluded.extra", value = skip }"#)
        let excluded = Excluded()
        try container.inject(into: excluded)
        #expect(excluded.part != nil && excluded.spare != nil && excluded.extra == nil)
    }

    @Test("BM-37: each wrapper of one type follows its own rules") func severalWrappers() throws {
        let container = try wiring()
        let base = Base()
        try container.inject(into: base)
        base.items.append("a")
        try base.$serial.assign("A-7")
        base.volume = 7
        #expect(base.part?.name == "one" && base.items == ["a"] && base.serial == "A-7" && base.volume == 7)
    }

    @Test("BM-39: a script uses a slot by the name of its exposure") func exposedName() throws {
        let container = try wiring(#"service "base" { type = "Base", scope = "transient", set = { title = "B-8" } }"#)
        #expect(try container.resolve("base", as: Base.self).serial == "B-8")
    }

    @Test("BM-40: a second assignment of a final slot is an error, and the first value stays") func secondAssignment()
        throws
    {
        let base = Base()
        #expect(base.serial == nil)
        base.serial = "A-7"
        #expect(
            message { try base.$serial.assign("B-8") } == """
                PredecessorTests/BloodMagicWrapperTests.swift:10: slot Base.serial is final and already has a value; it cannot be set to B-8
                """)
        #expect(base.serial == "A-7")
    }

    @Test("BM-41: nil does not assign a final slot; zero, the same value, and a script's value count")
    func finalValues() throws {
        let base = Base()
        try base.$serial.assign(nil)
        #expect(!base.$serial.isAssigned)
        #expect(
            message { _ = try base.$number.get() } == """
                PredecessorTests/BloodMagicWrapperTests.swift:11: slot Base.number was read before it was assigned
                """)
        try base.$number.assign(0)
        #expect(
            message { try base.$number.assign(0) } == """
                PredecessorTests/BloodMagicWrapperTests.swift:11: slot Base.number is final and already has a value; it cannot be set to 0
                """)
        let container = try wiring(
            #"service "base" { type = "Base", scope = "transient", set = { { "number", 1 }, { "number", 2 } } }"#)
        #expect(
            message { _ = try container.resolve("base", as: Base.self) } == """
                container.lua:3: service "base": property "number": slot Base.number is final and already has a value; it cannot be set to 2
                    see PredecessorTests/BloodMagicWrapperTests.swift:11
                """)
    }
}

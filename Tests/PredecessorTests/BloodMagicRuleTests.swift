import Moonwire
import Testing

/// The initializers of BloodMagic, which are injection rules here.
@Suite struct BloodMagicRuleTests {
    protocol Named: Sendable { var name: String { get } }
    protocol Colored: Sendable {}

    final class Badge: Named, Colored, Exposed {
        let name: String

        init(name: String) { self.name = name }

        static let exposure = Exposure(Badge.self) {
            Initializer("name", body: Badge.init)
            Property("name", \.name)
            Provides { $0 as any Named }
            Provides { $0 as any Named & Colored }
        }
    }

    class Base: Exposed {
        let label: String
        @Injected var part: Part?
        @Injected var named: (any Named)?
        @Injected var painted: (any Named & Colored)?
        @Injected var anything: AnyObject?

        init(label: String = "base") { self.label = label }

        class var exposure: Exposure {
            Exposure(Base.self) {
                Initializer { Base() }
                Property("label", \.label)
            }
        }
    }

    final class Derived: Base {
        override class var exposure: Exposure {
            Exposure(Derived.self) {
                Initializer { Derived() }
                Property("label", \.label)
            }
        }
    }

    final class Other {
        @Injected var part: Part?
    }

    private static let parts = """
        service "one" { type = "Part", args = { name = "one" } }
        service "two" { type = "Part", args = { name = "two" } }
        service "blue" { type = "Badge", args = { name = "blue" } }
        service "red"  { type = "Badge", args = { name = "red" } }

        """

    private func wiring(_ rules: String) throws -> Container {
        try Container(
            text: Self.parts + rules, types: [Part.self, Badge.self, Base.self, Derived.self], environment: .test
        ) { $0.registerOwner(Other.self) }
    }

    private func filled<Owner: AnyObject>(_ owner: Owner, by rules: String) throws -> Owner {
        let container = try wiring(rules)
        try container.inject(into: owner)
        // What is filled stays when the container ends.
        if let base = owner as? Base { _ = (base.part, base.named, base.painted, base.anything) }
        if let other = owner as? Other { _ = other.part }
        return owner
    }

    @Test("BM-10: a slot that no rule and no single service fills reads nil, without an error") func nothingFits()
        throws
    {
        let container = try wiring("")
        let base = Base()
        try container.inject(into: base)
        #expect(base.anything == nil)
        #expect(remarks(of: container) == "")
    }

    @Test("BM-11: a rule for a type and an owner makes the value with the owner") func valueFromItsOwner() throws {
        let rule = #"""
            inject { type = "Part", owner = "Base", value = function(owner) return Part { name = "part of " .. owner.label } end }
            """#
        #expect(try filled(Base(label: "sedan"), by: rule).part?.name == "part of sedan")
    }

    @Test("BM-12: a rule for one owner does not apply to another one") func otherOwner() throws {
        #expect(try filled(Other(), by: #"inject { type = "Part", owner = "Base", value = ref "one" }"#).part == nil)
    }

    @Test("BM-13: a rule without an owner applies to all of them") func everyOwner() throws {
        let rule = #"inject { type = "Part", value = ref "one" }"#
        #expect(try filled(Other(), by: rule).part?.name == "one")
        #expect(try filled(Derived(), by: rule).part?.name == "one")
    }

    @Test("BM-15: of rules for a base class and its subclass, each decides about its own class")
    func rulesForBothClasses() throws {
        let rules = """
            inject { protocol = "Named", owner = "Base", value = ref "red" }
            inject { protocol = "Named", owner = "Derived", value = ref "blue" }
            """
        #expect(try filled(Base(), by: rules).named?.name == "red")
        #expect(try filled(Derived(), by: rules).named?.name == "blue")
    }

    @Test("BM-16: one rule with only a type fills slots of a base class and of its subclass")
    func oneRuleForBothClasses() throws {
        let rule = #"inject { type = "Part", value = ref "two" }"#
        #expect(try filled(Base(), by: rule).part?.name == "two")
        #expect(try filled(Derived(), by: rule).part?.name == "two")
    }

    @Test("BM-17: a rule for a protocol fills a slot that is declared with it") func protocolRule() throws {
        #expect(try filled(Base(), by: #"inject { protocol = "Named", value = ref "red" }"#).named?.name == "red")
    }

    @Test("BM-18: a slot of two protocols is filled by a rule for one of them, and rather by one for both")
    func compositions() throws {
        let one = #"inject { protocol = "Named", value = ref "red" }"#
        let both = "\n" + #"inject { protocol = "Colored & Named", value = ref "blue" }"#
        #expect(try filled(Base(), by: one).painted?.name == "red")
        let base = try filled(Base(), by: both + one)
        #expect(base.painted?.name == "blue" && base.named?.name == "red")
    }

    @Test("BM-19: a rule for a protocol does not fill slots of other types") func protocolRuleAndOtherTypes() throws {
        let base = try filled(Base(), by: #"inject { protocol = "Named", value = ref "red" }"#)
        #expect(base.part == nil && base.anything == nil)
    }

    @Test("BM-20: a rule for a type fills slots of exactly this type") func exactType() throws {
        class Wheel: Exposed {
            class var exposure: Exposure { Exposure(Wheel.self) { Initializer { Wheel() } } }
        }
        final class SteeringWheel: Wheel {
            override class var exposure: Exposure { Exposure(SteeringWheel.self) { Initializer { SteeringWheel() } } }
        }
        final class Car {
            @Injected var wheel: Wheel?
            @Injected var steering: SteeringWheel?
        }
        func car(_ type: String) throws -> Car {
            let container = try Container(
                text: #"inject { type = "\#(type)", value = inline { type = "SteeringWheel" } }"#,
                types: [Wheel.self, SteeringWheel.self], environment: .test
            ) { $0.registerOwner(Car.self) }
            let car = Car()
            try container.inject(into: car)
            _ = (car.wheel, car.steering)
            return car
        }
        let (general, special) = (try car("Wheel"), try car("SteeringWheel"))
        #expect(general.$wheel.isFilled && !general.$steering.isFilled)
        #expect(!special.$wheel.isFilled && special.$steering.isFilled)
    }

    @Test("BM-21: a slot of any type is filled by its name only, or by a rule for this type") func untypedSlot() throws
    {
        #expect(try filled(Base(), by: #"inject { type = "Part", value = ref "one" }"#).anything == nil)
        let rule = #"inject { slot = "Base.anything", value = ref "one" }"#
        #expect((try filled(Base(), by: rule).anything as? Part)?.name == "one")
    }

    @Test("BM-22: the most specific rule decides, and a shadowed one is a warning with both lines")
    func mostSpecificRule() throws {
        let rules = """
            inject { type = "Part", value = ref "one" }
            inject { slot = "Base.part", value = ref "two" }
            inject { type = "Part", value = ref "two" }
            """
        #expect(try filled(Base(), by: rules).part?.name == "two")
        let container = try wiring(rules)
        #expect(
            remarks(of: container) == """
                container.lua:7: warning: inject type Part is defined again; this replaces the rule at container.lua:5
                """)
    }

    @Test("BM-25: all owners share the service that a rule names") func sharedService() throws {
        let container = try wiring(#"inject { type = "Part", value = ref "one" }"#)
        let (base, other) = (Base(), Other())
        try container.inject(into: base)
        try container.inject(into: other)
        #expect(base.part != nil && base.part === other.part)
    }

    @Test("BM-27: a function that returns nil is called again by the next read") func nilResult() throws {
        let container = try wiring(
            """
            local calls = 0
            inject { slot = "Base.part", value = function()
                calls = calls + 1
                if calls == 2 then return Part { name = "call " .. calls } end
            end }
            """)
        let base = Base()
        try container.inject(into: base)
        let first = base.part
        #expect(first == nil)
        #expect(base.part?.name == "call 2")
        #expect(base.part?.name == "call 2")
    }

    @Test("BM-28: the read after nil injects again") func readAfterNil() throws {
        let container = try wiring(#"inject { type = "Part", value = ref "one" }"#)
        let base = Base()
        try container.inject(into: base)
        #expect(base.part?.name == "one")
        base.part = Part(name: "own")
        #expect(base.part?.name == "own")
        base.part = nil
        #expect(base.part?.name == "one")
    }
}

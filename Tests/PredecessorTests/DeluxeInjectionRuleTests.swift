import Moonwire
import Testing

/// The rules of DeluxeInjection's imperative pass.
@Suite struct DeluxeInjectionRuleTests {
    protocol Playing: Sendable {}

    final class Player: Playing, Exposed {
        static let exposure = Exposure(Player.self) {
            Initializer { Player() }
            Provides { $0 as any Playing }
        }
    }

    class Owner {
        @Injected var numbers: [Int]?
        @Injected var names: [String]?
        @Injected var player: (any Playing)?
        @Final var number: Int?
        @Preference("Settings.size") var size: Int
    }

    final class Special: Owner {}

    final class Other {
        @Injected var numbers: [Int]?
    }

    private func wiring(_ script: String) throws -> Container {
        try Container(
            text: #"preferences "Settings" { size = { default = 5 } }"# + "\n" + script, types: [Player.self],
            environment: .test
        ) {
            $0.registerOwner(Owner.self)
            $0.registerOwner(Special.self)
            $0.registerOwner(Other.self)
            $0.registerStore(MemoryStore(), named: "default")
        }
    }

    /// What is filled stays when the container ends.
    private func filled<O: AnyObject>(_ owner: O, by script: String) throws -> O {
        let container = try wiring(script)
        try container.inject(into: owner)
        if let owner = owner as? Owner { _ = owner.numbers }
        if let other = owner as? Other { _ = other.numbers }
        return owner
    }

    @Test("DI-19: rules for two types of lists fill slots of exactly these types, each in its own owner")
    func exactTypes() throws {
        let container = try wiring(
            """
            inject { type = "Array<Int>", owner = "Owner", value = { 1, 2 } }
            inject { type = "Array<String>", owner = "Owner", value = { "a" } }
            """)
        let (owner, other) = (Owner(), Other())
        try container.inject(into: owner)
        try container.inject(into: other)
        #expect(owner.numbers == [1, 2] && owner.names == ["a"] && other.numbers == nil)
    }

    @Test("DI-20: a rule for a protocol fills slots of the protocol") func protocolRule() throws {
        let container = try wiring(#"inject { protocol = "Playing", value = inline { type = "Player" } }"#)
        let owner = Owner()
        try container.inject(into: owner)
        #expect(owner.player != nil)
    }

    @Test("DI-21: a rule for an owner concerns its subclasses, and a function of a rule decides by the owner")
    func owners() throws {
        let rule = #"inject { type = "[Int]", owner = "Owner", value = { 1 } }"#
        #expect(try filled(Special(), by: rule).numbers == [1])
        #expect(try filled(Other(), by: rule).numbers == nil)
        let container = try wiring(
            #"inject { slot = "Other.numbers", value = function(owner) return owner and { 2 } end }"#)
        let other = Other()
        try container.inject(into: other)
        #expect(other.numbers == [2])
    }

    @Test("DI-22: a rule that contradicts itself is a fault") func contradictions() {
        #expect(
            message { _ = try wiring(#"inject { type = "Int", protocol = "Playing", value = 1 }"#) } == """
                container.lua:2: inject: "type" and "protocol" cannot be combined
                """)
        #expect(
            message { _ = try wiring(#"inject { slot = "Owner.numbers", type = "Int", value = 1 }"#) } == """
                container.lua:2: inject: "slot" and "type" cannot be combined
                """)
        #expect(
            message { _ = try wiring(#"inject { type = "Array<Int>" }"#) } == """
                container.lua:2: inject: it has no "value"
                    give it a `value`, or `value = skip` to leave the slots alone
                """)
        #expect(
            message { _ = try wiring(#"inject { type = "Array<Int>", type = "Int", value = 1 }"#) } == """
                container.lua:2: key "type" is given twice in one table
                    first given at container.lua:2
                """)
    }

    @Test("DI-23: a rule that names no slots is a fault") func noTarget() {
        #expect(
            message { _ = try wiring("inject { value = 1 }") } == """
                container.lua:2: inject: it has no "slot", "type", "protocol", "owner", or "where"
                    give it a `slot`, a `type`, a `protocol`, an `owner`, or a `where`
                """)
    }

    @Test("DI-24: rules do not fill final slots and preferences, and one that reaches nothing else is a warning")
    func otherWrappers() throws {
        let container = try wiring(
            """
            inject { owner = "Owner", type = "Int", value = 3 }
            inject { slot = "Owner.size", value = 3 }
            """)
        let owner = Owner()
        try container.inject(into: owner)
        #expect(owner.number == nil && owner.size == 5)
        #expect(
            remarks(of: container) == """
                container.lua:2: warning: inject type Int of Owner: no slot of Owner is declared as Int
                    did you mean "Array<Int>"?
                container.lua:3: warning: inject Owner.size: slot Owner.size is `@Preference`, which no rule fills
                    `preferences` declares its default, and `hook.preference` is called when it changes
                """)
    }

    @Test("DI-25: a required slot that nothing fills is a warning at load, and an error when its owner is built")
    func requiredSlots() throws {
        final class Needy: Exposed {
            @Injected var player: any Playing

            static let exposure = Exposure(Needy.self) { Initializer { Needy() } }
        }
        let container = try Container(
            text: #"service "needy" { type = "Needy", scope = "transient" }"#, types: [Needy.self], environment: .test)
        #expect(
            remarks(of: container) == """
                container.lua:1: warning: service "needy": slot Needy.player cannot be filled: no service provides Playing, and no rule is for the slot
                    unless its initializer assigns the slot, Needy cannot be built
                    `inject { slot = "Needy.player", value = … }` provides a value
                """)
        #expect(
            message { _ = try container.resolve("needy", as: Needy.self) } == """
                container.lua:1: service "needy": slot Needy.player cannot be filled: no service provides Playing
                    `inject { slot = "Needy.player", value = … }` provides a value
                    the slot is declared at PredecessorTests/DeluxeInjectionRuleTests.swift:133
                """)
    }

    @Test("DI-27: of two rules for one slot, the later one decides, and a warning has both lines") func twoRules()
        throws
    {
        let container = try wiring(
            """
            inject { slot = "Owner.numbers", value = { 1 } }
            inject { slot = "Owner.numbers", value = { 2 } }
            """)
        let owner = Owner()
        try container.inject(into: owner)
        #expect(owner.numbers == [2])
        #expect(
            remarks(of: container) == """
                container.lua:3: warning: inject Owner.numbers is defined again; this replaces the rule at container.lua:2
                """)
    }

    @Test("DI-29: rules are in effect in the order in which they are written, as soon as the script is loaded")
    func order() throws {
        let container = try wiring(
            """
            for number = 1, 5 do inject { type = "Array<Int>", value = { number } } end
            """)
        let owner = Owner()
        try container.inject(into: owner)
        #expect(owner.numbers == [5])
    }

    @Test("DI-31: all slots of an owner are emptied together, and preferences and final slots keep their values")
    func emptying() throws {
        let container = try wiring(#"inject { type = "[Int]", value = { 1 } }"#)
        let owner = Owner()
        try container.inject(into: owner)
        owner.number = 4
        owner.size = 9
        #expect(owner.numbers == [1])
        try container.resetSlots(of: owner)
        #expect(!owner.$numbers.isFilled && owner.number == 4 && owner.size == 9)
    }

    @Test("DI-41: a script that no longer sets a property of a service leaves those with slots alone")
    func forcedValues() throws {
        final class Label: Exposed {
            var text = "own"
            @Injected var numbers: [Int]?

            static let exposure = Exposure(Label.self) {
                Initializer { Label() }
                Property("text", \.text)
            }
        }
        let rule = #"inject { slot = "Label.numbers", value = { 1 } }  "#
        let edited = try Edited(
            rule + #"service "label" { type = "Label", scope = "transient", set = { text = "forced" } }"#,
            types: [Label.self])
        let forced = try edited.container.resolve("label", as: Label.self)
        #expect(forced.text == "forced" && forced.numbers == [1])
        try edited.reload(rule + #"service "label" { type = "Label", scope = "transient" }"#)
        let plain = try edited.container.resolve("label", as: Label.self)
        #expect(plain.text == "own" && plain.numbers == [1])
    }
}

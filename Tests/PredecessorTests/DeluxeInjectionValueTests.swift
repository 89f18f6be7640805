import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// The values and getter blocks of DeluxeInjection.
@Suite struct DeluxeInjectionValueTests {
    protocol Playing: Sendable {}

    final class Player: Playing, Exposed {
        static let exposure = Exposure(Player.self) {
            Initializer { Player() }
            Provides { $0 as any Playing }
        }
    }

    final class Owner {
        @Injected var part: Part?
        @Injected var spare: Part?
        @Injected var player: (any Playing)?
        var plain: Part?
        @Injected var required: Part
    }

    private func owner(_ script: String) throws -> (Owner, Container) {
        let container = try Container(text: script, types: [Part.self, Player.self], environment: .test) {
            $0.registerOwner(Owner.self)
        }
        let owner = Owner()
        owner.required = Part(name: "own")
        try container.inject(into: owner)
        return (owner, container)
    }

    @Test("DI-1: a rule for one slot fills this one, and no other") func oneSlot() throws {
        let (owner, container) = try owner(#"inject { slot = "Owner.part", value = inline { type = "Part" } }"#)
        _ = (owner.part, owner.spare, owner.player)
        #expect(owner.$part.isFilled && !owner.$spare.isFilled && !owner.$player.isFilled && owner.plain == nil)
        withExtendedLifetime(container) {}
    }

    @Test(
        "DI-2: an assigned value stays, and nil injects again, by whichever rule",
        arguments: ["slot = \"Owner.part\"", "type = \"Part\"", "owner = \"Owner\", type = \"Part\""])
    func assignedValue(target: String) throws {
        let (owner, container) = try owner(
            "inject { \(target), value = inline { type = \"Part\", args = { name = \"rule\" } } }")
        #expect(owner.part?.name == "rule")
        owner.part = Part(name: "assigned")
        #expect(owner.part?.name == "assigned")
        owner.part = nil
        #expect(owner.part?.name == "rule")
        withExtendedLifetime(container) {}
    }

    @Test("DI-3: a rule with skip, or whose function returns nil, injects nothing") func skip() throws {
        let (owner, container) = try owner(
            """
            service "part" { type = "Part" }
            inject { slot = "Owner.part", value = skip }
            inject { slot = "Owner.spare", value = function() return nil end }
            """)
        #expect(owner.part == nil && owner.spare == nil)
        withExtendedLifetime(container) {}
    }

    @Test("DI-4: a function makes a value at each read of an empty slot, which stores it") func eachEmptyRead() throws {
        let (owner, container) = try owner(
            """
            local calls = 0
            inject { slot = "Owner.part", value = function()
                calls = calls + 1
                return Part { name = "call " .. calls }
            end }
            """)
        #expect([owner.part?.name, owner.part?.name] == ["call 1", "call 1"])
        owner.part = nil
        #expect(owner.part?.name == "call 2")
        withExtendedLifetime(container) {}
    }

    @Test("DI-5: an injected slot can be assigned without a setter of its own") func setter() throws {
        let (owner, container) = try owner(#"inject { slot = "Owner.part", value = inline { type = "Part" } }"#)
        owner.part = Part(name: "assigned")
        #expect(owner.part?.name == "assigned")
        withExtendedLifetime(container) {}
    }

    @Test("DI-11: null is injected as nil into an optional slot, and is a fault for a required one") func null() throws
    {
        let (owner, container) = try owner(
            """
            service "part" { type = "Part" }
            inject { slot = "Owner.part", value = null }
            """)
        #expect(owner.part == nil)
        #expect(
            message { _ = try self.owner(#"inject { slot = "Owner.required", value = null }"#) } == """
                container.lua:1: inject Owner.required: "value" expects Part, got nil
                """)
        withExtendedLifetime(container) {}
    }

    @Test("DI-12: a value of another type than the slot has is a fault") func otherTypes() {
        #expect(
            message { _ = try owner(#"inject { slot = "Owner.part", value = 3 }"#) } == """
                container.lua:1: inject Owner.part: "value" expects Part, got the integer 3
                """)
        #expect(
            message {
                _ = try owner(
                    """
                    service "player" { type = "Player" }
                    inject { slot = "Owner.part", value = ref "player" }
                    """)
            } == """
                container.lua:2: inject Owner.part: "value" expects Part, got the service "player", which is Player
                """)
    }

    @Test("DI-18: the observer of a slot runs after the slot has the new value") func observer() throws {
        final class Label {
            var shown: [Int] = []
            @Preference("Settings.size") var size: Int { didSet { shown.append(size) } }
        }
        let store = MemoryStore()
        let container = try Container(
            text: #"preferences "Settings" { size = { default = 5, max = 9 } }"#, environment: .test
        ) {
            $0.registerStore(store, named: "default")
        }
        let label = Label()
        try container.inject(into: label)
        label.size = 7
        #expect(label.shown == [7] && store.read("Settings.size") == 7)
    }

    @Test("DI-10: a lazy slot is read in deinit") func lazyInDeinit() throws {
        final class Dying {
            @Lazy var part: Part
            let ended: Lock<String?>
            init(_ ended: Lock<String?>) { self.ended = ended }
            deinit { ended.withLock { $0 = part.name } }
        }
        let container = try Container(text: "", types: [Part.self], environment: .test)
        let ended = Lock<String?>(nil)
        do {
            let dying = Dying(ended)
            try container.inject(into: dying)
        }
        #expect(ended.withLock { $0 } == "part")
    }

    @Test("DI-30: all slots of a rule share a service, which is built once, at the first read") func sharedValue()
        throws
    {
        let (owner, container) = try owner(
            """
            service "shared" { type = "Part", args = { name = "shared" } }
            inject { type = "Part", value = ref "shared" }
            """)
        #expect(container.instances.isEmpty)
        #expect(owner.part != nil && owner.part === owner.spare)
        #expect(container.instances.count == 1)
    }
}

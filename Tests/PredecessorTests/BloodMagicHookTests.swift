import Moonwire
import MoonwireSupport
import Testing

/// The methods that BloodMagic called after an injection are `injected` hooks here.
@Suite struct BloodMagicHookTests {
    final class Owner: Exposed {
        var notes: [String] = []
        @Injected var part: Part?
        @Injected var spare: Part?

        static let exposure = Exposure(Owner.self) {
            Initializer { Owner() }
            Method("note", "text") { (owner: Owner, text: String) in owner.notes.append(text) }
            Property("part", \.part)
        }
    }

    /// Reads its slot when it ends.
    final class Dying {
        @Injected var part: Part?
        let ended: Lock<String?>

        init(_ ended: Lock<String?>) { self.ended = ended }

        deinit { ended.withLock { $0 = part?.name ?? "nil" } }
    }

    private func wiring(_ hooks: String) throws -> Container {
        try Container(
            text: #"service "one" { type = "Part", args = { name = "one" } }"# + "\n" + hooks,
            types: [Part.self, Owner.self], environment: .test)
    }

    @Test("BM-29: a hook for a slot runs once for each time that the slot is filled") func hookOfASlot() throws {
        let container = try wiring(#"hook.injected("Owner.part", function(part, owner) owner:note(part.name) end)"#)
        let owner = Owner()
        try container.inject(into: owner)
        _ = (owner.part, owner.part, owner.spare)
        #expect(owner.notes == ["one"])
        owner.part = nil
        _ = owner.part
        #expect(owner.notes == ["one", "one"])
    }

    @Test("BM-30: hooks run by priority, then as written, and a renamed slot is a fault") func orderOfHooks() throws {
        let container = try wiring(
            """
            hook.injected("Owner.part", function(_, owner) owner:note "second" end)
            hook.injected("Owner.part", function(_, owner) owner:note "third" end)
            hook.injected("Owner.part", function(_, owner) owner:note "first" end, { priority = 10 })
            """)
        let owner = Owner()
        try container.inject(into: owner)
        _ = owner.part
        #expect(owner.notes == ["first", "second", "third"])
        #expect(
            message { _ = try wiring(#"hook.injected("Owner.prat", function() end)"#) } == """
                container.lua:2: hook.injected("Owner.prat"): slot "Owner.prat" is not defined
                    did you mean "Owner.part"?
                """)
    }

    @Test("BM-31: an assignment runs no hook") func assignment() throws {
        let container = try wiring(#"hook.injected("Owner.part", function(_, owner) owner:note "injected" end)"#)
        let owner = Owner()
        try container.inject(into: owner)
        owner.part = Part(name: "own")
        _ = owner.part
        #expect(owner.notes == [])
    }

    @Test("BM-32: the hook of a slot reads the new value from the slot") func hookThatReadsItsSlot() throws {
        let container = try wiring(
            """
            hook.injected("Owner.part", function(part, owner) owner:note(tostring(owner.part == part)) end)
            """)
        let owner = Owner()
        try container.inject(into: owner)
        _ = owner.part
        #expect(owner.notes == ["true"])
    }

    @Test("BM-33: a read that injects nothing runs no hook") func emptyRead() throws {
        let container = try Container(
            text: #"hook.injected("Owner.part", function(_, owner) owner:note "injected" end)"#,
            types: [Part.self, Owner.self], environment: .test)
        let owner = Owner()
        try container.inject(into: owner)
        _ = (owner.part, owner.part)
        #expect(owner.notes == [])
    }

    @Test("BM-34: an owner reads an empty slot while it ends") func readInDeinit() throws {
        let container = try wiring("")
        let ended = Lock<String?>(nil)
        do {
            let dying = Dying(ended)
            try container.inject(into: dying)
        }
        #expect(ended.withLock { $0 } == "one")
    }
}

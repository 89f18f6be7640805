import Moonwire
import Testing

/// The initializers that BloodMagic added and removed are rules that a reload adds and removes.
@Suite struct BloodMagicReloadTests {
    final class Owner {
        @Injected var part: Part?
    }

    private static let parts = """
        service "one" { type = "Part", args = { name = "one" } }
        service "two" { type = "Part", args = { name = "two" } }

        """

    private func edited(_ rules: String) throws -> Edited {
        try Edited(Self.parts + rules, types: [Part.self]) { $0.registerOwner(Owner.self) }
    }

    private func owner(in edited: Edited) throws -> Owner {
        let owner = Owner()
        try edited.container.inject(into: owner)
        return owner
    }

    @Test("BM-23: without the rule, a slot is empty again at the next reads") func removedRule() throws {
        let edited = try edited(#"inject { type = "Part", value = ref "one" }"#)
        #expect(try owner(in: edited).part?.name == "one")
        try edited.reload(Self.parts)
        #expect(try owner(in: edited).part == nil)
    }

    @Test("BM-24: a rule that is added later fills a slot that read nil") func addedRule() throws {
        let edited = try edited("")
        let owner = try owner(in: edited)
        #expect(owner.part == nil)
        try edited.reload(Self.parts + #"inject { type = "Part", value = ref "two" }"#)
        #expect(owner.part?.name == "two")
    }

    @Test("BM-26: a slot keeps its value when its rule is removed, until it is emptied") func filledSlotOfARemovedRule()
        throws
    {
        let edited = try edited(#"inject { type = "Part", value = ref "one" }"#)
        let owner = try owner(in: edited)
        #expect(owner.part?.name == "one")
        try edited.reload(Self.parts)
        #expect(owner.part?.name == "one")
        owner.part = nil
        #expect(owner.part == nil)
    }
}

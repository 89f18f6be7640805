import LuaRuntime
import Testing

private final class NumberedObject: HostObject, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    static let hostClass = HostClass(NumberedObject.self) { ticket in ticket.property("number", \.number) }
}

/// The same object is the same value, however many there are, and however many there were.
@Suite struct IdentityTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(NumberedObject.hostClass)
    }

    private func function(_ text: String) throws -> LuaFunction {
        try lua.evaluate(text, name: "tickets.lua")
    }

    @Test func eachOfManyObjectsKeepsItsValue() throws {
        let keep = try function("kept = {} return function(ticket) kept[ticket.number] = ticket return kept end")
        let isKept = try function("return function(ticket) return rawequal(kept[ticket.number], ticket) end")
        let tickets = (1...1000).map(NumberedObject.init)
        for ticket in tickets { try keep.call(ticket) }
        #expect(try tickets.allSatisfy { try isKept.call($0) })
        #expect(try NumberedObject(7).number == 7 && !isKept.call(NumberedObject(7)))
    }

    @Test func collectedObjectReturnsAsAnotherValue() throws {
        let keep = try function("return function(ticket) kept = ticket.number % 3 == 0 and ticket or kept end")
        let number = try function("return function(ticket) return ticket.number end")
        var tickets: [NumberedObject] = []
        for turn in 1...30 {
            tickets = (0..<100).map { NumberedObject(turn * 100 + $0) }
            for ticket in tickets { try keep.call(ticket) }
            lua.collect()
            #expect(try tickets.allSatisfy { try number.call($0) == $0.number })
        }
    }

    /// Between two steps of the collector an object may be known as gone, and not be freed yet: with much to look through there are
    /// many steps.
    @Test func valueThatIsBeingCollectedIsCreatedAgain() throws {
        let number = try function(
            """
            local ballast = {}
            for i = 1, 100000 do ballast[i] = {} end
            return function(ticket)
                for _ = 1, 100 do local waste = {} end
                return ticket.number
            end
            """)
        let tickets = (1...20).map(NumberedObject.init)
        for _ in 1...1000 { #expect(try tickets.allSatisfy { try number.call($0) == $0.number }) }
    }

    @Test func newObjectsAtOldAddressesAreDistinct() throws {
        let number = try function("return function(ticket) last = ticket return ticket.number end")
        for turn in 1...5000 { #expect(try number.call(NumberedObject(turn)) == turn) }
    }

    @Test func destroyedObjectsFreeTheirEntries() throws {
        let number = try function("return function(ticket) return ticket.number end")
        let tickets = (1...200).map(NumberedObject.init)
        for _ in 1...3 {
            for ticket in tickets { #expect(try number.call(ticket) == ticket.number) }
            for ticket in tickets.reversed() { try lua.destroy(ticket) }
        }
    }

    /// Those that are gone must not count as what stays: a round would wait for three times as many as the one before.
    @Test func shortLivedObjectsNeedLittleMemory() throws {
        let look = try function("return function(ticket) end")
        for turn in 1...100_000 { try look.call(NumberedObject(turn)) }
        #expect(lua.peakMemory < 2 << 20)
    }
}

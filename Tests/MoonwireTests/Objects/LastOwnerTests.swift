import Foundation
import LuaRuntime
import Moonwire
import MoonwireCore
import MoonwireSupport
import TestSupport
import Testing

/// A call of a member may be the last to hold an object; it goes while the interpreter is free for others.
@Suite struct LastOwnerTests {
    @Test(arguments: [
        "guest:leave()", "guest:leaveBy('door')", "guest:leaveWith(other)", "return guest.leaving",
        "guest.house = 'new'",
        "guest:leaveAt(1, 2, 3, 4, other)", "guest:vanish()", "guest:vanishWith(other)", "guest:vanishAs(other)",
    ])
    func lastReferenceOfAMemberIsReleasedOutsideTheInterpreter(_ text: String) throws {
        let house = try House.full()
        try house.lua.run(text, name: "g.lua")
        #expect(house.free.value == 2)
    }

    @Test(arguments: ["guest:follow(guest, 'x')", "guest:followAs(guest, 'x')", "guest.idol = guest"])
    func argumentsBeforeAFaultAreReleasedOutsideTheInterpreter(_ text: String) throws {
        let house = try House.full()
        #expect(throws: ContainerError.self) { try house.lua.run(text, name: "g.lua") }
        #expect(house.free.value == 1)
        #expect(try house.lua.evaluate("return 1", name: "g.lua", as: Int.self) == 1)
    }

    @Test(arguments: ["return guest.party", "return guest:celebrate()", "return guest:celebrateAs()"])
    func unusedResultIsReleasedOutsideTheInterpreter(_ text: String) throws {
        let house = try House.full()
        #expect(try house.lua.evaluate(text, name: "g.lua", as: String.self) == "a party")
        #expect(house.free.value == 1)
    }

    @Test(arguments: ["guest:wait()", "guest:waitAs()"])
    func defaultOfAnArgumentIsCreatedOutsideTheInterpreter(_ text: String) throws {
        let house = try House.full()
        try Turn.$house.withValue(house) { try house.lua.run(text, name: "g.lua") }
        #expect(house.free.value == 2)
    }
}

private final class House: Sendable {
    let lua: Interpreter
    let guests = Lock<[Guest]>([])
    /// How many guests went while another thread could enter.
    let free = Counter()

    init(_ lua: Interpreter) { self.lua = lua }

    /// With two guests, whom scripts know but do not hold.
    static func full() throws -> House {
        let lua = try Interpreter()
        try lua.expose(Guest.exposure)
        let house = House(lua)
        for name in ["guest", "other"] {
            let guest = Guest(house)
            house.guests.withLock { $0.append(guest) }
            try lua.setGlobal(name, push: { try $0.push(weak: guest) })
        }
        return house
    }

    func empty() { guests.withLock { $0 = [] } }

    /// Where the interpreter is taken, this very thread has it, and would wait forever.
    func countIfFree() {
        let entered = DispatchSemaphore(value: 0)
        let thread = Thread { [lua] in
            if (try? lua.run("return 1", name: "d.lua")) != nil { entered.signal() }
        }
        thread.start()
        if entered.wait(timeout: .now() + 60) == .success { free.add() }
    }
}

private protocol Visitor: AnyObject, Sendable {}

/// A guest who has left the house once it is read.
private struct Leader: Convertible {
    static let shape = ValueShape.anything

    let guest: Guest

    static func read(from reader: ValueReader) throws -> Leader {
        let guest = try Guest.read(from: reader)
        guest.house.guests.withLock { $0.removeAll { $0 === guest } }
        return Leader(guest: guest)
    }

    func write(to writer: ValueWriter) throws { try guest.write(to: writer) }
}

/// A type that accepts no value: it reads the object, and then refuses it.
private struct Idol: Convertible {
    static let shape = ValueShape.anything

    static func read(from reader: ValueReader) throws -> Idol {
        _ = try Leader.read(from: reader)
        throw ConversionError(.custom("is none"))
    }

    func write(to writer: ValueWriter) throws { try writer.sink.writeNull(at: writer.slot) }
}

/// Counts whether the interpreter is free when it is created and when it is released.
private final class Turn: Sendable {
    @TaskLocal static var house: House?

    init() { Self.house?.countIfFree() }

    deinit { Self.house?.countIfFree() }
}

/// A turn as a value that scripts cannot write.
private struct Pass: Convertible {
    static let shape = ValueShape.anything

    let turn: Turn

    static func read(from reader: ValueReader) throws -> Pass { throw reader.mismatch(.map) }

    func write(to writer: ValueWriter) throws { try writer.sink.writeNull(at: writer.slot) }
}

/// Holds an object of its own, and is converted to a string.
private struct Party: Convertible {
    static let shape = ValueShape.text

    let guest: Guest

    static func read(from reader: ValueReader) throws -> Party { throw reader.mismatch(.text) }

    func write(to writer: ValueWriter) throws { try writer.sink.write("a party", at: writer.slot) }
}

private final class Guest: Exposed, Visitor, Sendable {
    let house: House

    init(_ house: House) { self.house = house }

    deinit { house.countIfFree() }

    func leave() -> Bool {
        house.empty()
        return true
    }

    func vanish() { house.empty() }

    func celebrate() -> Party { Party(guest: Guest(house)) }

    static let exposure = Exposure(Guest.self) {
        Method("leave", Guest.leave)
        Method("leaveBy", "exit") { (guest: Guest, _: String) in guest.leave() }
        Method("leaveWith", "other") { (guest: Guest, _: Guest) in guest.leave() }
        Method("leaveAt", "year", "month", "day", "hour", "other") {
            (guest: Guest, _: Int, _: Int, _: Int, _: Int, _: Guest) in guest.leave()
        }
        Method("vanish", Guest.vanish)
        Method("vanishWith", "other") { (guest: Guest, _: Guest) in guest.vanish() }
        Method("vanishAs", "other") { (guest: Guest, _: any Visitor) in guest.vanish() }
        Method("follow", "leader", "count") { (_: Guest, _: Leader, _: Int) in 1 }
        Method("followAs", "leader", "visitor") { (_: Guest, _: Leader, _: any Visitor) in 1 }
        Method("celebrate", Guest.celebrate)
        Method("celebrateAs", ExposedArgument("other", default: nil)) { (guest: Guest, _: (any Visitor)?) in
            guest.celebrate()
        }
        Method("wait", ExposedArgument("pass", default: Pass(turn: Turn()))) { (_: Guest, _: Pass) in 1 }
        Method("waitAs", ExposedArgument("turn", default: Turn())) { (_: Guest, _: Turn) in 1 }
        Property("party") { (guest: Guest) in guest.celebrate() }
        Property("idol", get: { (_: Guest) in Idol() }, set: { (_: Guest, _: Idol) in })
        Property("leaving") { (guest: Guest) in guest.leave() }
        Property("house", get: { (_: Guest) in "old" }, set: { guest, _ in _ = guest.leave() })
    }
}

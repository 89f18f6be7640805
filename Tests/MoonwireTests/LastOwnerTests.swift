import LuaRuntime
import Moonwire
import MoonwireCore
import TestSupport
import Testing

/// A call of a member may be the last to hold an object; it goes while the interpreter is free for others.
@Suite struct LastOwnerTests {
    @Test(arguments: [
        "guest:leave()", "guest:leaveBy('door')", "guest:leaveWith(other)", "return guest.leaving",
        "guest.house = 'new'",
        "guest:leaveAt(1, 2, 3, 4, 5)",
    ])
    func whatAMemberHeldLastGoesOutsideOfTheInterpreter(_ text: String) throws {
        let lua = try Interpreter()
        try lua.expose(Guest.exposure)
        let house = House(lua)
        for name in ["guest", "other"] {
            let guest = Guest(house)
            house.guests.withLock { $0.append(guest) }
            try lua.setGlobal(name, push: { try $0.write(weak: guest, at: 0) })
        }
        try lua.run(text, name: "g.lua")
        #expect(house.free.value == 2)
    }
}

private final class House: Sendable {
    let lua: Interpreter
    let guests = Lock<[Guest]>([])
    /// How many guests went while another thread could enter.
    let free = Counter()

    init(_ lua: Interpreter) { self.lua = lua }

    func empty() { guests.withLock { $0 = [] } }
}

private final class Guest: Exposed, Sendable {
    let house: House

    init(_ house: House) { self.house = house }

    deinit {
        onThreads(1) { [house] _ in
            if (try? house.lua.run("return 1", name: "d.lua")) != nil { house.free.add() }
        }
    }

    func leave() -> Bool {
        house.empty()
        return true
    }

    static let exposure = Exposure(Guest.self) {
        Method("leave", Guest.leave)
        Method("leaveBy", "exit") { (guest: Guest, _: String) in guest.leave() }
        Method("leaveWith", "other") { (guest: Guest, _: Guest) in guest.leave() }
        Method("leaveAt", "year", "month", "day", "hour", "minute") {
            (guest: Guest, _: Int, _: Int, _: Int, _: Int, _: Int) in guest.leave()
        }
        Property("leaving") { (guest: Guest) in guest.leave() }
        Property("house", get: { (_: Guest) in "old" }, set: { guest, _ in _ = guest.leave() })
    }
}

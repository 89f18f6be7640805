import Foundation
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
        "guest:leaveAt(1, 2, 3, 4, other)", "guest:vanish()", "guest:vanishWith(other)", "guest:vanishAs(other)",
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

private protocol Visitor: AnyObject, Sendable {}

private final class Guest: Exposed, Visitor, Sendable {
    let house: House

    init(_ house: House) { self.house = house }

    deinit {
        let entered = DispatchSemaphore(value: 0)
        let thread = Thread { [lua = house.lua] in
            if (try? lua.run("return 1", name: "d.lua")) != nil { entered.signal() }
        }
        thread.start()
        // Where the interpreter is taken, this very thread has it, and would wait forever.
        if entered.wait(timeout: .now() + 10) == .success { house.free.add() }
    }

    func leave() -> Bool {
        house.empty()
        return true
    }

    func vanish() { house.empty() }

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
        Property("leaving") { (guest: Guest) in guest.leave() }
        Property("house", get: { (_: Guest) in "old" }, set: { guest, _ in _ = guest.leave() })
    }
}

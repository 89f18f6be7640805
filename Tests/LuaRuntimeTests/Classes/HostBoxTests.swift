import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct HostBoxTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(Vector.hostClass)
        try lua.setGlobal("v", to: Vector(x: 1, y: 2))
    }

    @Test func scriptsChangeTheirStructInPlace() throws {
        #expect(try lua.text("local w = v v:scale(2) v.x = v.x + 1 return v == w and v") == "(3.0, 4.0)")
        #expect(try lua.text("return v:halve()") == "1.5")
        #expect(try lua.evaluate("return v", name: "o.lua", as: Vector.self) == Vector(x: 1.5, y: 2))
    }

    @Test func structIsCopiedEachTimeItIsPassed() throws {
        let vector = Vector(x: 1, y: 2)
        try lua.setGlobal("a", to: vector)
        try lua.setGlobal("b", to: vector)
        #expect(try lua.text("a:scale(3) return tostring(a) .. tostring(b)") == "(3.0, 6.0)(1.0, 2.0)")
        #expect(vector == Vector(x: 1, y: 2))
    }

    @Test func hostSeesChangesOfScriptsToItsBox() throws {
        let box = HostBox(Vector(x: 1, y: 2))
        try lua.setGlobal("box", to: box)
        try lua.run("box:scale(2) box.y = 1 same = box", name: "o.lua")
        #expect(try box.value == Vector(x: 2, y: 1))
        try box.change { $0.x = 7 }
        #expect(try lua.text("return box == same and box.x") == "7.0")
        let back = try lua.evaluate("return box", name: "o.lua", as: HostBox<Vector>.self)
        #expect(ObjectIdentifier(back) == ObjectIdentifier(box))
    }

    @Test(arguments: [
        "return v.x", "v.x = 1", "v:scale(2)", "return v + v", "return v(1)", "return tostring(v)", "v:map(print)",
        "return #v", "for _ in pairs(v) do end",
    ])
    func accessDuringAChangeIsAnError(script: String) throws {
        let error = lua.failure("v:map(function(x)\n\(script)\nend)")
        #expect(error?.message.hasSuffix("\": Vector is being changed by a call that has not returned") == true)
        #expect(error?.location?.line == 2)
        #expect(try lua.text("v.x = 4 return v") == "(4.0, 2.0)")
    }

    @Test func accessConflictNamesTheMember() {
        #expect(
            lua.failure("v:map(function(x) v:scale(2) end)")?.description
                == "o.lua:1: \"Vector.scale\": Vector is being changed by a call that has not returned")
    }

    @Test func failingChangeEndsTheAccess() throws {
        struct Stop: Error {}
        let box = HostBox(Vector(x: 1, y: 2))
        #expect(throws: Stop.self) { try box.change { (_: inout Vector) throws -> Void in throw Stop() } }
        try box.change { $0.x = 3 }
        #expect(try box.value.x == 3)
        #expect(lua.failure("v:map(error)") != nil)
        #expect(try lua.text("v:scale(2) return v") == "(2.0, 4.0)")
    }

    @Test func hostReceivesTheAccessConflict() throws {
        let box = HostBox(Vector(x: 1, y: 2))
        let conflict = try box.change { _ in
            #expect(throws: HostClass.AccessConflict.self) { try box.change { _ in } }
            return #expect(throws: HostClass.AccessConflict.self) { try box.value }
        }
        #expect(conflict?.type == "Vector")
        #expect(conflict?.description == "Vector is being changed by a call that has not returned")
    }

    @Test func changesOnManyThreadsNeverOverlap() throws {
        let box = HostBox(Vector(x: 0, y: 0))
        try lua.setGlobal("box", to: box)
        let work = try lua.evaluate(
            "return function() return (pcall(box.scale, box, 1)) and (pcall(box.halve, box)) end", name: "o.lua",
            as: LuaFunction.self)
        let done = Lock(0)
        let threads = (0..<4).map { _ in
            TestThread {
                for _ in 0..<500 {
                    _ = try? work.call(as: Bool.self)
                    let changed: Void? = try? box.change { vector in
                        vector.x += 1
                        vector.x -= 1
                        vector.y += 1
                    }
                    if changed != nil { done.withLock { $0 += 1 } }
                    _ = try? box.value
                }
            }
        }
        for thread in threads { thread.join() }
        let value = try box.value
        #expect(value.x == 0)
        #expect(done.withLock { $0 } > 0)
    }

    @Test func immutableBoxIsReadOnly() throws {
        try lua.setGlobal("fixed", push: { try $0.write(object: ValueBox(Vector(x: 5, y: 6)), at: 0) })
        #expect(try lua.text("return fixed.x .. tostring(fixed + 1)") == "5.0(6.0, 7.0)")
        #expect(
            lua.failure("fixed:scale(2)")?.message
                == "bad receiver of \"Vector.scale\": is an immutable Vector")
        #expect(
            lua.failure("v.scale(1, 2)")?.message
                == "bad receiver of \"Vector.scale\": expects Vector, got the integer 1; call a method with a colon"
        )
    }
}

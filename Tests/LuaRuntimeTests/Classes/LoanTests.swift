import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct LoanTests {
    private let counter = LiveObjectCounter()
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(
            HostClass(CountedObject.self) { citizen in
                citizen.property("count") { $0.counter.count }
                citizen.method("itself") { $0 }
                citizen.operator(.equal) { (_: CountedObject, _: CountedObject) in true }
                citizen.close { _ in }
            })
        let counter = counter
        try lua.setGlobal("citizen", to: HostFunction("citizen") { CountedObject(counter) })
        try lua.setGlobal("look", to: HostFunction("look") { (_: CountedObject) in })
        try lua.run("function keep(c) kept = c return c.count end", name: "o.lua")
    }

    private func keep() throws -> LuaFunction { try lua.evaluate("return keep", name: "o.lua", as: LuaFunction.self) }

    // MARK: Destroyed by the host

    @Test func destroyedObjectIsReleasedAtOnce() throws {
        var citizen: CountedObject? = CountedObject(counter)
        try lua.setGlobal("c", to: #require(citizen))
        try counter.watching(lua) {
            try lua.destroy(#require(citizen))
            #expect(counter.count == 1)
            citizen = nil
            #expect(counter.count == 0)
        }
    }

    @Test func destroyedObjectIsReleasedOutsideTheInterpreter() throws {
        let counter = counter
        let lua = lua
        try lua.setGlobal(
            "drop", to: HostFunction("drop") { (citizen: CountedObject) in try lua.destroy(citizen) })
        try counter.watching(lua) {
            try lua.run("c = citizen() drop(c)", name: "o.lua")
            #expect(counter.count == 0)
        }
    }

    @Test(arguments: [
        ("return c.count", "bad receiver of \"CountedObject.count\": refers to CountedObject, which was destroyed"),
        ("return c:itself()", "bad receiver of \"CountedObject.itself\": refers to CountedObject, which was destroyed"),
        ("look(c)", "bad argument 1 to \"look\": refers to CountedObject, which was destroyed"),
        ("return c.cuont", "CountedObject has no member \"cuont\"\n    did you mean \"count\"?"),
    ])
    func usingADestroyedObjectIsAnError(script: String, message: String) throws {
        let citizen = CountedObject(counter)
        try lua.setGlobal("c", to: citizen)
        try lua.destroy(citizen)
        let error = lua.failure(script)
        #expect(error?.message == message)
        #expect(error?.location?.description == "o.lua:1")
    }

    @Test func destroyedObjectIsStillAValue() throws {
        let citizen = CountedObject(counter)
        try lua.setGlobal("c", to: citizen)
        try lua.setGlobal("d", to: citizen)
        try lua.destroy(citizen)
        #expect(try lua.text("return tostring(c) .. type(c) .. tostring(c == d)") == "CountedObjectuserdatatrue")
        #expect(try lua.text("local t = { [c] = 1 } return t[d]") == "1")
        #expect(try lua.text("return c == citizen()") == "false")
        let error = #expect(throws: LuaError.self) {
            try lua.evaluate("return c", name: "o.lua", as: CountedObject.self)
        }
        #expect(error?.description == "o.lua:1: bad result: refers to CountedObject, which was destroyed")
    }

    @Test func destroyedObjectIsANewValueWhenItIsPassedAgain() throws {
        let citizen = CountedObject(counter)
        try lua.setGlobal("c", to: citizen)
        try lua.destroy(citizen)
        try lua.setGlobal("d", to: citizen)
        #expect(try lua.text("return rawequal(c, d)") == "false")
        #expect(try lua.text("return d.count") == "1")
        try lua.destroy(citizen)
        try lua.destroy(citizen)
        #expect(lua.failure("return d.count") != nil)
    }

    @Test func destroyingAnUnknownObjectHasNoEffect() throws {
        try lua.destroy(CountedObject(counter))
        let function = HostFunction("f") { 1 }
        try lua.setGlobal("f", to: function)
        try lua.destroy(function)
        #expect(try lua.text("return f()") == "1")
    }

    @Test func weakObjectIsDestroyed() throws {
        let citizen = CountedObject(counter)
        try lua.setGlobal("weak", push: { try $0.push(weak: citizen) })
        try lua.destroy(citizen)
        #expect(
            lua.failure("look(weak)")?.message
                == "bad argument 1 to \"look\": refers to CountedObject, which was destroyed")
        lua.collect()
    }

    @Test func objectIsDestroyedInItsOwnMethod() throws {
        let lua = lua
        try lua.register(
            HostClass(CountedObject.self) { citizen in
                citizen.method("leave") { citizen in
                    try lua.destroy(citizen)
                    return citizen.counter.count
                }
            })
        try counter.watching(lua) {
            try #expect(lua.text("local c = citizen() return c:leave()") == "1")
            #expect(counter.count == 0)
        }
    }

    // MARK: Closed by scripts

    @Test func closingBlockDestroysTheObject() throws {
        try counter.watching(lua) {
            try lua.run("do local c <close> = citizen() kept = c end", name: "o.lua")
            #expect(counter.count == 0)
        }
        #expect(
            lua.failure("return kept.count")?.message
                == "bad receiver of \"CountedObject.count\": refers to CountedObject, which was destroyed")
    }

    @Test func failingBlockDestroysTheObject() throws {
        let closed = Lock(0)
        try lua.register(
            HostClass(CountedObject.self) { citizen in
                citizen.close { _ in closed.withLock { $0 += 1 } }
            })
        counter.watching(lua) {
            #expect(lua.failure("local c <close> = citizen() kept = c error('x')")?.message == "x")
            #expect(lua.failure("pcall(function() local c <close> = citizen() error('x') end)") == nil)
            #expect(counter.count == 0)
        }
        #expect(closed.withLock { $0 } == 2)
    }

    // MARK: Lent for one call

    @Test func lentObjectEndsWithTheCall() throws {
        var citizen: CountedObject? = CountedObject(counter)
        #expect(try keep().call(HostLoan(#require(citizen)), as: Int.self) == 1)
        let error = lua.failure("return kept.count")
        #expect(
            error?.message
                == "bad receiver of \"CountedObject.count\": refers to CountedObject, which was lent for one call only")
        #expect(error?.location?.description == "o.lua:1")
        counter.watching(lua) { citizen = nil }
        #expect(counter.count == 0)
    }

    @Test func lentObjectIsReleasedOutsideTheInterpreter() throws {
        let keep = try keep()
        try counter.watching(lua) {
            try #expect(keep.call(HostLoan(CountedObject(counter)), as: Int.self) == 1)
            #expect(counter.count == 0)
        }
    }

    @Test func failingCallEndsItsLoans() throws {
        let fail = try lua.evaluate("return function(c) kept = c error('x') end", name: "o.lua", as: LuaFunction.self)
        counter.watching(lua) {
            #expect(throws: LuaError.self) { try fail.call(HostLoan(CountedObject(counter))) }
            #expect(counter.count == 0)
        }
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func keptObjectIsNotEndedByALoan() throws {
        let citizen = CountedObject(counter)
        try lua.setGlobal("c", to: citizen)
        #expect(try keep().call(HostLoan(citizen), as: Int.self) == 1)
        #expect(try lua.text("return c == kept and kept.count") == "1")
    }

    @Test func nestedLoanEndsWithTheOuterOne() throws {
        let inner = try keep()
        let citizen = CountedObject(counter)
        try lua.setGlobal(
            "again",
            to: HostFunction("again") { (citizen: CountedObject) in try inner.call(HostLoan(citizen), as: Int.self) })
        let outer = try lua.evaluate(
            "return function(c) again(c) return kept == c:itself() and kept.count end", name: "o.lua",
            as: LuaFunction.self)
        #expect(try outer.call(HostLoan(citizen), as: Int.self) == 1)
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func resultIsLent() throws {
        let counter = counter
        try lua.setGlobal("borrow", to: HostFunction("borrow") { HostLoan(CountedObject(counter)) })
        try counter.watching(lua) {
            try #expect(lua.text("kept = borrow() return kept.count") == "1")
            #expect(counter.count == 0)
        }
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func objectIsLentOnceHoweverOftenItIsPassed() throws {
        let citizen = CountedObject(counter)
        try lua.setGlobal("borrow", to: HostFunction("borrow") { HostLoan(citizen) })
        try lua.run("for i = 1, 70000 do kept = borrow() end", name: "o.lua")
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func objectIsLentAgainAfterItWasDestroyed() throws {
        let citizen = CountedObject(counter)
        let lua = lua
        try lua.setGlobal("borrow", to: HostFunction("borrow") { HostLoan(citizen) })
        try lua.setGlobal("drop", to: HostFunction("drop") { try lua.destroy(citizen) })
        #expect(try lua.text("borrow() drop() kept = borrow() return kept.count") == "1")
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func coroutineReceivesALoan() throws {
        let counter = counter
        try lua.setGlobal("borrow", to: HostFunction("borrow") { HostLoan(CountedObject(counter)) })
        #expect(try lua.text("return coroutine.wrap(function() kept = borrow() return kept.count end)()") == "1")
        #expect(lua.failure("return kept.count") != nil)
        #expect(counter.count == 0)
    }

    @Test func functionsReceiveLentObjects() throws {
        try lua.setGlobal(
            "count", to: HostFunction("count") { (citizen: HostLoan<CountedObject>) in citizen.object.counter.count })
        #expect(try lua.text("return count(citizen())") == "1")
    }

    @Test func manyThreadsLendOneObject() throws {
        let citizen = CountedObject(counter)
        let look = try lua.evaluate(
            "return function(c) return c.count + c.count end", name: "o.lua", as: LuaFunction.self)
        let wrong = Lock(0)
        let threads = (0..<4).map { _ in
            TestThread {
                for _ in 0..<300 where (try? look.call(HostLoan(citizen), as: Int.self)) != 2 {
                    wrong.withLock { $0 += 1 }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(wrong.withLock { $0 } == 0)
    }
}

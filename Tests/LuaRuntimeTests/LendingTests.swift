import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct LendingTests {
    private let census = Census()
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(
            ObjectClass(Citizen.self) { citizen in
                citizen.property("count") { $0.census.count }
                citizen.method("itself") { $0 }
                citizen.operator(.equal) { (_: Citizen, _: Citizen) in true }
                citizen.close { _ in }
            })
        let census = census
        try lua.setGlobal("citizen", function: HostFunction("citizen") { Citizen(census) })
        try lua.setGlobal("look", function: HostFunction("look") { (_: Citizen) in })
        try lua.run("function keep(c) kept = c return c.count end", name: "o.lua")
    }

    private func keep() throws -> LuaFunction { try lua.evaluate("return keep", name: "o.lua", as: LuaFunction.self) }

    // MARK: Destroyed by the host

    @Test func anObjectThatWasDestroyedIsReleasedAtOnce() throws {
        var citizen: Citizen? = Citizen(census)
        try lua.setGlobal("c", #require(citizen))
        try census.watching(lua) {
            try lua.destroy(#require(citizen))
            #expect(census.count == 1)
            citizen = nil
            #expect(census.count == 0)
        }
    }

    @Test func theLastReferenceOfScriptsGoesOutsideOfTheInterpreter() throws {
        let census = census
        let lua = lua
        try lua.setGlobal(
            "drop", function: HostFunction("drop") { (citizen: Citizen) in try lua.destroy(citizen) })
        try census.watching(lua) {
            try lua.run("c = citizen() drop(c)", name: "o.lua")
            #expect(census.count == 0)
        }
    }

    @Test(arguments: [
        ("return c.count", "bad receiver of \"Citizen.count\": refers to Citizen, which was destroyed"),
        ("return c:itself()", "bad receiver of \"Citizen.itself\": refers to Citizen, which was destroyed"),
        ("look(c)", "bad argument 1 to \"look\": refers to Citizen, which was destroyed"),
        ("return c.cuont", "Citizen has no member \"cuont\"\n    did you mean \"count\"?"),
    ])
    func usingItLaterIsAnError(script: String, message: String) throws {
        let citizen = Citizen(census)
        try lua.setGlobal("c", citizen)
        try lua.destroy(citizen)
        let error = lua.failure(script)
        #expect(error?.message == message)
        #expect(error?.location?.description == "o.lua:1")
    }

    @Test func itIsStillAValueThatScriptsMayHold() throws {
        let citizen = Citizen(census)
        try lua.setGlobal("c", citizen)
        try lua.setGlobal("d", citizen)
        try lua.destroy(citizen)
        #expect(try lua.text("return tostring(c) .. type(c) .. tostring(c == d)") == "Citizenuserdatatrue")
        #expect(try lua.text("local t = { [c] = 1 } return t[d]") == "1")
        #expect(try lua.text("return c == citizen()") == "false")
        let error = #expect(throws: LuaError.self) {
            try lua.evaluate("return c", name: "o.lua", as: Citizen.self)
        }
        #expect(error?.description == "o.lua:1: bad result: refers to Citizen, which was destroyed")
    }

    @Test func handedOverAgainItIsAnotherValue() throws {
        let citizen = Citizen(census)
        try lua.setGlobal("c", citizen)
        try lua.destroy(citizen)
        try lua.setGlobal("d", citizen)
        #expect(try lua.text("return rawequal(c, d)") == "false")
        #expect(try lua.text("return d.count") == "1")
        try lua.destroy(citizen)
        try lua.destroy(citizen)
        #expect(lua.failure("return d.count") != nil)
    }

    @Test func whatScriptsDoNotKnowIsLeftAlone() throws {
        try lua.destroy(Citizen(census))
        let function = HostFunction("f") { 1 }
        try lua.setGlobal("f", function: function)
        try lua.destroy(function)
        #expect(try lua.text("return f()") == "1")
    }

    @Test func aWeakObjectCanBeDestroyed() throws {
        let citizen = Citizen(census)
        try lua.setGlobal("weak", push: { try $0.write(weak: citizen, at: 0) })
        try lua.destroy(citizen)
        #expect(
            lua.failure("look(weak)")?.message == "bad argument 1 to \"look\": refers to Citizen, which was destroyed")
        lua.collect()
    }

    @Test func anObjectMayBeDestroyedInTheMiddleOfItsOwnMethod() throws {
        let lua = lua
        try lua.register(
            ObjectClass(Citizen.self) { citizen in
                citizen.method("leave") { citizen in
                    try lua.destroy(citizen)
                    return citizen.census.count
                }
            })
        try census.watching(lua) {
            try #expect(lua.text("local c = citizen() return c:leave()") == "1")
            #expect(census.count == 0)
        }
    }

    // MARK: Closed by scripts

    @Test func aBlockEndsTheObjectsItCloses() throws {
        try census.watching(lua) {
            try lua.run("do local c <close> = citizen() kept = c end", name: "o.lua")
            #expect(census.count == 0)
        }
        #expect(
            lua.failure("return kept.count")?.message
                == "bad receiver of \"Citizen.count\": refers to Citizen, which was destroyed")
    }

    @Test func aBlockThatFailsClosesToo() throws {
        let closed = Lock(0)
        try lua.register(
            ObjectClass(Citizen.self) { citizen in
                citizen.close { _ in closed.withLock { $0 += 1 } }
            })
        census.watching(lua) {
            #expect(lua.failure("local c <close> = citizen() kept = c error('x')")?.message == "x")
            #expect(lua.failure("pcall(function() local c <close> = citizen() error('x') end)") == nil)
            #expect(census.count == 0)
        }
        #expect(closed.withLock { $0 } == 2)
    }

    // MARK: Lent for one call

    @Test func anObjectOnLoanIsGoneAfterTheCall() throws {
        var citizen: Citizen? = Citizen(census)
        #expect(try keep().call(Scoped(#require(citizen)), as: Int.self) == 1)
        let error = lua.failure("return kept.count")
        #expect(
            error?.message == "bad receiver of \"Citizen.count\": refers to Citizen, which was lent for one call only")
        #expect(error?.location?.description == "o.lua:1")
        census.watching(lua) { citizen = nil }
        #expect(census.count == 0)
    }

    @Test func theLastReferenceOfALoanGoesOutsideOfTheInterpreter() throws {
        let keep = try keep()
        try census.watching(lua) {
            try #expect(keep.call(Scoped(Citizen(census)), as: Int.self) == 1)
            #expect(census.count == 0)
        }
    }

    @Test func aCallThatFailsEndsItsLoansToo() throws {
        let fail = try lua.evaluate("return function(c) kept = c error('x') end", name: "o.lua", as: LuaFunction.self)
        census.watching(lua) {
            #expect(throws: LuaError.self) { try fail.call(Scoped(Citizen(census))) }
            #expect(census.count == 0)
        }
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func whatScriptsWereGivenForGoodStaysTheirs() throws {
        let citizen = Citizen(census)
        try lua.setGlobal("c", citizen)
        #expect(try keep().call(Scoped(citizen), as: Int.self) == 1)
        #expect(try lua.text("return c == kept and kept.count") == "1")
    }

    @Test func aLoanWithinALoanEndsWithTheOuterOne() throws {
        let inner = try keep()
        let citizen = Citizen(census)
        try lua.setGlobal(
            "again",
            function: HostFunction("again") { (citizen: Citizen) in try inner.call(Scoped(citizen), as: Int.self) })
        let outer = try lua.evaluate(
            "return function(c) again(c) return kept == c:itself() and kept.count end", name: "o.lua",
            as: LuaFunction.self)
        #expect(try outer.call(Scoped(citizen), as: Int.self) == 1)
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func aResultMayBeLentToo() throws {
        let census = census
        try lua.setGlobal("borrow", function: HostFunction("borrow") { Scoped(Citizen(census)) })
        try census.watching(lua) {
            try #expect(lua.text("kept = borrow() return kept.count") == "1")
            #expect(census.count == 0)
        }
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func anObjectIsLentOnceHoweverOftenItIsHandedOver() throws {
        let citizen = Citizen(census)
        try lua.setGlobal("borrow", function: HostFunction("borrow") { Scoped(citizen) })
        try lua.run("for i = 1, 70000 do kept = borrow() end", name: "o.lua")
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func whatIsLentAgainAfterItWasDestroyedIsOnLoanToo() throws {
        let citizen = Citizen(census)
        let lua = lua
        try lua.setGlobal("borrow", function: HostFunction("borrow") { Scoped(citizen) })
        try lua.setGlobal("drop", function: HostFunction("drop") { try lua.destroy(citizen) })
        #expect(try lua.text("borrow() drop() kept = borrow() return kept.count") == "1")
        #expect(lua.failure("return kept.count") != nil)
    }

    @Test func aCoroutineMayBorrow() throws {
        let census = census
        try lua.setGlobal("borrow", function: HostFunction("borrow") { Scoped(Citizen(census)) })
        #expect(try lua.text("return coroutine.wrap(function() kept = borrow() return kept.count end)()") == "1")
        #expect(lua.failure("return kept.count") != nil)
        #expect(census.count == 0)
    }

    @Test func functionsTakeLoansAsTheObject() throws {
        try lua.setGlobal(
            "count", function: HostFunction("count") { (citizen: Scoped<Citizen>) in citizen.object.census.count })
        #expect(try lua.text("return count(citizen())") == "1")
    }

    @Test func manyThreadsLendOneObject() throws {
        let citizen = Citizen(census)
        let look = try lua.evaluate(
            "return function(c) return c.count + c.count end", name: "o.lua", as: LuaFunction.self)
        let wrong = Lock(0)
        let threads = (0..<4).map { _ in
            TestThread {
                for _ in 0..<300 where (try? look.call(Scoped(citizen), as: Int.self)) != 2 {
                    wrong.withLock { $0 += 1 }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(wrong.withLock { $0 } == 0)
    }
}

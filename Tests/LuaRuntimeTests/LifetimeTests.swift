import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

@Suite struct LifetimeTests {
    private let census = Census()
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        let census = census
        try lua.setGlobal("citizen", function: HostFunction("citizen") { Citizen(census) })
        try lua.setGlobal("look", function: HostFunction("look") { (_: Citizen) in })
    }

    @Test func whatScriptsDropIsReleased() throws {
        try lua.run("kept = citizen() for i = 1, 100 do look(citizen()) end", name: "l.lua")
        lua.collect()
        #expect(census.count == 1)
        try lua.run("kept = nil", name: "l.lua")
        lua.collect()
        #expect(census.count == 0)
    }

    /// More than are kept room for; the first time they make it, the second time they find it.
    @Test func manyThatGoAtOnceAreAllReleased() throws {
        for _ in 1...2 {
            try lua.run("crowd = {} for i = 1, 10000 do crowd[i] = citizen() end", name: "l.lua")
            #expect(census.count == 10_000)
            try lua.run("crowd = nil", name: "l.lua")
            lua.collect()
            #expect(census.count == 0)
        }
    }

    @Test func objectsGoOutsideOfTheInterpreter() throws {
        census.lua.withLock { $0 = lua }
        try lua.run("for i = 1, 20 do look(citizen()) end", name: "l.lua")
        lua.collect()
        #expect(census.count == 0)
        census.lua.withLock { $0 = nil }
    }

    @Test func resultsThatOnlySwiftHoldsGoOutsideOfTheInterpreter() throws {
        census.lua.withLock { $0 = lua }
        let census = census
        try lua.setGlobal(
            "crowd", function: HostFunction("crowd") { Crowd(citizens: [Citizen(census), Citizen(census)]) })
        #expect(try lua.evaluate("return crowd()", name: "l.lua", as: Int.self) == 2)
        #expect(census.count == 0)
        census.lua.withLock { $0 = nil }
    }

    @Test func resultsThatWereAwaitedDoToo() async throws {
        census.lua.withLock { $0 = lua }
        let census = census
        try lua.setGlobal("crowd", function: .async("crowd") { Crowd(citizens: [Citizen(census), Citizen(census)]) })
        #expect(try await lua.evaluateAsync("return crowd()", name: "l.lua", as: Int.self) == 2)
        #expect(census.count == 0)
        census.lua.withLock { $0 = nil }
    }

    @Test func argumentsThatOnlySwiftHoldsGoOutsideOfTheInterpreter() throws {
        struct Fresh: Convertible {
            let citizen: Citizen
            static let census = Lock<Census?>(nil)
            static func read(from reader: ValueReader) throws -> Fresh {
                guard let census = census.withLock({ $0 }) else { throw reader.mismatch(.object) }
                return Fresh(citizen: Citizen(census))
            }
            func write(to writer: ValueWriter) throws {}
            static var shape: ValueShape { .anything }
        }
        census.lua.withLock { $0 = lua }
        Fresh.census.withLock { $0 = census }
        try lua.setGlobal("take", function: HostFunction("take") { (_: Fresh) in })
        try lua.run("take(1)", name: "l.lua")
        try lua.setGlobal("two", function: HostFunction("two") { (_: Fresh, _: Int) in })
        try lua.setGlobal("three", function: HostFunction("three") { (_: Fresh, _: Fresh, _: Int) in 1 })
        try lua.setGlobal("five", function: HostFunction("five") { (_: Fresh, _: Int, _: Int, _: Int, _: Int) in })
        try lua.setGlobal("both", function: HostFunction("both") { (_: Fresh, _: Int) in (1, 2) })
        for call in ["two(1, 'x')", "three(1, 2, 'x')", "five(1, 2, 3, 4, 'x')", "both(1, 'x')"] {
            let error = #expect(throws: LuaError.self) { try lua.run(call, name: "l.lua") }
            #expect(error?.message.hasSuffix("expects an integer, got the string \"x\"") == true)
        }
        #expect(census.made.withLock { $0 } == 6)
        #expect(census.count == 0)
        census.lua.withLock { $0 = nil }
        Fresh.census.withLock { $0 = nil }
    }

    @Test func theEndOfAnInterpreterReleasesEverything() throws {
        weak var stack: LuaStack?
        func use() throws {
            let lua = try Interpreter()
            let census = census
            try lua.setGlobal("citizen", function: HostFunction("citizen") { Citizen(census) })
            try lua.run("a = citizen() b = { citizen(), citizen() }", name: "l.lua")
            #expect(census.count == 3)
            stack = try lua.withStack { $0 }
        }
        try use()
        #expect(census.count == 0)
        #expect(stack == nil)
    }

    @Test func anErrorGoesWithItsEntry() throws {
        struct Loss: Error { let citizen: Citizen }
        let census = census
        try lua.setGlobal(
            "lose", function: HostFunction("lose") { () throws -> Void in throw Loss(citizen: Citizen(census)) })
        #expect(throws: Loss.self) { try lua.run("lose()", name: "l.lua") }
        try lua.run("for i = 1, 10 do pcall(lose) end", name: "l.lua")
        lua.collect()
        #expect(census.count == 0)
    }

    @Test func scriptsDoNotKeepWeakObjects() throws {
        var citizen: Citizen? = Citizen(census)
        try lua.setGlobal("weak", push: { [citizen] stack in try stack.write(weak: #require(citizen), at: 0) })
        try lua.run("look(weak)", name: "l.lua")
        citizen = nil
        #expect(census.count == 0)
        let error = #expect(throws: LuaError.self) { try lua.run("look(weak)", name: "l.lua") }
        #expect(error?.message == "bad argument 1 to \"look\": refers to an object that no longer exists")
    }

    @Test func aWeakObjectIsTheSameValueAndMayBecomeStrong() throws {
        var citizen: Citizen? = Citizen(census)
        try lua.setGlobal("weak", push: { [citizen] stack in try stack.write(weak: #require(citizen), at: 0) })
        try lua.setGlobal("again", push: { [citizen] stack in try stack.write(weak: #require(citizen), at: 0) })
        #expect(try lua.evaluate("return weak == again", name: "l.lua", as: Bool.self))
        try lua.setGlobal("strong", #require(citizen))
        #expect(try lua.evaluate("return weak == strong", name: "l.lua", as: Bool.self))
        citizen = nil
        #expect(census.count == 1)
        try lua.run("look(weak) weak, again, strong = nil", name: "l.lua")
        lua.collect()
        #expect(census.count == 0)
    }

    @Test func manyWeakObjectsAtOneAddressAreNotMixedUp() throws {
        for _ in 0..<200 {
            let citizen = Citizen(census)
            try lua.setGlobal("weak", push: { try $0.write(weak: citizen, at: 0) })
            try lua.run("old = old or {} old[#old + 1] = weak look(weak)", name: "l.lua")
        }
        #expect(
            try lua.evaluate(
                "for i = 2, #old do if old[i] == old[i - 1] then return i end end", name: "l.lua", as: Int?.self) == nil
        )
    }

    @Test func aWalkKeepsNothing() throws {
        try lua.run("for key in next, { citizen(), citizen() } do end", name: "l.lua")
        lua.collect()
        #expect(census.count == 0)
    }

    /// Going on from a key that the table has lost would be an error of Lua's, which nothing could catch.
    @Test func aWalkEndsWhereItsKeyIsGone() throws {
        try lua.withStack { stack in
            stack.pushTable()
            for name in ["a", "b"] {
                stack.pushTable()
                stack.rawSet(1, key: name)
            }
            stack.pushNil()
            #expect(stack.next(1))
            stack.pop(1)
            for name in ["a", "b"] {
                stack.pushNil()
                stack.rawSet(1, key: name)
            }
            for index in 1...20 {
                stack.pushTable()
                stack.rawSet(1, index: index)
            }
            #expect(!stack.next(1))
        }
    }

    @Test func droppedFunctionsAreForgotten() throws {
        let make = try lua.evaluate(
            "return function() local c = citizen() return function() return c end end", name: "l.lua",
            as: LuaFunction.self)
        for _ in 0..<100 { _ = try make.call(as: LuaFunction.self) }
        lua.collect()
        #expect(census.count == 0)
    }

    @Test func memoryStaysFlat() throws {
        func work() throws -> Int {
            for _ in 0..<2_000 {
                try lua.run("local t = { citizen() } look(t[1])", name: "l.lua")
                _ = try lua.evaluate("return function() end", name: "l.lua", as: LuaFunction.self)
                _ = try? lua.run("error({})", name: "l.lua")
            }
            lua.collect()
            return lua.memoryInUse
        }
        let before = try work()
        #expect(try work() < before + 20_000)
    }
}

/// Crosses as a number.
private struct Crowd: Convertible {
    let citizens: [Citizen]

    static func read(from reader: ValueReader) throws -> Crowd { throw reader.mismatch(type: Crowd.self) }

    func write(to writer: ValueWriter) throws { try citizens.count.write(to: writer) }

    static var shape: ValueShape { .anything }
}

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

@Suite struct LifetimeTests {
    private let counter = LiveObjectCounter()
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        let counter = counter
        try lua.setGlobal("citizen", to: HostFunction("citizen") { CountedObject(counter) })
        try lua.setGlobal("look", to: HostFunction("look") { (_: CountedObject) in })
    }

    @Test func objectsThatScriptsDropAreReleased() throws {
        try lua.run("kept = citizen() for i = 1, 100 do look(citizen()) end", name: "l.lua")
        lua.collect()
        #expect(counter.count == 1)
        try lua.run("kept = nil", name: "l.lua")
        lua.collect()
        #expect(counter.count == 0)
    }

    /// More than are kept room for; the first time they make it, the second time they find it.
    @Test func manyObjectsCollectedAtOnceAreReleased() throws {
        for _ in 1...2 {
            try lua.run("crowd = {} for i = 1, 10000 do crowd[i] = citizen() end", name: "l.lua")
            #expect(counter.count == 10_000)
            try lua.run("crowd = nil", name: "l.lua")
            lua.collect()
            #expect(counter.count == 0)
        }
    }

    @Test func objectsAreReleasedOutsideTheInterpreter() throws {
        counter.lua.withLock { $0 = lua }
        try lua.run("for i = 1, 20 do look(citizen()) end", name: "l.lua")
        lua.collect()
        #expect(counter.count == 0)
        counter.lua.withLock { $0 = nil }
    }

    @Test func resultsAreReleasedOutsideTheInterpreter() throws {
        counter.lua.withLock { $0 = lua }
        let counter = counter
        try lua.setGlobal(
            "crowd", to: HostFunction("crowd") { Crowd(citizens: [CountedObject(counter), CountedObject(counter)]) })
        #expect(try lua.evaluate("return crowd()", name: "l.lua", as: Int.self) == 2)
        #expect(counter.count == 0)
        counter.lua.withLock { $0 = nil }
    }

    @Test func awaitedResultsAreReleasedOutsideTheInterpreter() async throws {
        counter.lua.withLock { $0 = lua }
        let counter = counter
        try lua.setGlobal(
            "crowd", to: .async("crowd") { Crowd(citizens: [CountedObject(counter), CountedObject(counter)]) })
        #expect(try await lua.asynchronous.evaluate("return crowd()", name: "l.lua", as: Int.self) == 2)
        #expect(counter.count == 0)
        counter.lua.withLock { $0 = nil }
    }

    @Test func argumentsAreReleasedOutsideTheInterpreter() throws {
        struct Fresh: Convertible {
            let citizen: CountedObject
            static let counter = Lock<LiveObjectCounter?>(nil)
            static func read(from reader: ValueReader) throws -> Fresh {
                guard let counter = counter.withLock({ $0 }) else { throw reader.mismatch(.object) }
                return Fresh(citizen: CountedObject(counter))
            }
            func write(to writer: ValueWriter) throws {}
            static var shape: ValueShape { .anything }
        }
        counter.lua.withLock { $0 = lua }
        Fresh.counter.withLock { $0 = counter }
        try lua.setGlobal("take", to: HostFunction("take") { (_: Fresh) in })
        try lua.run("take(1)", name: "l.lua")
        try lua.setGlobal("two", to: HostFunction("two") { (_: Fresh, _: Int) in })
        try lua.setGlobal("three", to: HostFunction("three") { (_: Fresh, _: Fresh, _: Int) in 1 })
        try lua.setGlobal("five", to: HostFunction("five") { (_: Fresh, _: Int, _: Int, _: Int, _: Int) in })
        try lua.setGlobal("both", to: HostFunction("both") { (_: Fresh, _: Int) in (1, 2) })
        for call in ["two(1, 'x')", "three(1, 2, 'x')", "five(1, 2, 3, 4, 'x')", "both(1, 'x')"] {
            let error = #expect(throws: LuaError.self) { try lua.run(call, name: "l.lua") }
            #expect(error?.message.hasSuffix("expects an integer, got the string \"x\"") == true)
        }
        #expect(counter.made.withLock { $0 } == 6)
        #expect(counter.count == 0)
        counter.lua.withLock { $0 = nil }
        Fresh.counter.withLock { $0 = nil }
    }

    @Test func closingAnInterpreterReleasesItsObjects() throws {
        weak var stack: LuaStack?
        func use() throws {
            let lua = try Interpreter()
            let counter = counter
            try lua.setGlobal("citizen", to: HostFunction("citizen") { CountedObject(counter) })
            try lua.run("a = citizen() b = { citizen(), citizen() }", name: "l.lua")
            #expect(counter.count == 3)
            stack = try lua.withStack { $0 }
        }
        try use()
        #expect(counter.count == 0)
        #expect(stack == nil)
    }

    @Test func errorIsReleasedWithItsEntry() throws {
        struct Loss: Error { let citizen: CountedObject }
        let counter = counter
        try lua.setGlobal(
            "lose", to: HostFunction("lose") { () throws -> Void in throw Loss(citizen: CountedObject(counter)) })
        #expect(throws: Loss.self) { try lua.run("lose()", name: "l.lua") }
        try lua.run("for i = 1, 10 do pcall(lose) end", name: "l.lua")
        lua.collect()
        #expect(counter.count == 0)
    }

    @Test func scriptsDoNotKeepWeakObjects() throws {
        var citizen: CountedObject? = CountedObject(counter)
        try lua.setGlobal("weak", push: { [citizen] stack in try stack.push(weak: #require(citizen)) })
        try lua.run("look(weak)", name: "l.lua")
        citizen = nil
        #expect(counter.count == 0)
        let error = #expect(throws: LuaError.self) { try lua.run("look(weak)", name: "l.lua") }
        #expect(error?.message == "bad argument 1 to \"look\": refers to an object that no longer exists")
    }

    @Test func weakObjectIsTheSameValueAndBecomesStrong() throws {
        var citizen: CountedObject? = CountedObject(counter)
        try lua.setGlobal("weak", push: { [citizen] stack in try stack.push(weak: #require(citizen)) })
        try lua.setGlobal("again", push: { [citizen] stack in try stack.push(weak: #require(citizen)) })
        #expect(try lua.evaluate("return weak == again", name: "l.lua", as: Bool.self))
        try lua.setGlobal("strong", to: #require(citizen))
        #expect(try lua.evaluate("return weak == strong", name: "l.lua", as: Bool.self))
        citizen = nil
        #expect(counter.count == 1)
        try lua.run("look(weak) weak, again, strong = nil", name: "l.lua")
        lua.collect()
        #expect(counter.count == 0)
    }

    @Test func weakObjectsAtTheSameAddressAreDistinct() throws {
        for _ in 0..<200 {
            let citizen = CountedObject(counter)
            try lua.setGlobal("weak", push: { try $0.push(weak: citizen) })
            try lua.run("old = old or {} old[#old + 1] = weak look(weak)", name: "l.lua")
        }
        #expect(
            try lua.evaluate(
                "for i = 2, #old do if old[i] == old[i - 1] then return i end end", name: "l.lua", as: Int?.self) == nil
        )
    }

    @Test func iterationKeepsNoObjects() throws {
        try lua.run("for key in next, { citizen(), citizen() } do end", name: "l.lua")
        lua.collect()
        #expect(counter.count == 0)
    }

    /// Going on from a key that the table has lost would be an error of Lua's, which nothing could catch.
    @Test func iterationEndsWhereItsKeyWasRemoved() throws {
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

    @Test func releasedFunctionsAreFreed() throws {
        let make = try lua.evaluate(
            "return function() local c = citizen() return function() return c end end", name: "l.lua",
            as: LuaFunction.self)
        for _ in 0..<100 { _ = try make.call(as: LuaFunction.self) }
        lua.collect()
        #expect(counter.count == 0)
    }

    @Test func memoryDoesNotGrowOverManyEntries() throws {
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
    let citizens: [CountedObject]

    static func read(from reader: ValueReader) throws -> Crowd { throw reader.mismatch(type: Crowd.self) }

    func write(to writer: ValueWriter) throws { try citizens.count.write(to: writer) }

    static var shape: ValueShape { .anything }
}

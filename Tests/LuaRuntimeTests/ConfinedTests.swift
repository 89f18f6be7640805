import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// Objects whose type is not `Sendable`: scripts have them during the call that hands them over.
@Suite struct ConfinedTests {
    private let census = Census()
    private let lua: Interpreter

    private static let reason = """
        refers to Diary, which is not Sendable: only the call that got it may use it
            get it again in each call, or make the type Sendable
        """

    init() throws {
        lua = try Interpreter()
        try lua.register(Diary.look(census))
        try lua.register(Slip.look)
        try lua.run("function keep(d) kept = d return d.pages end", name: "o.lua")
    }

    private func function(_ text: String) throws -> LuaFunction {
        try lua.evaluate("return \(text)", name: "o.lua", as: LuaFunction.self)
    }

    @Test func whatAScriptKeepsIsGoneWithTheCall() throws {
        #expect(try function("keep").call(Diary(census), as: Int.self) == 0)
        let error = lua.failure("return kept.pages")
        #expect(error?.message == "bad receiver of \"Diary.pages\": \(Self.reason)")
        #expect(error?.location?.description == "o.lua:1")
        #expect(lua.failure("kept:write()")?.message == "bad receiver of \"Diary.write\": \(Self.reason)")
        let result = #expect(throws: LuaError.self) {
            try lua.evaluate("return kept", name: "o.lua", as: Diary.self)
        }
        #expect(result?.description == "o.lua:1: bad result: \(Self.reason)")
    }

    @Test func theLastReferenceGoesWithTheCallAndOutsideOfTheInterpreter() throws {
        let keep = try function("keep")
        try census.watching(lua) {
            try keep.call(Diary(census))
            #expect(census.count == 0)
        }
        #expect(census.made.withLock { $0 } == 1)
    }

    @Test func whatIsSendableGoesOnLiving() throws {
        try lua.register(ObjectClass(Citizen.self) { citizen in citizen.property("pages") { $0.census.count } })
        try function("keep").call(Citizen(census))
        #expect(try lua.text("return kept.pages") == "1")
    }

    @Test(arguments: ["Diary()", "keep and Diary():copy()", "Diary().next", "Diary():itself()"])
    func whatAScriptGetsInACallIsGoneToo(_ expression: String) throws {
        #expect(try lua.text("made = \(expression) made:write() return made:write()") == "2")
        #expect(lua.failure("return made.pages")?.message == "bad receiver of \"Diary.pages\": \(Self.reason)")
        #expect(census.count == 0)
    }

    @Test func aSubclassIsAsItsBase() throws {
        try function("keep").call(Logbook(census))
        #expect(lua.failure("return kept.pages")?.message == "bad receiver of \"Diary.pages\": \(Self.reason)")
    }

    @Test func aStructIsGoneToo() throws {
        try function("keep").call(Slip(diary: Diary(census)))
        let reason = Self.reason.replacing("Diary", with: "Slip")
        #expect(lua.failure("return kept.pages")?.message == "bad receiver of \"Slip.pages\": \(reason)")
        #expect(census.count == 0)
    }

    @Test func oneThatWasPutTogetherByHandSaysSoItself() throws {
        var look = ObjectClass(name: "Notes", methods: ["count": HostFunction("count") { (_: Diary) in 1 }])
        look.isSendable = false
        lua.register(look, for: ObjectIdentifier(Diary.self))
        #expect(try function("function(n) kept = n return n:count() end").call(Diary(census), as: Int.self) == 1)
        #expect(lua.failure("kept:count()")?.message.contains("Notes, which is not Sendable") == true)
    }

    @Test func withinTheCallItIsOneValue() throws {
        let diary = Diary(census)
        try lua.setGlobal("get", function: HostFunction("get") { [census] in Diary(census) })
        let same = try function("function(a, b) return a == b and a == a:itself() and ({ [a] = true })[b] end")
        #expect(try same.call(diary, diary, as: Bool.self))
        #expect(try lua.text("return get() == get()") == "false")
    }

    @Test func noGlobalAndNoFieldKeepsOne() throws {
        let message = """
            cannot keep Diary, which is not Sendable
                pass it to each call that needs it, or make the type Sendable
            """
        let table = try lua.makeTable()
        let global = #expect(throws: LuaError.self) { try lua.setGlobal("d", [Diary(census)]) }
        #expect(global?.description == "the global \"d\" \(message)")
        let field = #expect(throws: LuaError.self) { try table.set("d", to: Diary(census)) }
        #expect(field?.description == "the field \"d\" of a table \(message)")
        #expect(try lua.text("return d") == "nil" && table.get("d", as: Int?.self) == nil)
        #expect(census.count == 0)
    }

    @Test func oneThatWasDestroyedSaysThat() throws {
        let diary = Diary(census)
        try lua.setGlobal("drop", function: HostFunction("drop") { [lua] (diary: Diary) in try lua.destroy(diary) })
        let error = #expect(throws: LuaError.self) {
            try function("function(d) drop(d) return d.pages end").call(diary)
        }
        #expect(error?.message == "bad receiver of \"Diary.pages\": refers to Diary, which was destroyed")
    }

    @Test func aCallThatMakesManyKeepsNoneThatItDropped() throws {
        let census = census
        try lua.setGlobal(
            "living",
            function: HostFunction("living") { [lua] in
                lua.collect()
                return census.count
            })
        #expect(try lua.text("for i = 1, 1000 do Diary():write() end return living()") == "0")
    }

    // MARK: Calls within calls

    @Test func aFunctionCalledWithinTheCallMayUseWhatTheCallGot() throws {
        try lua.setGlobal("call", function: HostFunction("call") { (f: LuaFunction) in try f.call(as: Int.self) })
        let outer = try function("function(d) return call(function() return d:write() + d:write() end) end")
        #expect(try outer.call(Diary(census), as: Int.self) == 3)
    }

    @Test func anInnerCallEndsItsOwnLoansAlone() throws {
        let keep = try function("keep")
        let census = census
        try lua.setGlobal("again", function: HostFunction("again") { (diary: Diary) in try keep.call(diary) })
        try lua.setGlobal("other", function: HostFunction("other") { try keep.call(Diary(census)) })
        let outer = try function("function(d) again(d) return kept == d and kept:write() end")
        #expect(try outer.call(Diary(census), as: Int.self) == 1)
        #expect(lua.failure("other() return kept.pages")?.message.hasSuffix(Self.reason) == true)
        #expect(census.count == 0)
    }

    @Test func anInterpreterWithinAnotherKnowsItsOwnLoans() throws {
        let second = try Interpreter()
        try second.register(Diary.look(census))
        let enter = try second.evaluate(
            "return function(d, f) return f() + d.pages end", name: "o.lua", as: LuaFunction.self)
        let census = census
        try lua.setGlobal(
            "enter",
            function: HostFunction("enter") { (f: LuaFunction) in
                try second.setGlobal("f", function: HostFunction("f") { try f.call(as: Int.self) })
                let f = try second.evaluate("return f", name: "o.lua", as: LuaFunction.self)
                return try enter.call(Diary(census), f, as: Int.self)
            })
        let outer = try function("function(d) return enter(function() return d:write() end) end")
        #expect(try outer.call(Diary(census), as: Int.self) == 1)
    }

    @Test func eachResumeIsACallOfItsOwn() throws {
        let coroutine = try LuaCoroutine(
            function("function(d) d:write() coroutine.yield(d.pages) return d.pages end"))
        #expect(try coroutine.resume(Diary(census), as: Int.self) == 1)
        let error = #expect(throws: LuaError.self) { try coroutine.resume() }
        #expect(error?.message == "bad receiver of \"Diary.pages\": \(Self.reason)")
    }
}

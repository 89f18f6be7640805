import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// Objects whose type is not `Sendable`: scripts have them during the call that hands them over.
@Suite struct UnsendableObjectTests {
    private let counter = LiveObjectCounter()
    private let lua: Interpreter

    private static let reason = """
        refers to UnsendableObject, which is not Sendable: only the call that got it may use it
            get it again in each call, or make the type Sendable
        """

    init() throws {
        lua = try Interpreter()
        try lua.register(UnsendableObject.hostClass(counter))
        try lua.register(UnsendableStruct.hostClass)
        try lua.run("function keep(d) kept = d return d.pages end", name: "o.lua")
    }

    private func function(_ text: String) throws -> LuaFunction {
        try lua.evaluate("return \(text)", name: "o.lua", as: LuaFunction.self)
    }

    @Test func confinedObjectThatAScriptKeepsEndsWithTheCall() throws {
        #expect(try function("keep").call(UnsendableObject(counter), as: Int.self) == 0)
        let error = lua.failure("return kept.pages")
        #expect(error?.message == "bad receiver of \"UnsendableObject.pages\": \(Self.reason)")
        #expect(error?.location?.description == "o.lua:1")
        #expect(lua.failure("kept:write()")?.message == "bad receiver of \"UnsendableObject.write\": \(Self.reason)")
        let result = #expect(throws: LuaError.self) {
            try lua.evaluate("return kept", name: "o.lua", as: UnsendableObject.self)
        }
        #expect(result?.description == "o.lua:1: bad result: \(Self.reason)")
    }

    @Test func confinedObjectIsReleasedWithTheCallOutsideTheInterpreter() throws {
        let keep = try function("keep")
        try counter.watching(lua) {
            try keep.call(UnsendableObject(counter))
            #expect(counter.count == 0)
        }
        #expect(counter.made.withLock { $0 } == 1)
    }

    @Test func sendableObjectIsKeptAfterTheCall() throws {
        try lua.register(HostClass(CountedObject.self) { citizen in citizen.property("pages") { $0.counter.count } })
        try function("keep").call(CountedObject(counter))
        #expect(try lua.text("return kept.pages") == "1")
    }

    @Test(arguments: [
        "UnsendableObject()", "keep and UnsendableObject():copy()", "UnsendableObject().next",
        "UnsendableObject():itself()",
    ])
    func confinedObjectThatACallReturnsEndsWithTheEntry(_ expression: String) throws {
        #expect(try lua.text("made = \(expression) made:write() return made:write()") == "2")
        #expect(
            lua.failure("return made.pages")?.message == "bad receiver of \"UnsendableObject.pages\": \(Self.reason)")
        #expect(counter.count == 0)
    }

    @Test func subclassOfAConfinedClassIsConfined() throws {
        try function("keep").call(UnsendableSubclass(counter))
        #expect(
            lua.failure("return kept.pages")?.message == "bad receiver of \"UnsendableObject.pages\": \(Self.reason)")
    }

    @Test func confinedStructEndsWithTheCall() throws {
        try function("keep").call(UnsendableStruct(object: UnsendableObject(counter)))
        let reason = Self.reason.replacing("UnsendableObject", with: "UnsendableStruct")
        #expect(lua.failure("return kept.pages")?.message == "bad receiver of \"UnsendableStruct.pages\": \(reason)")
        #expect(counter.count == 0)
    }

    @Test func descriptionFromFunctionsDeclaresItsObjectsConfined() throws {
        var hostClass = HostClass(
            name: "Notes", methods: ["count": HostFunction("count") { (_: UnsendableObject) in 1 }])
        hostClass.isSendable = false
        lua.register(hostClass, for: ObjectIdentifier(UnsendableObject.self))
        #expect(
            try function("function(n) kept = n return n:count() end").call(UnsendableObject(counter), as: Int.self) == 1
        )
        #expect(lua.failure("kept:count()")?.message.contains("Notes, which is not Sendable") == true)
    }

    @Test func confinedObjectIsOneValueWithinTheCall() throws {
        let diary = UnsendableObject(counter)
        try lua.setGlobal("get", to: HostFunction("get") { [counter] in UnsendableObject(counter) })
        let same = try function("function(a, b) return a == b and a == a:itself() and ({ [a] = true })[b] end")
        #expect(try same.call(diary, diary, as: Bool.self))
        #expect(try lua.text("return get() == get()") == "false")
    }

    @Test func confinedObjectCannotBeAGlobalOrAField() throws {
        let message = """
            cannot keep UnsendableObject, which is not Sendable
                pass it to each call that needs it, or make the type Sendable
            """
        let table = try lua.makeTable()
        let global = #expect(throws: LuaError.self) { try lua.setGlobal("d", to: [UnsendableObject(counter)]) }
        #expect(global?.description == "the global \"d\" \(message)")
        let field = #expect(throws: LuaError.self) { try table.setValue(UnsendableObject(counter), for: "d") }
        #expect(field?.description == "the field \"d\" of a table \(message)")
        #expect(try lua.text("return d") == "nil" && table.value(for: "d", as: Int?.self) == nil)
        #expect(counter.count == 0)
    }

    @Test func destroyedConfinedObjectIsReportedAsDestroyed() throws {
        let diary = UnsendableObject(counter)
        try lua.setGlobal(
            "drop", to: HostFunction("drop") { [lua] (diary: UnsendableObject) in try lua.destroy(diary) })
        let error = #expect(throws: LuaError.self) {
            try function("function(d) drop(d) return d.pages end").call(diary)
        }
        #expect(
            error?.message
                == "bad receiver of \"UnsendableObject.pages\": refers to UnsendableObject, which was destroyed")
    }

    @Test func confinedObjectsThatAScriptDropsAreReleasedDuringTheCall() throws {
        let counter = counter
        try lua.setGlobal(
            "living",
            to: HostFunction("living") { [lua] in
                lua.collect()
                return counter.count
            })
        #expect(try lua.text("for i = 1, 1000 do UnsendableObject():write() end return living()") == "0")
    }

    // MARK: Calls within calls

    @Test func nestedCallUsesTheConfinedObjectOfTheOuterOne() throws {
        try lua.setGlobal("call", to: HostFunction("call") { (f: LuaFunction) in try f.call(as: Int.self) })
        let outer = try function("function(d) return call(function() return d:write() + d:write() end) end")
        #expect(try outer.call(UnsendableObject(counter), as: Int.self) == 3)
    }

    @Test func nestedCallEndsOnlyItsOwnLoans() throws {
        let keep = try function("keep")
        let counter = counter
        try lua.setGlobal("again", to: HostFunction("again") { (diary: UnsendableObject) in try keep.call(diary) })
        try lua.setGlobal("other", to: HostFunction("other") { try keep.call(UnsendableObject(counter)) })
        let outer = try function("function(d) again(d) return kept == d and kept:write() end")
        #expect(try outer.call(UnsendableObject(counter), as: Int.self) == 1)
        #expect(lua.failure("other() return kept.pages")?.message.hasSuffix(Self.reason) == true)
        #expect(counter.count == 0)
    }

    @Test func nestedInterpretersHaveSeparateLoans() throws {
        let second = try Interpreter()
        try second.register(UnsendableObject.hostClass(counter))
        let enter = try second.evaluate(
            "return function(d, f) return f() + d.pages end", name: "o.lua", as: LuaFunction.self)
        let counter = counter
        try lua.setGlobal(
            "enter",
            to: HostFunction("enter") { (f: LuaFunction) in
                try second.setGlobal("f", to: HostFunction("f") { try f.call(as: Int.self) })
                let f = try second.evaluate("return f", name: "o.lua", as: LuaFunction.self)
                return try enter.call(UnsendableObject(counter), f, as: Int.self)
            })
        let outer = try function("function(d) return enter(function() return d:write() end) end")
        #expect(try outer.call(UnsendableObject(counter), as: Int.self) == 1)
    }

    @Test func confinedObjectEndsWithEachResume() throws {
        let coroutine = try LuaCoroutine(
            function("function(d) d:write() coroutine.yield(d.pages) return d.pages end"))
        #expect(try coroutine.resume(UnsendableObject(counter), as: Int.self) == 1)
        let error = #expect(throws: LuaError.self) { try coroutine.resume() }
        #expect(error?.message == "bad receiver of \"UnsendableObject.pages\": \(Self.reason)")
    }
}

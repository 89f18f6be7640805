import LuaRuntime
import MoonwireValues
import Testing

/// A list without elements is known as one, where the type that is read does not say it.
@Suite struct ListMarkTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.defineList()
    }

    private func read(_ text: String) throws -> PlainValue {
        try lua.evaluate(text, name: "l.lua")
    }

    private func passed(_ value: some Convertible, through text: String = "return t") throws -> PlainValue {
        try lua.evaluate("return function(t) \(text) end", name: "l.lua", as: LuaFunction.self).call(value)
    }

    @Test func listsAndMapsOfSwiftReturnUnchanged() throws {
        for value in [PlainValue.list([]), .map([:]), .list([.list([]), .map([:])]), .map(["a": .list([])])] {
            #expect(try passed(value) == value)
        }
    }

    @Test func typedListsAreMarked() throws {
        #expect(try passed([Int]()) == .list([]))
        #expect(try passed([Double]()) == .list([]))
        #expect(try passed([String]()) == .list([]))
        #expect(try passed([Bool]()) == .list([]))
        #expect(try passed(Set<Int>()) == .list([]))
        #expect(try passed([Int: Int]()) == .map([:]))
    }

    @Test func aScriptMarksAList() throws {
        #expect(try read("return list {}") == .list([]))
        #expect(try read("return list(list {})") == .list([]))
        #expect(try read("return {}") == .map([:]))
        #expect(try read("local t = list {} t[1] = 'x' return t") == .list([.text("x")]))
        #expect(try read("local t = list { 1 } t[1] = nil return t") == .list([]))
        #expect(try lua.evaluate("return list {}", name: "l.lua", as: [String: Int].self) == [:])
    }

    @Test func markOfATableWithKeysIsIgnored() throws {
        #expect(try read("return list { a = 1 }") == .map(["a": 1]))
        #expect(try passed(PlainValue.list([]), through: "t.a = 1 return t") == .map(["a": 1]))
    }

    @Test func scriptsUseAMarkedListLikeAnyTable() throws {
        for text in [
            "assert(getmetatable(t) == nil) return t",
            "rawset(t, 1, 'x') assert(#t == 1 and t[1] == 'x' and next(t) == 1) t[1] = nil return t",
            "for _ in pairs(t) do error('not empty') end assert(t[1] == nil and t.name == nil) return t",
        ] {
            #expect(try passed([Int](), through: text) == .list([]), "\(text)")
        }
        for text in [
            "local m = { __index = { x = 1 } } assert(setmetatable(t, m) == t and t.x == 1 and getmetatable(t) == m) return t",
            "assert(getmetatable(setmetatable(t, { __metatable = 'shut' })) == 'shut') return t",
            "assert(getmetatable(setmetatable(t, nil)) == nil) return t",
        ] {
            #expect(try passed([Int](), through: text) == .map([:]), "\(text)")
        }
    }

    @Test(arguments: [
        ("list(1)", "bad argument #1 to 'list' (table expected, got number)"),
        ("list()", "bad argument #1 to 'list' (table expected, got no value)"),
        ("list(setmetatable({}, {}))", "bad argument #1 to 'list' (it has a metatable)"),
        ("getmetatable()", "bad argument #1 to 'getmetatable' (value expected)"),
    ])
    func markingAnotherValueIsRefused(_ call: String, message: String) throws {
        let error = #expect(throws: LuaError.self) { try lua.run("\n" + call, name: "l.lua") }
        #expect(error?.message == message)
        #expect(error?.location == ScriptLocation(file: "l.lua", line: 2))
    }
}

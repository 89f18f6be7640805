import LuaRuntime
import MoonwireValues
import TestSupport
import Testing

@Suite struct LuaTableTests {
    private let lua: Interpreter

    init() throws { lua = try Interpreter() }

    private func table(_ script: String) throws -> LuaTable {
        try lua.evaluate(script, name: "t.lua")
    }

    @Test func fieldsAreReadAndWritten() throws {
        let table = try table("t = { port = 8080, names = { 'a', 'b' }, [1] = true } return t")
        #expect(try table.value(for: "port", as: Int.self) == 8080)
        #expect(try table.value(for: "names") == ["a", "b"])
        #expect(try table.value(for: 1, as: Bool.self))
        #expect(try table.value(for: "missing", as: String?.self) == nil)
        try table.setValue("here", for: "host")
        try table.setValue(Int?.none, for: "port")
        try table.setValue([1, 2], for: 2)
        #expect(try lua.evaluate("return t.host .. tostring(t.port) .. t[2][2]", name: "t.lua") == "herenil2")
        #expect(try table.count == 2)
    }

    @Test func wholeTableConvertsToAType() throws {
        #expect(try table("return { 1, 2, 3 }").read(as: [Int].self) == [1, 2, 3])
        #expect(try table("return { a = 1 }").read(as: [String: Int].self) == ["a": 1])
    }

    @Test func conversionErrorOfATableNamesTheField() throws {
        let table = try table("return { port = 'x', deep = { { y = 1 } } }")
        let error = #expect(throws: ConversionError.self) { try table.value(for: "port", as: Int.self) }
        #expect(error?.description == "at port expects an integer, got the string \"x\"")
        let deep = #expect(throws: ConversionError.self) { try table.value(for: "deep", as: [[String: String]].self) }
        #expect(deep?.description == "at deep.1.y expects a string, got the integer 1")
        let none = #expect(throws: ConversionError.self) { try table.value(for: "none", as: Int.self) }
        #expect(none?.description == "at none expects an integer, got nil")
        let number = #expect(throws: (any Error).self) {
            try lua.evaluate("return 5", name: "t.lua", as: LuaTable.self)
        }
        #expect("\(number.map { "\($0)" } ?? "")".contains("expects a map, got the integer 5"))
    }

    @Test func metamethodsOfATableAreCalled() throws {
        let table = try table(
            """
            log = {}
            return setmetatable({}, {
                __index = function(_, key) if key == 'bad' then error('no ' .. key) end return key .. '!' end,
                __newindex = function(_, key, value) log[key] = value end,
            })
            """)
        #expect(try table.value(for: "x", as: String.self) == "x!")
        try table.setValue(7, for: "y")
        #expect(try lua.evaluate("return log.y", name: "t.lua", as: Int.self) == 7)
        let error = #expect(throws: LuaError.self) { try table.value(for: "bad", as: String.self) }
        #expect(error?.description == "t.lua:3: no bad")
    }

    @Test func functionsInFieldsAreCalled() throws {
        let table = try table(
            """
            local t = { base = 10 }
            function t.add(a, b) return a + b end
            function t:raise(by) self.base = self.base + by return self.base end
            function t.fail() error { code = 7 } end
            return t
            """)
        #expect(try table.call("add", 1, 2, as: Int.self) == 3)
        #expect(try table.callMethod("raise", 5, as: Int.self) == 15)
        try table.callMethod("raise", 5)
        #expect(try table.value(for: "base", as: Int.self) == 20)
        let error = #expect(throws: LuaError.self) { try table.call("fail") }
        #expect(error?.value == ["code": 7])
    }

    @Test func callingAFieldThatIsNotAFunctionIsAnError() throws {
        let table = try table("return { greet = print, name = 'x' }")
        let missing = #expect(throws: LuaError.self) { try table.call("gret") }
        #expect(missing?.message == "\"gret\" is nil, not a function\n    did you mean \"greet\"?")
        let text = #expect(throws: LuaError.self) { try table.callMethod("name") }
        #expect(text?.message == "\"name\" is the string \"x\", not a function")
    }

    @Test func tableReturnsToScriptsAsTheSameTable() throws {
        let table = try table("t = {} return t")
        try lua.setGlobal("u", to: table)
        try lua.setGlobal("v", to: [table])
        try lua.setGlobal("w", push: { try $0.write(object: table, at: 0) })
        #expect(try lua.evaluate("return t == u and t == v[1] and t == w", name: "t.lua", as: Bool.self))
        let other = try Interpreter()
        let error = #expect(throws: ConversionError.self) { try other.setGlobal("t", to: table) }
        #expect(error?.description == "is a table of another interpreter")
    }

    @Test func hostCreatesTables() throws {
        let table = try lua.makeTable()
        try table.setValue(42, for: "answer")
        try lua.setGlobal("made", to: table)
        #expect(try lua.evaluate("return made.answer", name: "t.lua", as: Int.self) == 42)
    }

    @Test func functionReceivesATable() throws {
        try lua.setGlobal(
            "sum",
            to: HostFunction("sum") { (table: LuaTable) in
                try table.value(for: "a", as: Int.self) + table.call("b", as: Int.self)
            })
        #expect(try lua.evaluate("return sum { a = 1, b = function() return 2 end }", name: "t.lua", as: Int.self) == 3)
        #expect(lua.failure("sum(1)")?.message == "bad argument 1 to \"sum\": expects a map, got the integer 1")
    }

    @Test func releasedTablesAreFreedAndTheLastKeepsTheInterpreter() throws {
        let live = LiveObjectCounter()
        try lua.setGlobal("citizen", to: HostFunction("citizen") { CountedObject(live) })
        for _ in 0..<100 { _ = try table("return { citizen() }") }
        lua.collect()
        #expect(live.count == 0)
        func make() throws -> LuaTable { try Interpreter().evaluate("return { x = 1 }", name: "t.lua") }
        #expect(try make().value(for: "x", as: Int.self) == 1)
    }

    @Test func manyThreadsUseAndReleaseTables() throws {
        let counter = try table(
            "local n = 0 return { add = function() n = n + 1 return n end, make = function() return {} end }")
        let threads = (0..<4).map { _ in
            TestThread {
                for _ in 0..<200 {
                    try? counter.call("add")
                    _ = try? counter.call("make", as: LuaTable.self)
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(try counter.call("add", as: Int.self) == 801)
    }
}

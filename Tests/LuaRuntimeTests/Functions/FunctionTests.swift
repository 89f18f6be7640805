import LuaRuntime
import MoonwireValues
import Testing

@Suite struct FunctionTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    @Test func chunkReturnsItsFirstResult() throws {
        #expect(try lua.evaluate("return 6 * 7", name: "a.lua", as: Int.self) == 42)
    }

    @Test func typedFunctionReceivesAndReturnsValues() throws {
        try lua.setGlobal("add", to: HostFunction("add") { (a: Int, b: Int) in a + b })
        #expect(try lua.evaluate("return add(1, 2)", name: "a.lua", as: Int.self) == 3)
    }

    @Test func argumentErrorNamesFunctionPositionAndLine() throws {
        try lua.setGlobal("add", to: HostFunction("add") { (a: Int, b: Int) in a + b })
        let error = #expect(throws: LuaError.self) { try lua.run("\nadd(1, 'x')", name: "a.lua") }
        #expect(error?.description == "a.lua:2: bad argument 2 to \"add\": expects an integer, got the string \"x\"")
        let missing = #expect(throws: LuaError.self) { try lua.run("add(1)", name: "a.lua") }
        #expect(missing?.description == "a.lua:1: bad argument 2 to \"add\": is missing")
    }

    @Test func argumentErrorNamesTheLabel() throws {
        let add = HostFunction("add") { (a: Int, b: Int) in a + b }
        try lua.setGlobal("add", to: add.labeled("left", "right"))
        #expect(try lua.evaluate("return add(1, 2)", name: "a.lua", as: Int.self) == 3)
        let error = #expect(throws: LuaError.self) { try lua.run("\nadd(1, 'x')", name: "a.lua") }
        #expect(
            error?.description
                == "a.lua:2: bad argument 2 (\"right\") to \"add\": expects an integer, got the string \"x\"")
        let missing = #expect(throws: LuaError.self) { try lua.run("add()", name: "a.lua") }
        #expect(missing?.description == "a.lua:1: bad argument 1 (\"left\") to \"add\": is missing")
        try lua.setGlobal("add", to: add.labeled("left"))
        let unlabeled = #expect(throws: LuaError.self) { try lua.run("add(1, 'x')", name: "a.lua") }
        #expect(unlabeled?.message.hasPrefix("bad argument 2 to \"add\"") == true)
    }

    @Test func luaFunctionIsATypedClosure() throws {
        let text = "return function(a, b) sum = (sum or 0) + a + b return a + b end"
        let function = try lua.evaluate(text, name: "add.lua", as: LuaFunction.self)
        let add = function.typed(Int.self, Int.self, returning: Int.self)
        #expect(try add(1, 2) == 3)
        let note: @Sendable (Int, Double) throws -> Void = function.typed(Int.self, Double.self)
        try note(3, 4)
        #expect(try lua.evaluate("return sum", name: "a.lua", as: Int.self) == 10)
        let joined = function.typed(Int.self, Int.self, returning: [String].self)
        let error = #expect(throws: LuaError.self) { try joined(1, 2) }
        #expect(error?.description == "add.lua:1: bad result: expects a list, got the integer 3")
    }

    @Test func optionalArgumentsCanBeLeftOut() throws {
        try lua.setGlobal("f", to: HostFunction("f") { (a: String, b: Int?) in "\(a) \(b ?? 0)" })
        #expect(try lua.evaluate("return f('x') .. f('y', 2)", name: "a.lua", as: String.self) == "x 0y 2")
    }

    @Test func swiftKeepsAFunctionAndCallsIt() throws {
        let text = "return function(a, b) return a .. b end"
        let join = try lua.evaluate(text, name: "a.lua", as: LuaFunction.self)
        #expect(try join.call("a", 1, as: String.self) == "a1")
        #expect(join.definedAt == ScriptLocation(file: "a.lua", line: 1))
        #expect(join.lastLine == 1)
        let long = try lua.evaluate("\nreturn function()\n\nend", name: "a.lua", as: LuaFunction.self)
        #expect([long.definedAt?.line, long.lastLine] == [2, 4])
    }

    @Test func aKeptFunctionKeepsItsInterpreter() throws {
        func make() throws -> LuaFunction {
            try Interpreter().evaluate("local n = 0 return function() n = n + 1 return n end", name: "a.lua")
        }
        let count = try make()
        try count.call()
        #expect(try count.call(as: Int.self) == 2)
    }
}

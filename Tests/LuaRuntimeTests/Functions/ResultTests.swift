import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct ResultTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    @Test func chunkReturnsSeveralResults() throws {
        let (quotient, rest) = try lua.evaluate("return 7 // 2, 7 % 2", name: "d.lua", as: (Int, Int).self)
        #expect(quotient == 3 && rest == 1)
        let three = try lua.evaluate("return 1, 'x', { true }", name: "d.lua", as: (Int, String, [Bool]).self)
        #expect(three.0 == 1 && three.1 == "x" && three.2 == [true])
        let few = try lua.evaluate("return 1", name: "d.lua", as: (Int, String?).self)
        #expect(few.0 == 1 && few.1 == nil)
    }

    @Test func functionReturnsSeveralResults() throws {
        let divide = try lua.evaluate(
            "return function(a, b) return a // b, a % b end", name: "d.lua", as: LuaFunction.self)
        let (quotient, rest) = try divide.call(17, 5, as: (Int, Int).self)
        #expect(quotient == 3 && rest == 2)
    }

    @Test func resultErrorNamesThePositionOfTheResult() throws {
        let second = #expect(throws: LuaError.self) {
            try lua.evaluate("return 1, 'x'", name: "d.lua", as: (Int, Int).self)
        }
        #expect(second?.description == "d.lua:1: bad result 2: expects an integer, got the string \"x\"")
        let missing = #expect(throws: LuaError.self) {
            try lua.evaluate("return 1", name: "d.lua", as: (Int, Int).self)
        }
        #expect(missing?.description == "d.lua:1: bad result 2: is missing")
        let function = try lua.evaluate(
            "\nreturn function() return {}, { 'x' } end", name: "d.lua", as: LuaFunction.self)
        let inside = #expect(throws: LuaError.self) { try function.call(as: ([Int], [Int]).self) }
        #expect(inside?.description == "d.lua:2: bad result 2: at 1 expects an integer, got the string \"x\"")
    }

    @Test func hostFunctionReturnsSeveralResults() throws {
        try lua.setGlobal("divide", to: HostFunction("divide") { (a: Int, b: Int) in (a / b, a % b) })
        try lua.setGlobal("three", to: HostFunction("three") { (1, Int?.none, "c") })
        try lua.setGlobal("four", to: HostFunction("four") { (n: Int) in (n, [n], ["n": n], true) })
        #expect(try lua.evaluate("return divide(17, 5)", name: "d.lua", as: Int.self) == 3)
        let pair = try lua.evaluate("return divide(17, 5)", name: "d.lua", as: (Int, Int).self)
        #expect(pair.0 == 3 && pair.1 == 2)
        #expect(try lua.evaluate("return select('#', three())", name: "d.lua", as: Int.self) == 3)
        let text = "local n, l, m, f = four(4) return n == 4 and l[1] == 4 and m.n == 4 and f"
        #expect(try lua.evaluate(text, name: "d.lua", as: Bool.self))
        let error = #expect(throws: LuaError.self) {
            try lua.setGlobal("wide", to: HostFunction("wide") { (1, UInt64.max) })
            try lua.run("wide()", name: "w.lua")
        }
        #expect(
            error?.description
                == "w.lua:1: bad result of \"wide\": expects an integer of 64 bits with a sign, got 18446744073709551615"
        )
    }

    @Test func severalResultsAreReleasedOutsideTheInterpreter() throws {
        let (lua, entered) = (lua, Lock(false))
        try lua.setGlobal(
            "make",
            to: HostFunction("make") { () -> (Int, Held) in
                (
                    1,
                    Held {
                        let thread = TestThread {
                            let isFree = (try? lua.evaluate("return 1", name: "o.lua", as: Int.self)) == 1
                            entered.withLock { $0 = isFree }
                        }
                        thread.join()
                    }
                )
            })
        try lua.run("make()", name: "m.lua")
        #expect(entered.withLock { $0 })
    }
}

/// Crosses as a number, and says when it goes.
private final class Held: Convertible {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    static func read(from reader: ValueReader) throws -> Self { throw reader.mismatch(.object) }
    func write(to writer: ValueWriter) throws { try 7.write(to: writer) }
    static var shape: ValueShape { .anything }
}

import LuaRuntime
import Testing

/// Messages are bounded, whatever a script puts into them.
@Suite struct MessageLengthTests {
    private static let long = "('x'):rep(5 << 20)"

    @Test(arguments: [
        "error(\(long))", "error(\(long) .. 'end', 0)", "assert(false, \(long))", "error({ message = \(long) })",
        "local t = {} t[\(long)].x = 1", "return {} < setmetatable({}, { __name = \(long) })",
        "error(\"a\" .. \(long))",
        "local t = { [\(long)] = 1 } t[\(long)]()",
    ])
    func errorsOfScriptsAreCut(_ script: String) throws {
        let error = #expect(throws: LuaError.self) { try Interpreter().run(script, name: "long.lua") }
        try expectShort(error)
    }

    /// What Lua quotes of a text that does not parse.
    @Test(arguments: [
        ("x = ", ""), ("return 1 ", ""), ("goto ", ""), ("x = '", ""), ("x = [[", ""), ("--[[", ""), ("x = ", "'"),
    ])
    func errorsOfSyntaxAreCut(_ head: String, _ tail: String) throws {
        let text = head + String(repeating: "y", count: 5 << 20) + tail
        let error = #expect(throws: LuaError.self) { try Interpreter().run("return {" + text, name: "long.lua") }
        try expectShort(error)
    }

    @Test func bothEndsStay() throws {
        let error = #expect(throws: LuaError.self) {
            try Interpreter().run("error('é' .. ('é'):rep(100000) .. 'end', 0)", name: "long.lua")
        }
        let message = try #require(error?.message)
        #expect(message.hasPrefix("éé"))
        #expect(message.hasSuffix("ééend"))
        #expect(message.contains("é… (195908 bytes) …é"))
    }

    @Test func namesOfFunctionsAreCut() throws {
        let name = String(repeating: "n", count: 1 << 20)
        let script = "local t = {} function t.\(name)() error('x') end t.\(name)() return"
        let error = #expect(throws: LuaError.self) { try Interpreter().run(script, name: "long.lua") }
        try expectShort(error)
    }

    private func expectShort(_ error: LuaError?) throws {
        let error = try #require(error)
        #expect(error.message.utf8.count < 5000)
        #expect(error.report.utf8.count < 50_000)
    }
}

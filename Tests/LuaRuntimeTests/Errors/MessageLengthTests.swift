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
    func messagesOfScriptErrorsAreShortened(_ script: String) throws {
        try expectShort(script)
    }

    /// The part that Lua quotes of a source that cannot be parsed.
    @Test(arguments: [
        ("x = ", ""), ("return 1 ", ""), ("goto ", ""), ("x = '", ""), ("x = [[", ""), ("--[[", ""), ("x = ", "'"),
    ])
    func messagesOfSyntaxErrorsAreShortened(_ head: String, _ tail: String) throws {
        let text = head + String(repeating: "y", count: 5 << 20) + tail
        try expectShort("return {" + text)
    }

    @Test func shortenedMessagesKeepBothEnds() throws {
        let message = try #require(error(of: "error('é' .. ('é'):rep(100000) .. 'end', 0)")?.message)
        #expect(message.hasPrefix("éé"))
        #expect(message.hasSuffix("ééend"))
        #expect(message.contains("é… (195908 bytes) …é"))
    }

    @Test func longFunctionNamesAreShortened() throws {
        let name = String(repeating: "n", count: 1 << 20)
        let script = "local t = {} function t.\(name)() error('x') end t.\(name)() return"
        try expectShort(script)
    }

    private func expectShort(_ script: String) throws {
        let lengths = error(of: script).map { (message: $0.message.utf8.count, report: $0.report.utf8.count) }
        #expect(try #require(lengths?.message) < 5000)
        #expect(try #require(lengths?.report) < 50_000)
    }

    /// `#expect(throws:)` would describe the error many times, with the megabytes that the script raised.
    private func error(of script: String) -> LuaError? {
        do {
            try Interpreter().run(script, name: "long.lua")
            return nil
        } catch { return error as? LuaError }
    }
}

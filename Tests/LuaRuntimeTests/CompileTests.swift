import LuaRuntime
import MoonwireValues
import Testing

/// Compiling ends, whatever the text: what would take much longer than its length tells is refused.
@Suite(.timeLimit(.minutes(10))) struct CompileTests {
    private static func text(_ head: String, _ part: String, _ tail: String, size: Int = 240_000) -> String {
        head + String(repeating: part, count: size / part.utf8.count) + tail
    }

    /// Lua's compiler goes through what came before at each part; so long that no machine is fast enough.
    @Test(arguments: [
        ("return ", "a and ", "a"), ("return ", "a or ", "a"), ("return ", "a<b and ", "a"),
        ("return ", "(a and b) or ", "a"), ("if a then ", "elseif a then ", " end"),
    ])
    func longChainsOfJumpsAreRefused(_ head: String, _ part: String, _ tail: String) throws {
        let error = try #require(failure("\n" + Self.text(head, part, tail, size: 600_000)))
        #expect(error.code == .syntax)
        #expect(error.message.hasPrefix("the script takes too long to compile"))
        #expect(error.location?.line == 2)
    }

    @Test(arguments: [("while a do ", "break ", "end"), ("do ", "goto x ", "::x:: end")])
    func manyJumpsInAFunctionAreRefused(_ head: String, _ part: String, _ tail: String) throws {
        let error = try #require(failure("\n" + Self.text(head, part, tail)))
        #expect(error.description == "compile.lua:2: a function has more than 4000 `break` and `goto` statements")
    }

    @Test func manyJumpsInManyFunctionsAreNot() {
        let loop = "local function f() while a do " + String(repeating: "break ", count: 3000) + "end end "
        #expect(failure("do " + String(repeating: loop, count: 10) + " end") == nil)
    }

    /// Each name is looked for in all functions outside.
    @Test func namesInManyFunctionsAreRefused() throws {
        let names = (0..<150).map { "n\($0)" }.joined(separator: ",")
        let head = String(repeating: "local \(names) local function f() ", count: 60)
        let error = try #require(failure(Self.text(head, "g(g)", String(repeating: " end", count: 60))))
        #expect(error.code == .syntax)
    }

    @Test(arguments: [
        ("return {", "1,", "}"), ("return {", "{},", "}"), ("return {", "'text',", "}"), ("", "function f() end ", ""),
        ("", "x.y.z = a and b or c ", ""), ("", "if a then b() elseif c then d() else e() end ", ""),
        ("--[[", "x", "]]"), ("return '", "x", "'"),
    ])
    func ordinaryTextsOfAnyLengthAreTaken(_ head: String, _ part: String, _ tail: String) {
        #expect(failure(Self.text(head, part, tail)) == nil)
    }

    /// Compiles the text, of which nothing runs.
    private func failure(_ text: String) -> LuaError? {
        do {
            try Interpreter().run("do return end " + text, name: "compile.lua")
            return nil
        } catch { return error as? LuaError }
    }
}

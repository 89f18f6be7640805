import LuaRuntime
import LuaRuntimeTesting
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
        #expect(error.description == "compile.lua:2: a function has more than 1000 `break` and `goto` statements")
    }

    /// As many as a function may have.
    @Test func manyJumpsInManyFunctionsAreCompiled() {
        let loop = "local function f() while a do " + String(repeating: "break ", count: 1000) + "end end "
        #expect(failure("do " + String(repeating: loop, count: 30) + " end") == nil)
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
    func ordinarySourceOfAnyLengthIsCompiled(_ head: String, _ part: String, _ tail: String) {
        #expect(failure(Self.text(head, part, tail)) == nil)
    }

    /// The figures in SECURITY.md.
    @Test(arguments: [(0, 50), (1_000_000, 450), (2_500_000, 1_050), (16 << 20, 1_050)])
    func compileTimeLimitFollowsFromTheLength(_ bytes: Int, milliseconds: Int) {
        #expect(Interpreter.Limits.compileTime(forBytes: bytes) == .milliseconds(milliseconds))
    }

    /// Source that is nested too deeply has its line, wherever in a long text it is and however long the line is.
    @Test(arguments: [0, 100, 5_000, 300_000]) func tooDeepNestingHasItsLine(_ spaces: Int) throws {
        let deep = String(repeating: " ", count: spaces) + "x = " + String(repeating: "(", count: 250)
        let lines = String(repeating: "local a = 1 do end\n", count: 7)
        for count in [0, 1, 100] {
            let head = String(repeating: "do \(lines) end\n", count: count)
            let error = try #require(failure("\n" + head + deep + "\n\n"))
            #expect(error.description == "compile.lua:\(2 + 8 * count): C stack overflow")
        }
    }

    /// A text is compiled once, although Lua does not tell where it is nested too deeply: each of its long strings takes memory once.
    @Test func tooDeepNestingIsReportedOnce() throws {
        let long = String(repeating: "x", count: 50)
        let head = "do return end " + (0..<600).map { "x = '\(long)\($0)'\n" }.joined()
        func allocations(_ end: String) throws -> Int {
            let report = try FaultSweep.allocations(every: 20) { _ in
                do { try Interpreter().run(head + end, name: "compile.lua") } catch let error as LuaError
                    where error.code == .syntax
                {}
            }
            return report.outcomes.count
        }
        let deep = try allocations("x = " + String(repeating: "(", count: 250))
        #expect(deep < (try allocations("x = 1")) * 5 / 4)
    }

    /// Compiles the text, of which nothing runs.
    private func failure(_ text: String) -> LuaError? {
        do {
            try Interpreter().run("do return end " + text, name: "compile.lua")
            return nil
        } catch { return error as? LuaError }
    }
}

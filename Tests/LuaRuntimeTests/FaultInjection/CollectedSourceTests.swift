import LuaRuntime
import LuaRuntimeTesting
import MoonwireValues
import Testing

/// Texts are compiled, run out of budget, and go with their interpreter while garbage is collected before each
/// allocation: Lua's compiler holds all that it still needs.
///
/// Redis' CVE-2025-49844 and CVE-2024-46981 are of this kind.
@Suite struct CollectedSourceTests {
    static let texts: [String] = [
        "return 1 + 2.5, 'a' .. [[b]], [==[\nlong\n]==], '\\u{48}\\x41\\65\\z  c'",
        "local a, b <const>, c = 1, 2, { x = 1, [2] = 'y'; 'z', ... } return a + b, #c",
        "local function f(a, ...) local g = function() return a, f end return g, select('#', ...) end return f(1, 2)",
        "local t = {} function t.a() return t end function t:b(x) return self, x end return t:b(t.a())",
        "for i = 1, 3 do if i == 2 then goto next end kept = i ::next:: end return kept",
        "for k, v in pairs { a = 1, b = 2 } do repeat local x <close> = nil until k while v > 2 do break end end",
        "local s = '' for i = 1, 20 do s = s .. i .. ',' end return s:upper(), s:find('1(%d)'), ('%5.2f'):format(7)",
        "return (function(...) return ... end)(1, nil, 'x'), -2 ^ 2 // 3 % 4 << 1 & 7 | 8 ~ 9, not (1 < 2), ~5",
        "return { " + (0..<120).map { "name\($0) = 'text \($0)'" }.joined(separator: ", ") + " }",
        (0..<60).map { "local v\($0) = 'text \($0)' " }.joined() + "return function() return v0, v59 end",
        String(repeating: "(function() return ", count: 20) + "'deep'" + String(repeating: " end)()", count: 20),
        "-- " + String(repeating: "a comment ", count: 400) + "\nreturn '" + String(repeating: "long ", count: 400)
            + "'",
        "local x = = 1", "return 'unfinished", "return [[unfinished", "goto nowhere", "break",
        "local x <const> = 1 x = 2",
        "return '\\xZZ'", "return 0x", "x = }", "for i = 1 do end", "::a:: ::a::", "local x <strange> = 1",
        "return " + String(repeating: "{", count: 300), String(repeating: "x", count: 3_000) + " = = 1",
        "\u{1B}Lua", String(repeating: "do goto out end ", count: 4_001) + "::out::",
        "error { code = 1 }", "local x = nil; return x.name", "return nothing.name.other", "error('message', 2)",
    ]

    private struct Refused: Error, Equatable { let message: String }

    /// What loading a script gives: the kinds of its results, or the message.
    private static let judge = """
        local function told(ok, ...)
            local words = { tostring(ok) }
            for i = 1, select('#', ...) do
                local value = select(i, ...)
                words[i + 1] = type(value) == 'table' and 'table' or type(value) == 'function' and 'function' or tostring(value)
            end
            return table.concat(words, ' ')
        end
        local function loaded(text, ...) return load(text, '=text'), select('#', ...) end
        local function pieces(text)
            local place = 1
            return function() place = place + 7 return text:sub(place - 7, place - 1) end
        end
        """

    /// Enters with the judge, which finds `text`.
    private static func judgment(of text: String, by words: String) throws -> [String] {
        let lua = try Interpreter(profile: .configuration.adding("load"), output: { _ in })
        try lua.setGlobal("text", to: text)
        return try lua.evaluate(judge + "\n" + words, name: "judge.lua", as: [String].self)
    }

    @Test(arguments: texts) func sourceIsKeptWhileItIsCompiled(_ text: String) throws {
        let words = """
            local said = {}
            for _, source in ipairs { text, false } do
                local f, message = load(source or pieces(text), '=text')
                said[#said + 1] = f and told(pcall(f)) or message
            end
            return said
            """
        let usual = try Self.judgment(of: text, by: words)
        #expect(try FaultSweep.collecting { try Self.judgment(of: text, by: words) } == usual)
    }

    /// The stack of the coroutine grows in the compiler at one of these heights or another.
    @Test(arguments: texts.prefix(3) + texts.suffix(3)) func sourceIsCompiledAtAnyHeightOfTheStack(_ text: String)
        throws
    {
        let words = """
            local said, many = {}, {}
            for height = 1, 40 do
                many[height] = height
                local f, message = coroutine.wrap(function() return loaded(text, table.unpack(many)) end)()
                said[height] = f and told(pcall(f)) or tostring(message)
            end
            return said
            """
        let usual = try Self.judgment(of: text, by: words)
        #expect(try FaultSweep.collecting { try Self.judgment(of: text, by: words) } == usual)
    }

    @Test(arguments: texts) func chunkOfTheHostEndsAsWithoutCollections(_ text: String) throws {
        func ending() throws -> Result<PlainValue, Refused> {
            let lua = try Interpreter(output: { _ in })
            do { return .success(try lua.evaluate(text, name: "text.lua", as: PlainValue.self)) } catch {
                return .failure(Refused(message: "\(error)"))
            }
        }
        let usual = try ending()
        #expect(try FaultSweep.collecting { try ending() } == usual)
    }

    /// Instructions are used up while the compiler asks a script for the next piece.
    @Test(arguments: texts.prefix(4)) func budgetEndsWhileSourceIsCompiled(_ text: String) throws {
        func endings() throws -> [String] {
            let words = "local f, message = load(pieces(text), '=text') return { f and 'compiled' or message }"
            let report = try FaultSweep.budget(every: 29) { _ in _ = try Self.judgment(of: text, by: words) }
            return report.outcomes.map { "\($0.fault): \($0.error.map { "\($0)" } ?? "no error")" }
        }
        let usual = try endings()
        #expect(!usual.isEmpty)
        #expect(try FaultSweep.collecting { try endings() } == usual)
    }
}

import Foundation
import LuaRuntime
import MoonwireValues
import Testing

/// Patterns are matched by functions of ours, which must do what the library's do, and end when the budget does.
@Suite struct PatternTests {
    /// Makes patterns and texts out of a few pieces, the same ones everywhere, and tells what each function says of them.
    private static let comparison = """
        local state = SEED
        local function random(limit)
            state = (state * 1103515245 + 12345) % 2147483648
            return state // 65536 % limit + 1
        end
        local pieces = {
            "a", "b", "ab", ".", "%a", "%d", "%s", "%w", "%p", "%A", "%x", "%u", "%l", "%c", "%g", "%%", "%.", "[ab]", "[^ab]",
            "[a-c]", "[%d_]", "[]]", "[^]]", "[a-]", "[-a]", "[%a-z]", "(a)", "(.)", "()", "(", ")", "(a*)", "(.-)", "((a)b)",
            "%1", "%2", "%b()", "%bxy", "%b", "%f[%w]", "%f[^a]", "%f", "*", "+", "-", "?", "^", "$", "[", "]", "%", "\\0",
            "a*", "a+", "a-", "a?", ".*", ".-", "%s*", "%w+", "x",
        }
        local letters = { "a", "b", "c", "x", "y", "(", ")", "1", "_", " ", "%", "]", "-", "\\0", "A", "\\n", "\\255" }
        local replacements = { "", "x", "%0", "%1", "%2", "%%", "%", "<%0>", "%x", "%1%1" }
        local function joined(source, count)
            local parts = {}
            for i = 1, count do parts[i] = source[random(#source)] end
            return table.concat(parts)
        end
        local function told(...)
            local parts = table.pack(...)
            for i = 1, parts.n do parts[i] = ("%q"):format(parts[i]) end
            return table.concat(parts, ",")
        end
        local lines = {}
        local function try(...) lines[#lines + 1] = told(pcall(...)) end
        local function all(text, pattern, init)
            local found = {}
            for a, b in text:gmatch(pattern, init) do
                found[#found + 1] = told(a, b)
                if #found > 30 then break end
            end
            return table.concat(found, ";")
        end
        for i = 1, COUNT do
            local pattern, text = joined(pieces, random(5)), joined(letters, random(12) - 1)
            local init = random(9) - 4
            try(string.find, text, pattern)
            try(string.find, text, pattern, init)
            try(string.find, text, pattern, init, true)
            try(string.match, text, pattern, init)
            try(all, text, pattern)
            try(all, text, pattern, init)
            try(string.gsub, text, pattern, replacements[random(#replacements)])
            try(string.gsub, text, pattern, replacements[random(#replacements)], random(3))
            try(string.gsub, text, pattern, { a = "1", ab = false, [""] = "e", [1] = "one" })
            try(string.gsub, text, pattern, function(one, two) return two or one end)
        end
        """

    @Test(.enabled(if: Stock.isInstalled, "there is no lua5.4"), arguments: [1, 2, 3, 4])
    func patternFunctionsMatchThoseOfTheLibrary(_ seed: Int) throws {
        let script = Self.comparison.replacing("SEED", with: "\(seed)").replacing("COUNT", with: "2000")
        let lua = try Interpreter(limits: .init(instructions: 1_000_000_000))
        let ours = try lua.evaluate(script + "\nreturn lines", name: "stdin", as: [Data].self)
        let theirs = try Stock.run(script + "\nio.write(table.concat(lines, '\\1'))").split(
            separator: 1, omittingEmptySubsequences: false)
        #expect(ours.count == 20_000)
        #expect(ours.count == theirs.count)
        let differing = zip(ours, theirs).first { Array($0) != Array($1) }
        #expect(
            differing.map { "\(String(decoding: $0, as: UTF8.self)) | \(String(decoding: $1, as: UTF8.self))" } == nil)
    }

    @Test(arguments: [
        "string.find(('a'):rep(30), ('a?'):rep(30) .. ('a'):rep(30))",
        "string.match(('a'):rep(10000), '.-.-.-.-b$')",
        "string.gsub(('a'):rep(10000), '(.-)(.-)(.-)b', '')",
        "for _ in string.gmatch(('a'):rep(10000), '.-.-.-.-b') do end",
        "string.find(('('):rep(100000), '%b()')",
        "string.find(('a'):rep(100000), ('a'):rep(50000) .. 'b', 1, true)",
        "string.find(('x'):rep(100000), '[' .. ('a'):rep(100000) .. ']')",
        "string.find(('a'):rep(20000), '(.*)%1b')",
        "string.find(('a'):rep(100000), '%f[b]')",
        "string.gsub(('a'):rep(1000), '.', function() while true do end end)",
    ])
    func patternSearchesEndWithTheBudget(_ search: String) throws {
        let lua = try Interpreter(limits: .init(instructions: 1_000_000))
        let error = #expect(throws: LuaError.self) {
            try lua.run("\nwhile true do pcall(function() \(search) end) end", name: "p.lua")
        }
        #expect(error?.code == .budget)
        #expect(error?.location == ScriptLocation(file: "p.lua", line: 2))
        #expect(try lua.evaluate("return ('ab'):find 'b'", name: "after.lua", as: Int.self) == 2)
    }

    @Test(arguments: [
        (#"("x"):rep(201):find(("x?"):rep(201))"#, "pattern too complex"),
        (#"("x"):find(("()"):rep(33))"#, "too many captures"),
        (#"("x"):find("%")"#, "malformed pattern (ends with '%')"),
        (#"("x"):find("[x")"#, "malformed pattern (missing ']')"),
        (#"("x"):find("%bx")"#, "malformed pattern (missing arguments to '%b')"),
        (#"("x"):find("%fx")"#, "missing '[' after '%f' in pattern"),
        (#"("x"):find("(%1)")"#, "invalid capture index %1"),
        (#"("x"):match("x)")"#, "invalid pattern capture"),
        (#"("x"):find("(x")"#, "unfinished capture"),
        (#"("x"):gsub("x", "%2")"#, "invalid capture index %2"),
        (#"("x"):gsub("x", "%y")"#, "invalid use of '%' in replacement string"),
        (#"("x"):gsub("x", function() return {} end)"#, "invalid replacement value (a table)"),
    ])
    func malformedPatternsAreErrors(_ search: String, message: String) throws {
        let lua = try Interpreter()
        let error = #expect(throws: LuaError.self) { try lua.run("local _ = " + search, name: "p.lua") }
        #expect(error?.message == message)
    }

    @Test func patternSearchesDoNotReadBeyondTheString() throws {
        let lua = try Interpreter()
        #expect(try lua.evaluate("return ('\\0'):find('(.)%1') == nil", name: "p.lua", as: Bool.self))
    }

    @Test func ordinaryPatternSearchesAreCheap() throws {
        let lua = try Interpreter(limits: .init(instructions: 200_000))
        let words = try lua.evaluate(
            """
            local text, count = ("lorem ipsum dolor "):rep(1000), 0
            for word in text:gmatch "%a+" do count = count + 1 end
            return count + select(2, text:gsub("o", "0"))
            """, name: "p.lua", as: Int.self)
        #expect(words == 6000)
    }
}

/// The library itself, as the interpreter that every system has runs it.
private enum Stock {
    static let path = ["/usr/bin/lua5.4", "/opt/homebrew/opt/lua@5.4/bin/lua"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static var isInstalled: Bool { path != nil }

    static func run(_ script: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = ["-"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(script.utf8))
        try input.fileHandleForWriting.close()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return answer
    }
}

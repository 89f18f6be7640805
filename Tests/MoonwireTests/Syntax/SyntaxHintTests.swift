import Moonwire
import TestSupport
import Testing

/// What is said of scripts that Lua cannot parse, behind Lua's own message.
@Suite struct SyntaxHintTests {
    /// A text, and the hints that follow Lua's message; none of which may be wrong.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let text: String
        let hints: [String]

        init(_ text: String, _ hints: String...) {
            self.text = text
            self.hints = hints
        }

        var testDescription: String { text }
    }

    private static let commas = [
        Mistake("local t = {\n    a = 1\n    b = 2,\n}", "is a comma missing at the end of line 2?"),
        Mistake("local t = {\n    a = 1 -- 'x\n\n -- y\n    b = 2,\n}", "is a comma missing at the end of line 2?"),
        Mistake("local t = {\n    a = [[\nx]]\n    b = 2,\n}", "is a comma missing at the end of line 3?"),
        Mistake("local t = {\n    f = function() end\n    b = 2,\n}", "is a comma missing at the end of line 2?"),
        Mistake("local t = {\n    { 1 }\n    { 2 },\n}", "is a comma missing at the end of line 2?"),
        Mistake("local t = { a = 1 b = 2 }", "is a comma missing before `b`?"),
        Mistake("local t = { \"a\" \"b\" }", "is a comma missing before `\"b\"`?"),
        Mistake("local t = { \"a\\n\" 1 }", "is a comma missing before `1`?"),
        Mistake("local t = { \"x\"b = 2 }", "is a comma missing before `b`?"),
        Mistake("local t = { a = it b = 2 }", "is a comma missing before `b`?"),
        Mistake("local t = { a = #b c = 2 }", "is a comma missing before `c`?"),
        Mistake("local t = { ref \"a\" ref \"b\" }", "is a comma missing before `ref`?"),
        Mistake("local t = { f = function() local b = 1 end b = 2 }", "is a comma missing before `b`?"),
        Mistake("when(\"dev\" function() end)", "is a comma missing before `function`?"),
        Mistake(
            "local t = {\n    a = 7 // b\n    c = 2,\n}", "is a comma missing at the end of line 2?",
            "`//` is a division; a comment begins with `--`"),
        Mistake("local t = { a = 7 // b c = 2 }", "is a comma missing before `c`?"),
    ]

    /// A bracket is missing, or nobody can tell what is.
    private static let withoutHints = [
        Mistake("service \"a\" {\n    type = \"A\",\n\nservice \"b\" { type = \"B\" }"),
        Mistake("local t = {\n    ref \"a\"\n\nhelper \"b\""),
        Mistake("when(\"dev\", function()\n    ref \"x\"\nend\nref \"y\""),
        Mistake("service \"a\" { type = \"A\" service \"b\" { type = \"B\" } }"),
        Mistake("local t = { object:method, 1 }"),
        Mistake("local t = { object:method }"),
        Mistake("local t = { object:end() }"),
        Mistake("local t = { a = b.c = 5 }"),
        Mistake("local t = { a = not b = 5 }"),
        Mistake("tagged(\"x\" by = \"y\")"),
        Mistake("local x = 5 // 2 5"),
        Mistake("local x = = 5"),
        Mistake("foo bar"),
        Mistake("local function f() end end"),
        Mistake("local service, ref mailer"),
        Mistake("local t = { a = 1,, b = 2 }"),
        Mistake("local t = {"),
    ]

    private static let braces = [
        Mistake("local t = {\n    a = { 1\n}\nlocal u = 1", "is a `}` missing for the `{` on line 2?"),
        Mistake("local t = {\n    a = { 1\n}", "is a `}` missing for the `{` on line 2?"),
        Mistake(
            "service \"a\" {\n    args = { b = { 1, 2 },\n    tags = { \"c\" },\n}\n\nservice \"d\" {}",
            "is a `}` missing for the `{` on line 2?"),
        Mistake("f({\n\ta = {\n\t\tb = {\n\t\t\t1,\n\t},\n})\nf {}", "is a `}` missing for the `{` on line 3?"),
        // The line that Lua names, or nobody can tell.
        Mistake("local t = {\n    a = { 1 },\n\nlocal u = { 1 }"),
        Mistake("local t = {\na = { 1\n}\nlocal u = 1"),
        Mistake("local t = {\n    a = {\n    b = { 1\n}\nlocal u = 1"),
        Mistake("local t = {\n    a = {\n        b = {\n}\nlocal u = 1"),
    ]

    private static let quotes = [
        Mistake("service \"a { type = \"A\", b = \"c }", "is a quote missing on line 1?"),
        Mistake("service \"a { type = \"A\" }", "is a quote missing on line 1?"),
        Mistake("local t = { 'it's' }", "is a quote missing on line 1?"),
        Mistake("service \"a\" { type = A\", b = { \"c\" } }", "is a quote missing on line 1?"),
        Mistake("local t = { a = b\", c = \" d\" }", "is a quote missing on line 1?"),
        Mistake("local t = { a = A\" }", "is a quote missing before `A`?"),
        Mistake(
            "\nlocal t = { a = \"A }", "is a quote missing on line 2? A string ends on the line on which it begins"),
        Mistake("local t = { ‘a’ }", "‘ is not a quote of Lua: write '"),
        Mistake("local t = { «a» }", "« is not a quote of Lua: write \""),
        Mistake("local t = { [“a”] = 1 }", "“ is not a quote of Lua: write \""),
        Mistake("local t = { `a` }", "write strings in double quotes, or between `[[` and `]]`"),
        Mistake("local t = { \"C:\\Users\" }", "write `\\\\` for a backslash"),
        Mistake("service x\" { type = \"a\" }", "write `service \"x\"`, with quotes"),
        Mistake("include parts.lua", "write `include \"parts.lua\"`, with quotes"),
        Mistake("local t = { param mail-port }", "write `param \"mail-port\"`, with quotes"),
    ]

    private static let keys = [
        Mistake("local t = { a: 1 }", "write `a = …`: a key is followed by `=`, not by `:`"),
        Mistake("local t = { 1, a: true }", "write `a = …`: a key is followed by `=`, not by `:`"),
        Mistake("local t = { a: { 1 } }", "write `a = …`: a key is followed by `=`, not by `:`"),
        Mistake("local t = { a: B, 1 }", "write `a = …`: a key is followed by `=`, not by `:`"),
        Mistake("local t = { \"a\": 1 }", "write `a = …` for this key"),
        Mistake("local t = { \"a b\" = 1 }", "write `[\"a b\"] = …` for this key"),
        Mistake("local t = { \"end\" = 1 }", "write `[\"end\"] = …` for this key"),
        Mistake("local t = { 1 = \"a\" }", "write `[1] = …` for this key"),
        Mistake("local t = { x = 1, mail.port = 1 }", "write `[\"mail.port\"] = …` for this key"),
        Mistake("local t = { and = 1 }", "\"and\" is a keyword of Lua: write `[\"and\"] = …`"),
        Mistake("local t = { not = 1 }", "\"not\" is a keyword of Lua: write `[\"not\"] = …`"),
        Mistake("local t = { nil = 1 }", "\"nil\" is a keyword of Lua: write `[\"nil\"] = …`"),
        Mistake("local t = { function = 1 }", "\"function\" is a keyword of Lua: write `[\"function\"] = …`"),
        Mistake("local t = { lazy.repeat }", "\"repeat\" is a keyword of Lua: write `lazy[\"repeat\"]`"),
        Mistake("service \"a\" = { type = \"A\" }", "leave out the `=` after `service \"a\"`"),
        Mistake("local t = { uses = [ref \"a\"] }", "write lists in braces: `{ …, … }`"),
    ]

    private static let languages = [
        Mistake("// a comment", "a comment begins with `--`, not with `//`"),
        Mistake("local t = { a = 1 // one of them\n}", "a comment begins with `--`, not with `//`"),
        Mistake("local t = { a = 1 // don't\n}", "a comment begins with `--`, not with `//`"),
        Mistake("local t = { a = 1 } /* one */", "a comment begins with `--`, not with `/*`"),
        Mistake("local t = 1\n# a comment", "a comment begins with `--`, not with `#`"),
        Mistake("local t = { a = 1, # a comment\n}", "a comment begins with `--`, not with `#`"),
        Mistake("local x = a != b", "write `~=` instead of `!=`"),
        Mistake("local x = !b", "write `not` instead of `!`"),
        Mistake("local x = a && b", "write `and` instead of `&&`"),
        Mistake("local x = a || b", "write `or` instead of `||`"),
        Mistake("if a = b then end", "write `==` instead of `=`"),
        Mistake("local größe = 1", "the character ö (U+00F6) is allowed only in strings and comments"),
        Mistake("local t = {\u{A0}a = 1 }", "the character U+00A0 is allowed only in strings and comments"),
        Mistake("local x = 1 – 2", "the character – (U+2013) is allowed only in strings and comments: write `-`"),
        Mistake("local x\0", "the file contains zero bytes; if it is UTF-16, save it as UTF-8"),
        Mistake(
            "[ { \"a\": 1 } ]",
            "this looks like JSON; a script is written in Lua: `service \"id\" { type = \"Type\" }`"),
    ]

    @Test(arguments: commas + braces + withoutHints + quotes + keys + languages)
    func syntaxErrorHasAHint(_ mistake: Mistake) throws {
        let error = try #require(throws: WiringError.self) { try wire(mistake.text) }
        let diagnostics = error.underlying.diagnostics
        #expect(diagnostics.map(\.code) == [.syntaxError])
        #expect(diagnostics.first?.hints == mistake.hints)
        // Lua's own message comes first, and says where.
        #expect(error.text.hasPrefix("container.lua:"))
    }

    /// The line, the bracket, and the strings are those that Lua counts, whatever comes before the mistake.
    @Test(arguments: [
        "", "#!/usr/bin/lua\n", "--[==[ it's\n\"x ]==]\n", "local s = [[\n\"it's\n]]\n", "local s = 'a\\\nb'\r\n",
        "local s = \"--\"\n", "local a = 7 // 2\n", "goto x; ::x::\n",
    ])
    func hintNamesTheLineAsLuaCountsIt(head: String) throws {
        let error = try #require(throws: WiringError.self) {
            try wire(head + "local t = {\n    a = \"x\"\n    b = 1,\n}")
        }
        let line = try #require(error.underlying.diagnostics.first?.location?.line)
        #expect(error.underlying.diagnostics.first?.hints == ["is a comma missing at the end of line \(line - 1)?"])
    }

    /// Each token before the error is read once, and few of those on its line more often.
    @Test func hintReadsALongScriptOnce() throws {
        let line = String(repeating: "f(a)[a], a = 1, ", count: 20_000)
        let error = try #require(throws: WiringError.self) { try wire("local t = { \(line) a = 1 a = 2 \(line) }") }
        #expect(error.underlying.diagnostics.first?.hints == ["is a comma missing before `a`?"])
    }
}

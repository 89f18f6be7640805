import LuaRuntime
import MoonwireValues
import Testing

@Suite struct LuaLibraryTests {
    private var release: Int? { LuaLibrary.version.split(separator: ".").last.flatMap { Int($0) } }

    @Test func versionIsAReleaseOfLua() throws {
        #expect(LuaLibrary.version.hasPrefix("5.4."))
        #expect(LuaLibrary.headerVersion.hasPrefix("5.4."))
        let release = try #require(release)
        #expect(release < 100)
    }

    @Test func bugsOfLaterReleasesAreListed() throws {
        let release = try #require(release)
        let told = LuaLibrary.knownBugs.filter { !$0.isProbed }
        #expect(told.allSatisfy { $0.fixedIn > LuaLibrary.version })
        #expect(told.contains { $0.summary.contains("weak references") } == (release < 8))
        #expect(told.contains { $0.summary.contains("precompiled") } == (release < 5))
    }

    @Test func utf8CodesChecksBytesInEveryRelease() throws {
        let lua = try Interpreter()
        for text in ["a\\x80", "ä\\x80b", "€\\xBF", "😀\\x80", "\\x80"] {
            let error = #expect(throws: LuaError.self) {
                try lua.run("for _ in utf8.codes('\(text)') do end", name: "p.lua")
            }
            #expect(error?.description.hasPrefix("p.lua:1: invalid UTF-8 code") == true)
        }
        let whole = "local t = {} for p, c in utf8.codes('aä€😀b') do t[#t + 1] = p .. ':' .. c end return t"
        #expect(
            try lua.evaluate(whole, name: "p.lua", as: [String].self) == [
                "1:97", "2:228", "4:8364", "7:128512", "11:98",
            ])
        let large =
            "local t = {} for p, c in utf8.codes('\\u{7FFFFFFF}\\u{3FFFFFF}\\u{1FFFFF}z', true) do t[#t + 1] = p end return t"
        #expect(try lua.evaluate(large, name: "p.lua", as: [Int].self) == [1, 7, 12, 16])
    }

    @Test func knownBugIsDescribedInOneLine() throws {
        let lines = LuaLibrary.knownBugs.map(\.description)
        for bug in LuaLibrary.knownBugs where bug.summary.hasPrefix("closing a chain") {
            #expect(
                bug.description
                    == "closing a chain of coroutines recurses without a limit (fixed in Lua 5.4.5): scripts cannot close coroutines; those of coroutine.wrap are closed by calls, which are counted"
            )
        }
        for bug in LuaLibrary.knownBugs where bug.summary.hasPrefix("a comparison") {
            #expect(
                bug.description.hasSuffix(
                    " (fixed in Lua 5.4.8, probed): source code that triggers the bug is rejected, with its line"))
        }
        #expect(
            lines.contains {
                $0.hasPrefix("leaving a block with goto may not close its variables (fixed in Lua 5.5, probed)")
            })
        #expect(lines.allSatisfy { !$0.contains("\n") })
    }
}

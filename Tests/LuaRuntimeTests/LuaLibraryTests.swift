import LuaRuntime
import MoonwireValues
import Testing

@Suite struct LuaLibraryTests {
    private var release: Int? { LuaLibrary.version.split(separator: ".").last.flatMap { Int($0) } }

    @Test func theVersionIsOneOfLua() throws {
        #expect(LuaLibrary.version.hasPrefix("5.4."))
        #expect(LuaLibrary.headerVersion.hasPrefix("5.4."))
        let release = try #require(release)
        #expect(release < 100)
    }

    @Test func bugsOfLaterReleasesAreListed() throws {
        let release = try #require(release)
        let told = LuaLibrary.knownBugs.filter { !$0.isProbed }
        #expect(told.allSatisfy { $0.fixedIn > LuaLibrary.version })
        #expect(told.contains { $0.summary.contains("held weakly") } == (release < 8))
        #expect(told.contains { $0.summary.contains("precompiled") } == (release < 5))
    }

    /// The probes run in a state of their own; an interpreter of ours must see the same.
    @Test func probesSeeWhatScriptsSee() throws {
        let lua = try Interpreter()
        let accepts = try lua.evaluate(
            "return (pcall(function() for _ in utf8.codes('a\\x80') do end end))", name: "p.lua", as: Bool.self)
        #expect(LuaLibrary.knownBugs.contains { $0.summary.hasPrefix("utf8.codes") } == accepts)
        let fails = (try? lua.run("t = {} t[1 < 2] = 1 _ENV[1 < 2] = 1", name: "p.lua")) == nil
        #expect(LuaLibrary.knownBugs.contains { $0.summary.hasPrefix("a comparison") } == fails)
    }

    /// A library where a bug is mended may not list it for its version alone.
    @Test func onlyHarmlessBugsAreUndefended() {
        let undefended = LuaLibrary.knownBugs.filter { $0.defence == nil }
        #expect(undefended.allSatisfy { $0.isProbed })
    }

    @Test func aBugIsPrintedInALine() throws {
        let lines = LuaLibrary.knownBugs.map(\.description)
        for bug in LuaLibrary.knownBugs where bug.summary.hasPrefix("closing a chain") {
            #expect(
                bug.description
                    == "closing a chain of coroutines recurses without a bound (fixed in Lua 5.4.5): scripts cannot close coroutines; those of coroutine.wrap are closed as calls, which are counted"
            )
        }
        for bug in LuaLibrary.knownBugs where bug.summary.hasPrefix("utf8.codes") {
            #expect(bug.description.hasSuffix(" (fixed in Lua 5.4.5, probed): not defended against"))
        }
        #expect(lines.allSatisfy { !$0.contains("\n") })
    }
}

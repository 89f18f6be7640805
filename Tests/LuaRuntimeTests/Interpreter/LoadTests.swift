import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

@Suite struct LoadTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        let files = [
            "a.lua": "return 'a', place()",
            "counter.lua": "loads = (loads or 0) + 1 return { loads = loads }",
            "none.lua": "loads = (loads or 0) + 1",
            "broken.lua": "\nx = = 1",
            "failing.lua": "\n\nerror('inside')",
            "chunks.lua": "return chunks()",
            "deep.lua": "\n\nreturn " + String(repeating: "(", count: 1_000),
        ]
        try lua.setGlobal(
            "include",
            to: HostFunction(name: "include") { call in
                let name = try call.stack.string(at: 1) ?? ""
                return try call.load(files[name] ?? "", name: name, cacheKey: nil)
            })
        try lua.setGlobal(
            "require",
            to: HostFunction(name: "require") { call in
                let name = try call.stack.string(at: 1) ?? ""
                if call.stack.pushLoaded(name) { return .values(1) }
                return try call.load(files[name] ?? "", name: name, cacheKey: name)
            })
        try lua.setGlobal(
            "place",
            to: HostFunction(name: "place") { call in
                try call.stack.write(call.callSites(limit: 9).map(\.location.description).joined(separator: " "), at: 0)
                return .values(1)
            })
        try lua.setGlobal(
            "chunks",
            to: HostFunction(name: "chunks") { call in
                try call.activeChunks.write(to: call.stack.writer)
                return .values(1)
            })
    }

    @Test func includedChunkRunsInPlace() throws {
        let text = "\nlocal x, y = include 'a.lua'\nreturn x .. ' ' .. y"
        #expect(try lua.evaluate(text, name: "m.lua", as: String.self) == "a a.lua:1 m.lua:2")
    }

    @Test func requiredChunkRunsOnce() throws {
        let text = "require 'counter.lua' return require('counter.lua').loads"
        #expect(try lua.evaluate(text, name: "m.lua", as: Int.self) == 1)
        #expect(try lua.evaluate("return require 'none.lua'", name: "m.lua", as: Bool.self))
        #expect(try lua.evaluate("require 'none.lua' return loads", name: "m.lua", as: Int.self) == 2)
    }

    @Test func errorsOfAnIncludedChunkHaveItsLines() {
        let broken = #expect(throws: LuaError.self) { try lua.run("include 'broken.lua'", name: "m.lua") }
        #expect(broken?.code == .syntax)
        #expect(broken?.description == "broken.lua:2: unexpected symbol near '='")
        let failing = #expect(throws: LuaError.self) { try lua.run("include 'failing.lua'", name: "m.lua") }
        #expect(failing?.description == "failing.lua:3: inside")
    }

    @Test func errorOfTooDeepSourceHasItsLine() {
        let error = #expect(throws: LuaError.self) { try lua.run("include 'deep.lua'", name: "m.lua") }
        #expect(error?.code == .syntax)
        #expect(error?.description == "deep.lua:3: C stack overflow")
    }

    @Test func failedChunkIsNotCached() throws {
        #expect(throws: LuaError.self) { try lua.run("require 'failing.lua'", name: "m.lua") }
        #expect(throws: LuaError.self) { try lua.run("require 'failing.lua'", name: "m.lua") }
    }

    @Test func activeChunksAreListedOutermostFirst() throws {
        let names = try lua.evaluate("local c = include 'chunks.lua' return c", name: "m.lua", as: [String].self)
        #expect(names == ["m.lua", "chunks.lua"])
    }

    @Test func bytecodeIsRefused() throws {
        let error = #expect(throws: LuaError.self) { try lua.run("\u{1b}Lua", name: "m.lua") }
        #expect(error?.code == .syntax)
        #expect(error?.description == "m.lua:1: attempt to load a binary chunk (mode is 't')")
    }

    @Test func callSitesDistinguishFunctionsFromChunks() throws {
        let seen = Lock<[LuaCallSite]>([])
        try lua.setGlobal(
            "see",
            to: HostFunction(name: "see") { call in
                seen.withLock { $0 = call.callSites(limit: 2) }
                return .values(0)
            })
        try lua.run("local function f()\n see()\nend\nf()\nsee()", name: "m.lua")
        #expect(
            seen.withLock { $0 } == [LuaCallSite(location: ScriptLocation(file: "m.lua", line: 5), isMainChunk: true)])
        try lua.run("local function f()\n see()\nend\nf()\n", name: "m.lua")
        #expect(seen.withLock { $0.map(\.isMainChunk) } == [false, true])
        #expect(seen.withLock { $0.map(\.location.line) } == [2, 4])
    }

    @Test func hostHandlesUndeclaredGlobals() throws {
        struct Undeclared: Error, Equatable { let name: String }
        try lua.guardGlobals(
            read: HostFunction(name: "read") { call in throw Undeclared(name: try call.stack.string(at: 2) ?? "") },
            write: HostFunction(name: "write") { call in
                throw Undeclared(name: try "=" + (call.stack.string(at: 2) ?? ""))
            }
        )
        #expect(throws: Undeclared(name: "x")) { try lua.run("return x", name: "m.lua") }
        #expect(throws: Undeclared(name: "=x")) { try lua.run("x = 1", name: "m.lua") }
        try lua.setGlobal("x", to: 1)
        #expect(throws: Undeclared(name: "=x")) { try lua.run("x = 2", name: "m.lua") }
        try lua.setGlobal("x", to: 3)
        #expect(try lua.evaluate("return x", name: "m.lua", as: Int.self) == 3)
        #expect(throws: LuaError.self) { try lua.run("setmetatable(_ENV, nil)", name: "m.lua") }
    }

    /// Without a guard a script may do to a library what it likes, but not to the texts of others.
    @Test func stringsKeepTheirMethods() throws {
        try lua.run("string.upper = function() return 'poisoned' end", name: "m.lua")
        #expect(try lua.evaluate("return ('a'):upper()", name: "n.lua", as: String.self) == "A")
    }

    @Test func globalsWithPeriodsCreateTables() throws {
        try lua.setGlobal("env.int", to: HostFunction("env.int") { (name: String) in name.count })
        try lua.setGlobal("env.deep.value", to: ["x": 1])
        try lua.setGlobal("env.text", to: "t")
        let text = "return env.int('PORT') .. env.deep.value.x .. env.text"
        #expect(try lua.evaluate(text, name: "m.lua", as: String.self) == "41t")
    }

    @Test func functionKnowsItsPayload() throws {
        let told = HostFunction(name: "told") { call in
            try call.stack.write(Int64(call.payload), at: 0)
            return .values(1)
        }
        try lua.setGlobal(
            "make",
            to: HostFunction(name: "make") { call in
                for payload in 1...3 { call.stack.pushFunction(told, payload: payload * 10) }
                return .values(3)
            })
        #expect(try lua.evaluate("local a, b, c = make() return a() + b() + c()", name: "m.lua", as: Int.self) == 60)
    }

    @Test func tooLongSourceIsRefused() throws {
        var limits = Interpreter.Limits()
        limits.source = 20
        let lua = try Interpreter(limits: limits)
        try lua.setGlobal(
            "include",
            to: HostFunction(name: "include") { call in
                try call.load(String(repeating: " ", count: 21), name: "far.lua", cacheKey: nil)
            })
        try lua.run("local x = 'twenty  '", name: "long.lua")
        let error = #expect(throws: LuaError.self) { try lua.run("local x = 'twentyone'", name: "long.lua") }
        #expect(error?.description == "long.lua:1: the chunk is too long: 21 bytes, but the limit is 20")
        #expect(error?.code == .syntax)
        let inner = #expect(throws: LuaError.self) { try lua.run("include()", name: "long.lua") }
        #expect(inner?.description == "far.lua:1: the chunk is too long: 21 bytes, but the limit is 20")
    }

    @Test func sourceLimitIsConfigurable() throws {
        let text = String(repeating: " ", count: 20_000_000)
        let error = #expect(throws: LuaError.self) { try Interpreter().run(text, name: "long.lua") }
        #expect(error?.description == "long.lua:1: the chunk is too long: 20000000 bytes, but the limit is 16777216")
    }
}

import LuaRuntime
import MoonwireValues
import Testing

/// Lua 5.4.4 uses freed memory if the stack moves during a call of `__concat`.
///
/// With that release, scripts cannot define `__concat`, and the `..` operator of Swift classes still works.
@Suite struct ConcatenationTests {
    private let lua: Interpreter
    private let isBroken = LuaLibrary.knownBugs.contains { $0.summary.contains("__concat") }

    init() throws {
        lua = try Interpreter()
        try lua.register(Vector.hostClass)
        try lua.run(
            """
            v = Vector(1, 2)
            function deep(n) if n > 0 then return 1 + deep(n - 1) end return 0 end
            """, name: "set-up.lua")
    }

    @Test func metatableOfAScriptWithConcatIsRefused() throws {
        let failure = lua.failure("local t = setmetatable({}, { __concat = function() return 'x' end }) return t .. ''")
        #expect(
            failure?.message
                == (isBroken
                    ? "a metatable must not have __concat: this release of Lua can use freed memory after calling it"
                    : nil))
        #expect(failure?.location?.description == (isBroken ? "o.lua:1" : nil))
    }

    /// Whatever a script calls it, or however it comes by the name, Lua does not find it.
    @Test func concatThatIsAddedLaterIsNotFound() throws {
        let names = (0..<64).map { bits in
            "__"
                + "concat".enumerated().map { bits >> $0.offset & 1 == 1 ? $0.element.uppercased() : "\($0.element)" }
                .joined()
        }
        let made = names.flatMap { ["'\($0)'", "'\($0.prefix(5))' .. '\($0.dropFirst(5))'", "('\($0)x'):sub(1, 8)"] }
        for name in made where isBroken || !name.contains("__concat") {
            let failure = lua.failure(
                """
                local m = {} local t = setmetatable({}, m) m[\(name)] = function() deep(150) return 'found' end
                return 'a' .. 'b' .. t
                """)
            #expect(failure?.message == "attempt to concatenate a table value (local 't')", "\(name)")
        }
    }

    /// Each interpreter has its strings in another order: a name that is hidden in one could be found in another.
    @Test func noInterpreterFindsConcatByAnotherSpelling() throws {
        let text = """
            for _, name in ipairs { '__CONCAT', '__Concat', '__ConCat', '__conCat' } do
                local m = {}
                m[name] = function() return 'found' end
                if pcall(function() return setmetatable({}, m) .. '' end) then return name end
            end
            return 'none'
            """
        for _ in 0..<1_000 { #expect(try Interpreter().text(text) == "none") }
    }

    /// At each depth: with some of them, the call of the operator itself moves the stack.
    @Test func concatOperatorsOfSwiftWorkWhereverTheStackMoves() throws {
        let text = """
            local function at(n, ...)
                if n > 0 then return at2(n - 1, ...) end
                return 'a' .. 'b' .. v .. 'c' .. 'd' .. v
            end
            function at2(n, ...) local r = at(n, ...) return r end
            for depth = 0, 200 do
                local thread = coroutine.wrap(function() return at(depth) end)
                assert(thread() == 'ab1.0,2.0cd1.0,2.0', depth)
                local ok, text = pcall(function() return at(depth) end)
                assert(text == 'ab1.0,2.0cd1.0,2.0', depth)
            end
            return v .. '!'
            """
        #expect(try lua.text(text) == "1.0,2.0!")
    }

    /// A coroutine yields what its script yields, and nothing else.
    @Test func scriptsDoNotSeeThePauseOfAConcatOperator() throws {
        let text = """
            local thread = coroutine.create(function(x)
                local y = coroutine.yield(x .. v)
                local ok, problem = pcall(function() return v .. {} end)
                return v .. y, ok
            end)
            local _, one = coroutine.resume(thread, 'x')
            local _, two, three = coroutine.resume(thread, 'y')
            return one .. ' ' .. two .. ' ' .. tostring(three) .. ' ' .. coroutine.status(thread)
            """
        #expect(try lua.text(text) == "x1.0,2.0 1.0,2.0y false dead")
    }

    /// What pauses is not taken for what awaits, in an entry or in a coroutine.
    @Test func concatOperatorsWorkWhileCallsAreAwaited() async throws {
        let double = HostFunction.async("double") { (n: Int) -> String in
            await Task.yield()
            return "\(2 * n)"
        }
        try lua.setGlobal("double", to: double)
        let text = """
            local thread = coroutine.wrap(function(n) return v .. double(n) .. v .. double(n + 1) end)
            return thread(2) .. v .. double(4) .. v
            """
        let expected = "1.0,2.041.0,2.061.0,2.081.0,2.0"
        for _ in 0..<50 {
            #expect(try await lua.asynchronous.evaluate(text, name: "a.lua", as: String.self) == expected)
        }
    }

    @Test func concatOperandErrorNamesTheOperand() throws {
        let failure = lua.failure("local x = v .. {}")
        #expect(
            failure?.message.hasPrefix("\"..\" expects Vector and a string, or a string and Vector, got Vector and")
                == true
        )
        #expect(failure?.location?.description == "o.lua:1")
    }

    /// Lua cannot yield there, so it would use the old pointer.
    @Test(arguments: [
        "table.sort({ 1, 2 }, function(a, b) return (v .. '') < tostring(a) end)",
        "return (('x'):gsub('x', function(x) return v .. x end))",
    ])
    func concatOfObjectsIsRefusedWhereLuaCannotYield(_ text: String) throws {
        let problem = "an object cannot be concatenated within a function that is called by one of the library"
        #expect(lua.failure(text)?.message == (isBroken ? problem : nil))
    }
}

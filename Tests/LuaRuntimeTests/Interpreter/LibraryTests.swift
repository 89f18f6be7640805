import LuaRuntime
import MoonwireValues
import Testing

@Suite struct LibraryTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    private func text(_ script: String) throws -> String {
        try lua.evaluate(script, name: "l.lua")
    }

    private let mixed =
        "local t = { b = 1, a = 1, [10] = 1, [2] = 1, [2.5] = 1, [-1] = 1, [true] = 1, [false] = 1, ['a\\0'] = 1, [1e300] = 1, [math.mininteger] = 1 } local out = {} "
    private let sorted = "-9223372036854775808 -1 2 2.5 10 1e+300 a a\0 b false true"

    @Test func pairsVisitsKeysInOrder() throws {
        #expect(
            try text(mixed + "for k in pairs(t) do out[#out + 1] = tostring(k) end return table.concat(out, ' ')")
                == sorted)
    }

    /// Of two keys without an order, the one that comes first would depend on where they lie in memory.
    @Test(arguments: [
        "[{}] = 1, [{}] = 1", "[print] = 1, [{}] = 1", "a = 1, [print] = 1, [coroutine.create(print)] = 1",
    ])
    func pairsRefusesKeysWithoutAnOrder(_ entries: String) throws {
        let message = "keys are tables, functions, or objects, which have no order\n    keep them in a list"
        for walk in ["pairs(t)", "next, t"] {
            let script = "local t = { \(entries) } for k in \(walk) do end"
            let error = #expect(throws: LuaError.self) { try lua.run(script, name: "l.lua") }
            #expect(error?.description == "l.lua:1: 2 \(message)")
        }
    }

    @Test func oneKeyWithoutAnOrderComesLast() throws {
        let script =
            "local t = { [print] = 1, b = 1, [true] = 1, [0.5] = 1 } local o = '' for k in pairs(t) do o = o .. tostring(k) .. ' ' end return o"
        #expect(try text(script) == "0.5 b true function ")
        #expect(try text("return tostring(next({ [{}] = 1, [print] = 1 }) ~= nil)") == "true")
    }

    /// Which of them comes first would depend on where they lie in memory: `next` says only that there is one.
    @Test(arguments: ["[{}] = 1, [{}] = 2, [{}] = 3, [{}] = 4", "[print] = 1, [{}] = 2"])
    func nextRefusesKeysWithoutAnOrder(_ entries: String) throws {
        #expect(
            try text("local k, v = next { \(entries) } return tostring(k) .. ' ' .. tostring(v)") == "true nil")
        #expect(try text("if next { \(entries) } == nil then return 'empty' end return 'not empty'") == "not empty")
        #expect(
            try text(
                "local t = { \(entries), a = 5 } local k, v = next(t) return k .. v .. tostring(pcall(next, t, k))")
                == "a5false")
        let message = "keys are tables, functions, or objects, which have no order\n    keep them in a list"
        for call in ["next(t, nil)", "next(t, true)", "next(t, next(t))"] {
            let script = "local t = { \(entries) } \(call)"
            let error = #expect(throws: LuaError.self) { try lua.run(script, name: "l.lua") }
            #expect(error?.description.hasSuffix(message) == true, "\(call)")
        }
    }

    @Test func nextVisitsKeysInOrder() throws {
        #expect(
            try text(mixed + "for k in next, t do out[#out + 1] = tostring(k) end return table.concat(out, ' ')")
                == sorted)
        #expect(try text("return tostring(next({}))") == "nil")
        #expect(try text("return next({ 5, 6 }) .. '' .. next({ 5, 6 }, 1)") == "12")
    }

    @Test func interleavedIterationsAreIndependent() throws {
        let script = """
            local t, out = { a = 1, b = 2, c = 3 }, ""
            for k in next, t do for j in next, { x = 1, y = 2 } do out = out .. k .. j .. " " end t[k] = nil end
            return out .. tostring(next(t))
            """
        #expect(try text(script) == "ax ay bx by cx cy nil")
    }

    /// A key without an order comes last, even where each step searches for the next key.
    @Test func interleavedIterationsVisitAKeyWithoutAnOrder() throws {
        let script = """
            local t, out = { a = 1, b = 2, [print] = 3 }, ""
            for k in next, t do
                out = out .. tostring(k) .. " "
                if k ~= print then t[k] = nil end
                for _ in next, { x = 1 } do end
            end
            return out
            """
        #expect(try text(script) == "a b function ")
    }

    @Test func removedEntriesAreSkipped() throws {
        let script =
            "local t, out = { a = 1, b = 2, c = 3, d = 4 }, '' for k in pairs(t) do out = out .. k t.c = nil t[k] = nil end return out"
        #expect(try text(script) == "abd")
    }

    @Test func pairsHonorsItsMetamethod() throws {
        let script =
            "local t = setmetatable({}, { __pairs = function() return function(_, k) if not k then return 'x' end end, 1 end }) local o = '' for k in pairs(t) do o = o .. k end return o"
        #expect(try text(script) == "x")
    }

    @Test func eachIterationKeepsItsPosition() throws {
        let two = "local u, t = { a = 1, c = 2 }, { c = 1, d = 2 } next(u, 'a') return next(t, 'c')"
        #expect(try text(two) == "d")
        #expect(try text("local t = { a = 1, b = 2, c = 3 } next(t, 'a') return next(t, 'a')") == "b")
    }

    @Test(arguments: [
        ("next({ 1 }, print)", "invalid key to 'next'"),
        ("table.insert({}, 3, 1)", "bad argument #2 to 'insert' (position out of bounds)"),
        ("table.insert({}, 1, 2, 3)", "wrong number of arguments to 'insert'"),
        ("table.remove({ 1 }, 4)", "bad argument #2 to 'remove' (position out of bounds)"),
        ("table.move({}, -1, math.maxinteger, 2)", "bad argument #3 to 'move' (too many elements to move)"),
        ("table.move({}, 1, 2, math.maxinteger)", "bad argument #4 to 'move' (destination wrap around)"),
        ("table.concat({ {} })", "invalid value (at index 1) in table for 'concat'"),
        ("string.format('%s')", "bad argument #2 to 'format' (no value)"),
        ("tostring(setmetatable({}, { __tostring = next }))", "'__tostring' must return a string"),
        ("coroutine.create({})", "bad argument #1 to 'create' (function expected, got table)"),
        ("coroutine.wrap(1)", "bad argument #1 to 'wrap' (function expected, got number)"),
    ])
    func invalidArgumentsOfLibraryFunctionsAreRefused(call: String, message: String) throws {
        let error = #expect(throws: LuaError.self) { try lua.run(call, name: "l.lua") }
        #expect(error?.message == message)
    }

    @Test func stringsOfValuesHaveNoAddresses() throws {
        #expect(
            try text("return tostring({}) .. tostring(print) .. tostring(coroutine.create(print))")
                == "tablefunctionthread")
        #expect(try text("return string.format('%s %5s %d', {}, print, 3)") == "table function 3")
        #expect(throws: LuaError.self) { try text("return string.format('%p', {})") }
        #expect(try text("return tostring(setmetatable({}, { __tostring = function() return 'own' end }))") == "own")
        #expect(try text("return tostring(1) .. tostring(1.5) .. tostring(nil) .. tostring(true)") == "11.5niltrue")
    }

    @Test func metatablesHaveNoFinalizersAndAreNotWeak() {
        for field in ["__gc", "__mode"] {
            let error = #expect(throws: LuaError.self) {
                try lua.run("setmetatable({}, { \(field) = 'k' })", name: "l.lua")
            }
            #expect(error?.message == "a metatable must not have \(field)")
        }
    }

    @Test func stringsShareALockedMetatable() throws {
        #expect(try text("return tostring(getmetatable('')) .. ('x'):rep(3, ',')") == "falsex,x,x")
    }

    @Test func collectgarbageOnlyReturnsTheCount() throws {
        #expect(try lua.evaluate("return collectgarbage('count') > 1", name: "l.lua", as: Bool.self))
        #expect(throws: LuaError.self) { try lua.run("collectgarbage()", name: "l.lua") }
        #expect(throws: LuaError.self) { try lua.run("collectgarbage('stop')", name: "l.lua") }
    }

    @Test func protectedCallsBehaveAsUsual() throws {
        #expect(try text("return select('#', pcall(function() return 1, nil, 3 end)) .. ''") == "4")
        #expect(
            try text(
                "local ok, e = xpcall(function(a) error(a, 0) end, function(m) return m .. '!' end, 'x') return tostring(ok) .. e"
            ) == "falsex!")
        #expect(
            try text("return coroutine.wrap(function() local ok, v = pcall(coroutine.yield, 1) return v end)() .. ''")
                == "1")
        #expect(
            try text(
                "local c = coroutine.wrap(function() local _, v = pcall(coroutine.yield, 1) return v end) c() return c('in')"
            ) == "in")
    }

    @Test func coroutinesBehaveAsUsual() throws {
        let script = """
            local c = coroutine.create(function(a) local b = coroutine.yield(a + 1) error(b) end)
            local _, x = coroutine.resume(c, 1)
            local s = coroutine.status(c)
            local ok, e = coroutine.resume(c, { "boom" })
            local again, why = coroutine.resume(c)
            return table.concat({ x, s, tostring(ok), e[1], coroutine.status(c), why }, " ")
            """
        #expect(try text(script) == "2 suspended false boom dead cannot resume dead coroutine")
        #expect(
            try text("local c, main = coroutine.running() return tostring(main) .. tostring(coroutine.resume(c))")
                == "truefalse")
    }

    @Test func tablesBehaveAsUsual() throws {
        #expect(
            try text("local t = { 1, 2, 4 } table.insert(t, 3, 3) table.insert(t, 5) return table.concat(t, ',')")
                == "1,2,3,4,5")
        #expect(
            try text(
                "local t = { 1, 2, 3 } local x = table.remove(t, 1) return x .. table.concat(t, ',') .. tostring(table.remove({}))"
            ) == "12,3nil")
        #expect(try text("return table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ',')") == "1,1,2,3")
        #expect(try text("return table.concat(table.move({ 1, 2, 3 }, 2, 3, 1), ',')") == "2,3,3")
        #expect(try text("return table.concat({ table.unpack({ 1, 2, 3 }, 2) }, ',')") == "2,3")
        #expect(
            try text("local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) return table.concat(t)")
                == "321")
    }
    /// Each length of the text, the separator, and the count, against what a loop makes.
    @Test func stringsAreRepeatedAsUsual() throws {
        let script = """
            local function slowly(text, count, separator)
                local parts = {}
                for i = 1, count do parts[i] = text end
                return table.concat(parts, separator)
            end
            for length = 0, 5 do
                for gap = 0, 4 do
                    for count = -1, 40 do
                        local text, separator = ("abcde"):sub(1, length), ("1234"):sub(1, gap)
                        assert(text:rep(count, separator) == slowly(text, count, separator))
                        assert(gap > 0 or text:rep(count) == slowly(text, count))
                    end
                end
            end
            return ("x"):rep(3, "-")
            """
        #expect(try text(script) == "x-x-x")
    }
}

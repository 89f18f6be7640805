import LuaRuntime
import MoonwireValues
import Testing

@Suite struct SortTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
    }

    private func text(_ script: String) throws -> String {
        try lua.evaluate(script, name: "s.lua")
    }

    /// A lopsided list, for which Lua takes pivots by the clock.
    @Test func sortOrderIsTheSameInEveryProcess() throws {
        let script = """
            local n, t, x = 2000, {}, 1
            for i = 1, n do x = (x * 1103515245 + 12345) % 2147483648 t[i] = { k = 1 + (x >> 16) % 10, i = i } end
            t[1].k, t[(1 + n) // 2].k, t[n].k = 0, 0, 0
            table.sort(t, function(a, b) return a.k < b.k end)
            for i = 2, n do
                local a, b = t[i - 1], t[i]
                assert(a.k < b.k or (a.k == b.k and a.i < b.i), i)
            end
            return t[1].i .. " " .. t[2].i .. " " .. t[3].i
            """
        #expect(try text(script) == "1 1000 2000")
    }

    /// Lists of each length, beside a plain insertion sort that keeps what is equal in order.
    @Test(arguments: [
        "x % 7", "x % 1000", "i", "-i", "i % 3", "x % 7 + 0.5", "'k' .. x % 9", "('k'):rep(70) .. x % 9",
    ])
    func listsOfAllLengthsAreSorted(_ key: String) throws {
        let script = """
            local x = 7
            local function plain(t, less)
                for i = 2, #t do
                    local v, j = t[i], i - 1
                    while j > 0 and less(v, t[j]) do t[j + 1], j = t[j], j - 1 end
                    t[j + 1] = v
                end
            end
            for n = 0, 70 do
                local keys, pairs, wanted = {}, {}, {}
                for i = 1, n do
                    x = (x * 1103515245 + 12345) % 2147483648
                    local k = \(key)
                    keys[i], pairs[i] = k, { k, i }
                end
                table.move(pairs, 1, n, 1, wanted)
                local less = function(a, b) return a[1] < b[1] end
                plain(wanted, less)
                table.sort(pairs, less)
                table.sort(keys)
                for i = 1, n do assert(rawequal(pairs[i], wanted[i]) and keys[i] == wanted[i][1], n) end
                assert(#pairs == n and #keys == n)
            end
            return "sorted"
            """
        #expect(try text(script) == "sorted")
    }

    @Test func sortUsesMetamethods() throws {
        let script = """
            local m = { __lt = function(a, b) return a.v > b.v end }
            local t = {}
            for i = 1, 9 do t[i] = setmetatable({ v = i * 5 % 9 }, m) end
            table.sort(t)
            local out = ""
            for i = 1, 9 do out = out .. t[i].v end
            return out
            """
        #expect(try text(script) == "876543210")
    }

    @Test func aListWithAMetatableIsReadAndWrittenThroughIt() throws {
        let script = """
            local inner, out = { 3, 1, 2 }, ""
            local outer = setmetatable({}, {
                __index = function(_, i) return inner[i] end,
                __newindex = function(_, i, v) out = out .. i .. "=" .. v .. " " inner[i] = v end,
                __len = function() return 3 end,
            })
            table.sort(outer)
            return out .. tostring(next(outer))
            """
        #expect(try text(script) == "1=1 2=2 3=3 nil")
    }

    /// Whatever a comparison says or does, each element is in the list once, and the sort ends.
    @Test(arguments: [
        "true", "false", "a", "x % 2 == 0", "a <= b", "(a - b) % 3 == 1", "nil",
    ])
    func contradictoryComparisonsLoseNoElement(_ less: String) throws {
        let script = """
            local x = 7
            for n = 0, 200, 7 do
                local t, seen = {}, {}
                for i = 1, n do t[i] = i * 31 % 211 end
                table.sort(t, function(a, b) x = (x * 1103515245 + 12345) % 2147483648 return \(less) end)
                for i = 1, n do assert(not seen[t[i]]) seen[t[i]] = true end
                assert(#t == n)
            end
            return "whole"
            """
        #expect(try text(script) == "whole")
    }

    @Test func failedSortLeavesTheListUnchanged() throws {
        let script = """
            local t, calls = { 5, 4, 3, 2, 1 }, 0
            local ok, e = pcall(table.sort, t, function(a, b)
                calls = calls + 1
                if calls > 4 then error("no", 0) end
                return a < b
            end)
            return tostring(ok) .. e .. table.concat(t)
            """
        #expect(try text(script) == "falseno54321")
    }

    @Test(arguments: [
        "for i = 1, 50 do t[i] = nil end", "t[#t + 1] = 1", "t[60] = {}",
        "setmetatable(t, { __index = error, __newindex = error })", "table.sort(t)", "table.remove(t, 1)",
        "t[1], t[2] = t[2], t[1]",
    ])
    func listThatChangesDuringASortIsHarmless(_ change: String) throws {
        let script = """
            local t = {}
            for i = 1, 50 do t[i] = -i end
            local calls = 0
            table.sort(t, function(a, b)
                calls = calls + 1
                if calls == 20 then \(change) end
                return (tonumber(a) or 0) < (tonumber(b) or 0)
            end)
            return "done"
            """
        #expect(try text(script) == "done")
    }

    /// Fewer comparisons than Lua's own takes.
    @Test func sortNeedsFewComparisons() throws {
        let script = """
            local function count(make)
                local t, x, calls = {}, 7, 0
                for i = 1, 1024 do x = (x * 1103515245 + 12345) % 2147483648 t[i] = make(i, x >> 8) end
                table.sort(t, function(a, b) calls = calls + 1 return a < b end)
                return calls
            end
            local sorted, equal = count(function(i) return i end), count(function() return 1 end)
            local random, reverse = count(function(_, x) return x end), count(function(i) return -i end)
            assert(random <= 10 * 1024 and reverse <= 10 * 1024)
            return sorted .. " " .. equal
            """
        #expect(try text(script) == "1023 1023")
    }

    @Test(arguments: [
        ("table.sort()", "bad argument #1 to 'sort' (table expected, got no value)"),
        ("table.sort({ 1, 2 }, 1)", "bad argument #2 to 'sort' (function expected, got number)"),
        ("table.sort({ 1, 'a' })", "attempt to compare string with number"),
        ("table.sort({ {}, {} })", "attempt to compare two table values"),
        ("table.sort({ 2, 1 }, function() error('own', 0) end)", "own"),
    ])
    func sortRefusesIncomparableElements(call: String, message: String) throws {
        let error = #expect(throws: LuaError.self) { try lua.run(call, name: "s.lua") }
        #expect(error?.message == message)
    }

    /// The places of the elements count as memory of the script, eight bytes for each.
    @Test func memoryOfASortCounts() throws {
        let script = """
            local t, inside = {}
            for i = 1, 20000 do t[i] = i end
            local before = collectgarbage("count")
            table.sort(t, function(a, b) inside = inside or collectgarbage("count") return a < b end)
            return tostring(inside - before > 150 and inside - before < 170)
            """
        #expect(try text(script) == "true")
    }
}

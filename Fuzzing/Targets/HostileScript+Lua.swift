// Statements in Lua.
extension HostileScript {
    /// Work in a library function, without instructions of its own.
    mutating func library() -> String {
        let n = size()
        return reader.choice(
            "string.rep('x', \(n)):find(('x*'):rep(20) .. 'y')", "table.sort({}, function() end)",
            "local t = {} for i = 1, \(n) do t[i] = i end pcall(table.sort, t, function(a, b) return true end)",
            "local t = {} for i = 1, \(n) do t[i] = 'x' end table.concat(t, ('y'):rep(1000))",
            "string.format('%99.99f', \(n))", "pcall(table.unpack, {}, 1, \(n))",
            "pcall(string.pack, ('s'):rep(\(n)), 'x')",
            "local s = '' for i = 1, \(n) do s = s .. i end", "local _ = ('x'):rep(\(n)):gsub('', '%0%0')",
            "for i = 1, \(n) do coroutine.wrap(function() end)() end",
            "local t = setmetatable({}, {}) getmetatable(t).__call = t pcall(t)",
            "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) pcall(function() return t[1] end)",
            "table.move({}, 1, \(n), 2)", "for c in ('x'):rep(\(n)):gmatch('') do end",
            "pcall(function() utf8.char(table.unpack({}, 1, \(n))) end)", "pcall(math.random, 0)",
            "local t = {} for i = 1, \(n) do t[{}] = i end for _ in next, t do end",
            "print(('x'):rep(\(n)))", "for i = 1, \(n) do print(i) end", "warn(('x'):rep(\(n)))",
            "local t = {} for i = 1, \(n) do t[i] = coroutine.create(function() coroutine.yield() end) coroutine.resume(t[i]) end"
        )
    }

    /// Source that is hard to compile.
    mutating func source() -> String {
        let count = min(size(), 20_000)
        func repeated(_ text: String) -> String { String(repeating: text, count: count) }
        return switch reader.below(12) {
        case 0: "local x local a = x" + repeated(" and x")
        case 1: "local a = 1 if a then " + repeated("elseif a then ") + "end"
        case 2: "do " + repeated("goto done ") + "::done:: end"
        case 3:
            "local t = " + String(repeating: "{", count: min(count, 300))
                + String(repeating: "}", count: min(count, 300))
        case 4: "local x = [" + repeated("=") + "["
        case 5: "local x = " + repeated("- ") + "1"
        case 6: "local x = 1" + repeated(" .. 'x'")
        case 7: "local " + String(repeating: "v,", count: min(count, 190)) + "v = 1"
        case 8: "parameters { " + repeated("a = 1, ") + "}"
        case 9: "service 'o2' { type = 'Part', args = { value = { " + repeated("'%p%', ") + "} } }"
        case 10: repeated("service 'o2' { type = 'Part', args = { value = { a = '%env(V1)%' } } } ")
        default: "local function f() return " + repeated("f(") + "1" + repeated(")") + " end"
        }
    }

    /// Code that does not end by itself, or only at its budget.
    mutating func endless() -> String {
        let n = size()
        return reader.choice(
            "local function f(i) if i == 0 then while true do end end pcall(f, i - 1) end f(\(n))",
            "while true do pcall(function() while true do end end) end",
            "local function f() pcall(f) error('x') end f()",
            "local m = { __close = function() while true do end end } local x <close> = setmetatable({}, m) error('x')",
            "local function nest() coroutine.wrap(nest)() end nest()",
            "xpcall(function() error({}) end, function(e) while true do end end)",
            "setmetatable({}, { __gc = function() while true do end end })",
            "hook.reloading(function() while true do end end)", "hook.created('s1', function() while true do end end)",
            "preferences 'G' { x = { default = 1, check = function() while true do end end } }",
            "service 'loop' (function(c) while true do end end)",
            "service 'loop' (function(c) return c.get 'loop' end)",
            "service 'x' { type = 'Part', configure = function(o, c) while true do end end }",
            "service 'x' { type = 'Part', stop = function(o) while true do end end }",
            "when('dev', function() while true do end end)",
            "for i = 1, \(n) do pcall(when, 'dev', function() error 'x' end) end",
            "for i = 1, \(n) do local ok, e = pcall(error, ('x'):rep(100)) end",
            "while true do pcall(parameters, { p = { 1 } }) end",
            "while true do pcall(service('x'), { type = 'Part' }) end")
    }

    /// Files that are read repeatedly.
    mutating func files() -> String {
        reader.choice(
            "for i = 1, \(size()) do include 'other.lua' end", "for i = 1, \(size()) do include 'large.lua' end",
            "for i = 1, \(size()) do pcall(include, 'missing' .. i .. '.lua') end",
            "for i = 1, \(size()) do require 'other' end",
            "include 'other.lua'", "pcall(include, 'main.lua')", "pcall(require, '..')",
            "for i = 1, \(size()) do pcall(include, 'wrong.lua') end")
    }

    /// A function that stays just within its budget, wherever functions are accepted, and as often as possible.
    mutating func busy() -> String {
        let place = reader.choice(
            "hook.registered('*', work)", "hook.created('s1', work)", "hook.created('*', work)", "hook.reloading(work)",
            "hook.reloaded(work)", "hook.resolved('s1', work)", "hook.released('s1', work)",
            "hook.injected('Owner.part', work)",
            "preferences('B' .. i) { x = { default = 1, check = work } }", "when('dev', work)",
            "service('w' .. i) { type = 'Part', configure = work }", "service('w' .. i) { type = 'Part', stop = work }",
            "service('w' .. i) (function(c) work() return Part { } end)",
            "decorate 's1' (function(inner, c) work() return Part { part = inner } end)",
            "coroutine.wrap(work)()", "pcall(work)")
        return """
            local function work() for i = 1, \(reader.choice(1_000, 100_000, 5_000_000)) do end return true end
            for i = 1, \(reader.choice(1, 20, 300)) do \(place) end
            """
    }
}

import LuaRuntime

extension Attack {
    /// Texts that become code, where a profile lets them.
    static let code: [Attack] = [
        Attack(
            16,
            "local function f() return (('x'):gsub('.', function() load('local t return t | (t or 1)') f() end)) end f()",
            .refused("stack overflow")),
        Attack(17, "assert(not load('return ' .. ('('):rep(100000) .. '1' .. (')'):rep(100000)))", .harmless),
        Attack(17, "assert(not load(('function() return '):rep(100000)))", .harmless),
        Attack(18, "load((' '):rep(20 << 20))", .refused("the chunk is too long")),
        Attack(18, "load(function() return (' '):rep(1 << 20) end)", .refused("the chunk is too long")),
        Attack(18, "local text = (' '):rep(1 << 20) while true do load(text) end", .budget),
        Attack(18, "load(function() while true do end end)", .budget),
        Attack(19, "assert(not load('\\27Lua', 'binary', 'b'))", .harmless),
        Attack(33, "assert(load('return print', 'box', 't', {})() == nil)", .harmless),
        Attack(
            33, "local box = {} load('x = 5', 'box', 't', box)() assert(box.x == 5 and rawget(_ENV, 'x') == nil)",
            .harmless),
        Attack(
            33, "load('\\nprint = nil', '@attack.lua', 't', setmetatable({}, { __newindex = _ENV }))()",
            .refused("print is not declared")),
    ].map { Attack($0.number, $0.script, $0.end, profile: .full) }

    /// Coroutines that yield where something else is under way.
    static let yields: [Attack] = [
        Attack(35, "coroutine.yield()", .refused("attempt to yield from outside a coroutine")),
        Attack(
            35, "coroutine.wrap(function() host(function() coroutine.yield() end) end)()",
            .refused("attempt to yield from outside a coroutine")),
        Attack(
            35, "coroutine.wrap(function() table.sort({ 3, 2, 1 }, coroutine.yield) end)()",
            .refused("attempt to yield across a C-call boundary")),
        Attack(
            35, "coroutine.wrap(function() local _ = ('x'):gsub('.', coroutine.yield) end)()",
            .refused("attempt to yield across a C-call boundary")),
        Attack(
            35,
            "local f = coroutine.wrap(function() pcall(coroutine.yield, 1) return 2 end) assert(f() == 1 and f() == 2)",
            .harmless),
        Attack(
            35,
            "local t = setmetatable({}, { __index = function() return coroutine.yield(1) end }) local f = coroutine.wrap(function() return t.x end) assert(f() == 1 and f(2) == 2)",
            .harmless),
        Attack(
            35,
            "local f = coroutine.wrap(function() for x in coroutine.yield do return x end end) f() assert(f(2) == 2)",
            .harmless),
    ]
}

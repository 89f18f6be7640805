import LuaRuntime

extension Attack {
    /// Work that takes the host much longer than its instructions tell.
    static let slow: [Attack] = [
        "while true do end",
        "local a, b = ('x'):rep(4 << 20), ('x'):rep(4 << 20) while true do local _ = a == b end",
        "local s = ('1'):rep(1 << 20) while true do tonumber(s) end",
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
        "local l = {} for i = 1, 10 do l[i] = ('a'):rep(1 << 20) .. i end for i = 11, 50000 do l[i] = l[i % 10 + 1] end table.sort(l)",
        "local s, l = ('a'):rep(1 << 20), {} for i = 1, 100000 do l[i] = s end table.sort(l, string.upper)",
        "local e = {} for i = 1, 2e5 do e[i] = 1 end for i = 2e5, 1, -1 do e[i] = nil end setmetatable(e, { __call = pairs }) local l = {} for i = 1, 50000 do l[i] = e end table.sort(l, pcall)",
        "local a, b = ('x'):rep(4 << 20), ('x'):rep(4 << 20) local function compare() for i = 1, 20 do local _ = a == b end end while true do host(compare) end",
        "local function f(n) if n > 0 then return f(n - 1) + 1 end while true do pcall(error) end end f(5000)",
    ].map { Attack(42, $0, .time) }

    private static let circle = "local m = {} local t = setmetatable({}, m) m.__call = t "
    private static let overflow = End.refused("stack overflow")

    /// Tables that are called through tables, in each way in which something is called.
    static let chains: [Attack] =
        [
            Attack(43, circle + "t()", overflow),
            Attack(43, circle + "return t()", overflow),
            Attack(43, circle + "assert(not pcall(t)) coroutine.wrap(function() t() end)()", overflow),
            Attack(43, circle + "m.__add = t return t + 1", overflow),
            Attack(43, circle + "m.__eq = t return t == setmetatable({}, m)", overflow),
            Attack(43, circle + "for _ in t do end", overflow),
            Attack(43, circle + "m.__close = t local x <close> = t", overflow),
            Attack(43, "local t = print for i = 1, 50000 do t = setmetatable({}, { __call = t }) end t()", overflow),
            Attack(
                43,
                "local a, b = {}, {} local x, y = setmetatable({}, a), setmetatable({}, b) a.__call, b.__call = y, x x()",
                overflow),
            Attack(
                43, "local function f(n) if n > 0 then f(n - 1) end end pcall(f, 190000) " + circle + "t()", overflow),
            Attack(43, "pcall(table.unpack, {}, 1, 900000) " + circle + "t()", overflow),
            Attack(43, "pcall(string.byte, ('x'):rep(900000), 1, -1) " + circle + "t()", overflow),
            Attack(43, "pcall(utf8.codepoint, ('x'):rep(900000), 1, -1) " + circle + "t()", overflow),
            Attack(43, "pcall(string.unpack, ('b'):rep(900000), ('x'):rep(900000)) " + circle + "t()", overflow),
            Attack(43, "local function g(...) return g(1, ...) end pcall(g) " + circle + "t()", overflow),
            Attack(43, "local t = setmetatable({}, { __call = print }) t('x')", .harmless),
        ]
        + [
            circle + "while true do pcall(t) end",
            circle + "m.__index = pcall table.unpack(t, 1, 30000)",
        ].map { Attack(43, $0, .time) }

    /// What is in progress when the budget ends: none of it runs, and leaving it takes no longer the more there is.
    static let deaths: [Attack] = [
        "local function f(n) if n % 100 == 0 then coroutine.yield() end if n == 0 then while true do end end pcall(f, n - 1) end local c = coroutine.create(function() f(4000) end) while coroutine.status(c) == 'suspended' do coroutine.resume(c) end",
        "local function f(n) local c = coroutine.wrap(function() if n > 0 then f(n - 1) end while true do end end) pcall(c) end f(150)",
        "local c = setmetatable({}, { __close = function() end }) local function f(n) local x <close> = c if n > 0 then f(n - 1) end while true do end end f(4000)",
        "local c = setmetatable({}, { __close = function() end }) local function f(n) local x <close> = c if n > 0 then f(n - 1) end while true do end end table.sort({ 1, 2 }, function() f(4000) end)",
        "local function f(n) if n > 0 then pcall(f, n - 1) end while true do end end table.sort({ 1, 2 }, function() f(80) end)",
    ].map { Attack(44, $0, .budget) }
}

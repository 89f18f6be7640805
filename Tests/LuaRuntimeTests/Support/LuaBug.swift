import LuaRuntime
import Testing

/// A bug that Lua's authors list for a release of 5.4, a script that needs it, and how that script ends.
///
/// Not here are bugs that no script has a part in: comments that C89 does not know (5.4.3), and what the program `lua` does with
/// its own command line (5.4.4-1, 5.4.8-2).
struct LuaBug: CustomTestStringConvertible, Sendable {
    /// The release, and the number in its list where that is known.
    let name: String
    let title: String
    let attack: Attack
    let kind: Kind

    /// What a Lua that checks itself cannot run in any time worth waiting for; see `scripts/hardlua`.
    enum Kind {
        case usual
        /// The script calls so deep, so often, that a Lua which moves the stack at each call spends the budget on that.
        case deep
        /// The script fills the memory in small pieces, all of which a Lua that collects at each allocation visits each time.
        case large
    }

    init(
        _ name: String, _ title: String, _ script: String, _ end: Attack.End = .harmless,
        profile: Interpreter.Profile = .configuration, kind: Kind = .usual
    ) {
        self.name = name
        self.title = title
        self.kind = kind
        attack = Attack(50, script, end, profile: profile)
    }

    var testDescription: String { "\(name): \(title)" }
}

extension LuaBug {
    /// Those of 5.4.0 to 5.4.3.
    static let early: [LuaBug] = [
        LuaBug(
            "5.4.0-1", "an old object with a finalizer is not visited by the collector",
            "local kept setmetatable({}, { __gc = function(o) kept = { o } end })", .refused("__gc")),
        LuaBug(
            "5.4.0-2", "the limit of the C stack is computed wrongly when a coroutine is entered",
            "local function f() return coroutine.wrap(function() return f() end)() end f()",
            .refused("C stack overflow")),
        LuaBug(
            "5.4.0-3", "an emergency collection while upvalues are loaded",
            """
            local kept = {} while true do kept[#kept + 1] = ('x'):rep(1000) .. #kept \
            kept[#kept + 1] = load('local a, b, c = {}, {}, {} return function() return a, b, c end') end
            """, .memory, profile: .full, kind: .large),
        LuaBug(
            "5.4.0-4", "a collection destroys a call record that is about to be used",
            """
            local function f(n) local t = { n } if n > 0 then return 1 + f(n - 1) end return 0 end \
            for i = 1, 20 do assert(f(i * 150) == i * 150) for j = 1, 2000 do local _ = { j } end end
            """, kind: .deep),
        LuaBug(
            "5.4.0-5", "a collection shrinks a stack that was just made larger",
            """
            local t = setmetatable({}, { __index = function(_, i) return { i } end }) for n = 1, 900, 37 do \
            coroutine.wrap(function() assert(select('#', table.unpack(t, 1, n)) == n) end)() end
            """, kind: .deep),
        LuaBug(
            "5.4.0-6", "an error in a finalizer is told without a line",
            "for i = 1, 1000 do setmetatable({}, { __gc = function() error('x') end }) end", .refused("__gc")),
        LuaBug(
            "5.4.0-7", "io.popen takes a mode that does not exist", "io.popen('true', 'rw')", .refused("invalid mode"),
            profile: .full),
        LuaBug("5.4.0-7", "io.popen is not reachable", "assert(io == nil)"),
        LuaBug(
            "5.4.0-8", "a line hook reads an old instruction (CVE-2020-15945)", "assert(debug.sethook == nil)",
            profile: .full),
        LuaBug(
            "5.4.0-9", "building a message crosses the end of the C stack (CVE-2020-24342)",
            "local t = setmetatable({}, { __tostring = function(t) error(tostring(t) .. 'x') end }) tostring(t)",
            .refused("C stack overflow")),
        LuaBug(
            "5.4.0-10", "barriers while the collector sweeps (CVE-2020-24371)", "collectgarbage('generational')",
            .refused("count"), profile: .full),
        LuaBug(
            "5.4.0-11", "debug.getlocal negates the smallest integer (CVE-2020-24370)",
            "assert(debug.getlocal == nil and debug.setlocal == nil)", profile: .full),
        LuaBug(
            "5.4.0-12", "a line hook in a function without lines (CVE-2020-24369)", "assert(string.dump == nil)",
            profile: .full),
        LuaBug(
            "5.4.0", "a stack moves while it is collected (CVE-2020-15888)",
            """
            local t = {} for i = 1, 3000 do t[i] = { i } end local function f(...) local a = { ... } return #a end \
            for i = 1, 30 do assert(coroutine.wrap(f)(table.unpack(t, 1, i * 100)) == i * 100) end
            """),
        LuaBug(
            "5.4.0", "a long bracket of many equals signs",
            "assert(not load('[' .. ('='):rep(1 << 20) .. '[x') and not load('--[' .. ('='):rep(1 << 20) .. '[x'))",
            profile: .full),
        LuaBug(
            "5.4.2-1", "coroutines nest without a bound after errors that were caught",
            "local function f() local ok, why = pcall(coroutine.wrap(f)) error(why, 0) end f()",
            .refused("C stack overflow")),
        LuaBug(
            "5.4.2-2", "debug.getinfo takes '>' as an option", "assert(debug.getinfo == nil)", profile: .full),
        LuaBug(
            "5.4.2-3", "the message of table.concat has a wrong format",
            """
            table.concat(setmetatable({}, { __index = function() return {} end }), ',', math.maxinteger, \
            math.maxinteger)
            """, .refused("invalid value (at index 9223372036854775807) in table for 'concat'")),
        LuaBug(
            "5.4.3-1", "a tail call leaves a loop with a variable to close",
            """
            local open = true local guard = setmetatable({}, { __close = function() open = false end }) \
            local function isOpen() return open end \
            local function f() for _ in next, { 1 }, nil, guard do return isOpen() end end assert(f() and not open)
            """),
        LuaBug(
            "5.4.3-3", "yielding in __close mixes results up",
            """
            local closing = { __close = function() coroutine.yield('closing') end } \
            local function f(...) local x <close> = setmetatable({}, closing) return ... end \
            local c = coroutine.wrap(f) assert(c(1, nil, 3) == 'closing') \
            local r = table.pack(c()) assert(r.n == 3 and r[1] == 1 and r[2] == nil and r[3] == 3)
            """),
        LuaBug(
            "5.4.3-4", "converting a value to a string takes another one",
            """
            local named = setmetatable({}, { __tostring = function() return 'a' end, __name = 'N' }) \
            assert(string.format('%s|%s|%s', named, nil, 1.5) == 'a|nil|1.5' and tostring(named) == 'a')
            """),
        LuaBug(
            "5.4.3-5", "shifting by the smallest integer negates it",
            """
            local least, most = math.mininteger, math.maxinteger assert(1 >> least == 0 and -1 << least == 0) \
            assert(5 >> most == 0 and 5 << most == 0 and 1 >> math.mininteger == 0 and 4 >> -1 == 8 and 1 << -1 == 0)
            """),
        LuaBug(
            "5.4.3", "a state is closed while calls are in progress (CVE-2021-44647)",
            """
            local closing = { __close = function() error('closed') end } for i = 1, 20 do coroutine.wrap(function() \
            local x <close> = setmetatable({}, closing) pcall(coroutine.yield) end)() end
            """),
        LuaBug(
            "5.4.3", "resuming overflows the C stack (CVE-2021-43519)",
            "local function f() coroutine.resume(coroutine.create(f)) end f()"),
        LuaBug(
            "5.4.3", "an object in a finalizer is freed already (CVE-2021-44964)",
            "local kept setmetatable({ object }, { __gc = function(t) kept = t[1] end })", .refused("__gc")),
        LuaBug(
            "5.4.3-10", "a finalizer runs the collector", "setmetatable({}, { __gc = collectgarbage })",
            .refused("__gc")),
        LuaBug(
            "5.4.3-11", "a finalizer runs with an invalid stack, in a tail call (CVE-2021-45985)",
            """
            local m = {} local function f(n) setmetatable({}, m) local s = ('x'):rep(n) if n == 0 then return s end \
            return f(n - 1) end f(200) m.__gc = error f(1)
            """, .refused("__gc")),
    ]

    /// Those of 5.4.4 and later.
    static let late: [LuaBug] = [
        LuaBug(
            "5.4.4-2", "wrong code where _ENV is a constant (CVE-2022-28805)",
            "local function f() local _ENV <const> = 5 return function() return y end end f()()",
            .refused("index a number value")),
        LuaBug(
            "5.4.4-3", "wrong code for constants of bitwise operators",
            """
            local many = {} for i = 1, 300 do many[i] = i .. '.5' end \
            local f = load('local t = { ' .. table.concat(many, ',') .. ' } return 1 ~ (2 or 3)') \
            assert(f == nil or f() == 3)
            """, profile: .full),
        LuaBug(
            "5.4.4-4", "the Lua stack overflows while a C stack overflow is handled (CVE-2022-33099)",
            "local function f(a, b) return a .. f(b, a) end assert(not xpcall(f, f, 'x', 'y'))", kind: .deep),
        LuaBug(
            "5.4.4-5", "a stack moves while a buffer is closed",
            """
            local function deep(n) if n > 0 then return 1 + deep(n - 1) end return 0 end \
            local t = setmetatable({}, { __len = function() return 300 end, \
            __index = function() deep(400) return ('x'):rep(100) end }) assert(#table.concat(t) == 30000)
            """, kind: .deep),
        LuaBug(
            "5.4.4", "a stack moves while values are concatenated",
            """
            local function deep(n) if n > 0 then return 1 + deep(n - 1) end return 0 end local m = {} \
            local t = setmetatable({}, m) m.__concat = function() deep(400) return 'x' end \
            for i = 1, 1000 do local ok, text = pcall(function() return 'a' .. 'b' .. t end) \
            assert(not ok or text == 'ax') end
            """),
        LuaBug(
            "5.4.4-6", "break does not close the variable of a loop",
            """
            local f = load('local closed, keep local m = { __close = function() closed = true end } \
            for k in next, { 1 }, nil, setmetatable({}, m) do keep = function() return k end break end return closed') \
            assert(f == nil or f())
            """, profile: .full),
        LuaBug(
            "5.4.4-7", "a wrong target after a full collection of generations", "collectgarbage('generational', 0, 0)",
            .refused("count"), profile: .full),
        LuaBug(
            "5.4.4-8", "utf8.codes takes stray continuation bytes", "for _ in utf8.codes('ab\\xBF') do end",
            .refused("invalid UTF-8 code")),
        LuaBug("5.4.4-9", "coroutine.close is not reachable", "assert(coroutine.close == nil)", profile: .full),
        LuaBug(
            "5.4.4-10", "a wrong line for an arithmetic error", "local a = 1 local b = a + {} + 2",
            .refused("arithmetic on a table value")),
        LuaBug(
            "5.4.4-11", "a damaged binary chunk",
            """
            for i = 1, 40 do \
            assert(not load('\\27Lua\\x54\\0\\x19\\x93\\r\\n\\x1a\\n\\4\\8\\8' .. ('\\xFF'):rep(i), 'b', 'b')) end
            """, profile: .full),
        LuaBug(
            "5.4.5-1", "lua_resetthread changed its arguments",
            """
            local closed = 0 local m = { __close = function() closed = closed + 1 end } for i = 1, 50 do \
            pcall(coroutine.wrap(function() local x <close> = setmetatable({}, m) error({}) end)) end assert(closed == 50)
            """),
        LuaBug(
            "5.4.6", "comparing strings reads too far under a locale",
            """
            assert(os.setlocale == nil) \
            assert('a\\0b' < 'a\\0c' and 'a' < 'a\\0' and not ('a\\0' < 'a') and '\\0' <= '\\0\\0')
            """, profile: .full),
        LuaBug(
            "5.4.6", "a call hook runs twice after a count hook yields, and a yield stops at a wrong instruction",
            "assert(debug.sethook == nil and debug.gethook == nil)", profile: .full),
        LuaBug(
            "5.4.6", "a wrong line for a function call", "local t = {} t.x.y(1)",
            .refused("index a nil value (field 'x')")),
        LuaBug(
            "5.4.6", "naming a variable recurses", chainOfLocals, .refused("call a nil value (local 'a190')")),
        LuaBug(
            "5.4.6", "the length of a concatenation overflows",
            "local s = ('x'):rep(3 << 20) return s .. s .. 1.5 .. s .. math.mininteger .. s .. s .. s", .memory),
        LuaBug(
            "5.4.6", "active lines of a vararg function without lines",
            "assert(debug.getinfo == nil and string.dump == nil)", profile: .full),
        LuaBug(
            "5.4.6", "an assignment whose parts overlap",
            "local i, t = 1, {} i, t[i] = i + 1, 20 assert(i == 2 and t[1] == 20) t, t.x = {}, t assert(t.x == nil)"),
        LuaBug(
            "5.4.6", "a traceback needs more stack than it asks for",
            """
            local function f(n) if n > 0 then return 1 + f(n - 1) end return #debug.traceback('x') end \
            for i = 1, 60 do assert(coroutine.wrap(f)(i) > 0) end
            """, profile: .full),
        LuaBug(
            "5.4.6-9", "a tricky _PROMPT", "_PROMPT = setmetatable({}, { __tostring = function() return 1 end })",
            .refused("_PROMPT is not declared")),
        LuaBug(
            "5.4.7", "wrong code for a comparison as an index",
            """
            local f = load('local t = { [true] = 5 } return (function(a, b) return t[a < b] end)(1, 2)') \
            assert(f == nil or f() == 5)
            """, profile: .full),
        LuaBug(
            "5.4.7", "a wrong limit of local variables",
            """
            local names = {} for i = 1, 300 do names[i] = 'a' .. i end \
            assert(not load('local ' .. table.concat(names, ',')) and load('local ' .. table.concat(names, ',', 1, 200)))
            """, profile: .full),
        LuaBug(
            "5.4.7", "a message handler is overwritten while a coroutine is closed",
            """
            local m = { __close = function() error('closed', 0) end } local ok, why = xpcall(function() \
            coroutine.wrap(function() local x <close> = setmetatable({}, m) error('x') end)() end, \
            function(e) return 'told ' .. tostring(e) end) assert(not ok and why == 'told closed')
            """),
        LuaBug(
            "5.4.8-1", "a new metatable in a table that is all weak", "setmetatable({}, { __mode = 'kv' })",
            .refused("__mode")),
        LuaBug(
            "5.4.8-3", "a constructor counts its items beyond the largest integer",
            "load((function() local n = 0 return function() n = n + 1 return n == 1 and '{' or ('1,'):rep(1 << 20) end end)())",
            .refused("the chunk is too long"), profile: .full),
    ]

    /// Those that end the process where a library has them and nothing keeps scripts away.
    static let fatal: [LuaBug] = [
        LuaBug(
            "5.4.4-9", "a chain of coroutines is closed without a bound",
            """
            local last for i = 1, 2000 do local before = last last = coroutine.wrap(function() \
            local x <close> = setmetatable({}, { __close = function() if before then before() end end }) \
            coroutine.yield() error('x') end) last() end last()
            """, .refused("C stack overflow")),
        LuaBug(
            "5.4.7-5", "an emergency collection frees the __newindex that is being used",
            """
            local m = { __newindex = {} } setmetatable(m, m) m.__mode = 'v' local t = setmetatable({}, m) \
            for i = 1, 30000000 do t[i] = i end
            """, .memory),
        LuaBug(
            "5.4.7", "the value of an error is made unprotected",
            """
            local t = {} local function fill() while true do t[#t + 1] = ('x'):rep(9999) .. #t end end \
            xpcall(fill, function() xpcall(fill, error) error({}) end)
            """, .memory),
        LuaBug(
            "5.4.8-1", "a metatable that becomes all weak",
            """
            local m = {} local t = setmetatable({}, m) m.__mode = 'kv' for i = 1, 2e4 do \
            t[{}] = setmetatable({}, { __index = {} }) t[i % 10] = {} end
            """),
        LuaBug(
            "5.4.8", "string.gmatch goes on after a pattern that is too complex",
            "local next = ('a'):rep(100000):gmatch(('a?'):rep(100000)) for i = 1, 5 do assert(not pcall(next)) end"),
    ]

    /// A variable whose name is looked for through many others.
    private static let chainOfLocals =
        "local a1 " + (2...190).map { "local a\($0) = a\($0 - 1) " }.joined() + "a190()"
}

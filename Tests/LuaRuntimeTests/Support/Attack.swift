import LuaRuntime
import Testing

/// A script that means harm, and how it must end.
struct Attack: CustomTestStringConvertible, Sendable {
    enum End: Sendable {
        /// Out of instructions.
        case budget
        /// Out of CPU time, with any number of instructions.
        case time
        /// Out of memory, at a safe point.
        case memory
        /// A single request for memory was refused.
        case noMemory
        /// Refused with an error that contains this.
        case refused(String)
        /// The script itself finds that nothing came of it.
        case harmless
    }

    /// What it is about; attacks of one kind share a number.
    let number: Int
    let script: String
    let end: End
    let profile: Interpreter.Profile

    init(_ number: Int, _ script: String, _ end: End, profile: Interpreter.Profile = .configuration) {
        self.number = number
        self.script = script
        self.end = end
        self.profile = profile
    }

    /// So that what is to end it comes first.
    var limits: Interpreter.Limits {
        switch end {
        case .memory, .noMemory: Interpreter.Limits(instructions: 50_000_000, cpuTime: .seconds(30), memory: 8 << 20)
        case .time: Interpreter.Limits(instructions: .max, cpuTime: .milliseconds(300), memory: 32 << 20)
        case .budget: Interpreter.Limits(instructions: 1_000_000, cpuTime: .milliseconds(500), memory: 32 << 20)
        case .refused, .harmless: Interpreter.Limits(instructions: 1_000_000, cpuTime: .seconds(20), memory: 32 << 20)
        }
    }

    /// The same for another kind of budget, with less time where nothing but time ends it.
    func limits(_ budget: Interpreter.Budget) -> Interpreter.Limits {
        var limits = limits
        limits.budget = budget
        guard budget == .deadline else { return limits }
        switch end {
        case .budget, .time: limits.cpuTime = .milliseconds(50)
        case .memory, .noMemory, .refused, .harmless: break
        }
        return limits
    }

    var testDescription: String { "\(number): \(script.prefix(60))" }
}

extension Attack {
    /// Work without an end, in every place where no instruction is counted by itself.
    static let endless: [Attack] = [
        Attack(1, "while true do end", .budget),
        Attack(1, "::again:: goto again", .budget),
        Attack(2, "local function f() while true do end end while true do pcall(f) end", .budget),
        Attack(3, "xpcall(error, function() while true do end end)", .budget),
        Attack(3, "while true do xpcall(error, function() error() end) end", .budget),
        Attack(
            4,
            "local loop = { __close = function() while true do end end } while true do pcall(function() local x <close> = setmetatable({}, loop) end) end",
            .budget),
        Attack(7, "local function nest() coroutine.wrap(nest)() end while true do pcall(nest) end", .budget),
        Attack(7, "while true do coroutine.wrap(function() for i = 1, 100 do end end)() end", .budget),
        Attack(7, "while true do coroutine.create(print) end", .budget),
        Attack(2, "local function f() while true do end end while true do xpcall(f, f) end", .budget),
        Attack(
            4,
            "coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) error('x') end)()",
            .budget),
        Attack(
            7, "while true do coroutine.resume(coroutine.create(function() while true do end end)) end", .budget),
        Attack(8, "while true do pcall(string.rep, 'x', 100000) end", .budget),
        Attack(12, "while true do for _ in pairs({}) do end end", .budget),
        Attack(
            16,
            "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) while true do pcall(function() return t[1] end) end",
            .budget),
        Attack(26, "print(setmetatable({}, { __tostring = function() while true do end end }))", .budget),
        Attack(8, "while true do string.rep('', 1 << 62) end", .budget),
        Attack(9, "table.move({}, 1, 1 << 60, 2)", .budget),
        Attack(9, "table.unpack({}, 1, 1e6)", .refused("too many results")),
        Attack(9, "while true do pcall(table.unpack, {}, 1, 9e5) end", .budget),
        Attack(10, "table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)", .budget),
        Attack(10, "table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)", .budget),
        Attack(11, "('a'):rep(10000):find('.-.-.-.-b$')", .budget),
        Attack(11, "('a'):rep(100000):find(('a?'):rep(100000))", .refused("pattern too complex")),
        Attack(
            12,
            "local t = {} for i = 1, 20000 do t[i] = i end while true do pcall(table.sort, t, function() return true end) end",
            .budget),
        Attack(
            12,
            "table.concat(setmetatable({}, { __len = function() return 1 << 60 end, __index = function() return '' end }))",
            .budget),
        Attack(13, "local t = {} for i = 1, 2e5 do t[i] = -i end while true do table.sort(t) end", .budget),
        Attack(13, "local s = ('x'):rep(1 << 20) while true do local _ = s:reverse() end", .budget),
        Attack(13, "local s = ('x'):rep(1 << 20) while true do utf8.len(s) end", .budget),
        Attack(13, "local s = ('x'):rep(1 << 20) while true do local _ = s:upper():lower() end", .budget),
        Attack(13, "local s = ('x'):rep(1 << 20) while true do local _ = s .. 'y' end", .budget),
        Attack(13, "local a, b = ('x'):rep(1 << 22), ('x'):rep(1 << 22) while a == b do end", .budget),
        Attack(13, "local a, b = ('x'):rep(1 << 22), ('x'):rep(1 << 22) while a <= b do end", .budget),
        Attack(13, "local s = ('1'):rep(1 << 20) while true do tonumber(s) end", .budget),
        Attack(13, "local s = ('z'):rep(1 << 20) while true do tonumber(s, 36) end", .budget),
        Attack(13, "local s = ('x'):rep(1 << 20) while true do string.format('%s%s', s, s) end", .budget),
        Attack(13, "local s = ('x'):rep(1 << 20) while true do string.pack('z', s) end", .budget),
        Attack(13, "local s = ('\\n'):rep(1 << 20) while true do string.format('%q', s) end", .budget),
        Attack(
            15, "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1 << 20) .. #t end) end", .memory),
        Attack(
            26, "error(setmetatable({}, { __tostring = function() while true do end end }))",
            .refused("a map was raised")),
        Attack(
            26, "error(setmetatable({}, { __tostring = function() error('again') end }))",
            .refused("a map was raised")),
        Attack(31, "while true do print('flood') end", .budget),
        Attack(31, "while true do warn('@on') warn('flood') end", .budget),
        Attack(
            38, "local t = {} for i = 1, 3e4 do t[i] = i end while true do select('#', table.unpack(t)) end", .budget),
        Attack(
            39,
            "local t = {} while true do for i = 1, 1000 do t['k' .. i] = i end for i = 1, 1000 do t['k' .. i] = nil end end",
            .budget),
    ]

    /// More memory than there may be.
    static let memory: [Attack] = [
        Attack(14, "local s = 'x' while true do s = s .. s end", .memory),
        Attack(14, "local t = {} while true do t[#t + 1] = {} end", .memory),
        Attack(14, "string.rep('x', 1 << 40)", .refused("resulting string too large")),
        Attack(14, "local t = {} while true do t[#t + 1] = ('%99d'):format(#t) end", .memory),
        Attack(14, "local t = {} while true do t[#t + 1] = coroutine.create(print) end", .memory),
        Attack(14, "local t = {} for i = 1, 1e7 do t[i] = i end", .memory),
        Attack(14, "local s = ('x'):rep(7 << 20) return s .. s .. s .. s .. s .. s", .noMemory),
        Attack(14, "local s = ('x'):rep(1 << 20) return (('a'):rep(1000):gsub('a', s))", .noMemory),
        Attack(
            14,
            "local s, t = ('x'):rep(1 << 20), {} for i = 1, 200 do t[i] = s end return string.format(('%s'):rep(200), table.unpack(t))",
            .noMemory),
        Attack(
            14, "table.concat(setmetatable({}, { __len = function() return 30000000 end, __index = type }))", .memory),
        Attack(39, "local t = {} while true do t[('k'):rep(10000) .. #t] = true t[#t + 1] = 1 end", .memory),
    ]

    /// A debt of memory that one coroutine begins, and another one would go on with.
    static let debts: [Attack] = [
        "local hold = {} for i = 1, 900 do hold[i] = coroutine.wrap(string.rep)('y', 3 << 20) end",
        """
        local hold, big = {}, ('x'):rep(3 << 20) local c = coroutine.wrap(function() \
        coroutine.yield(big) coroutine.yield(big) for i = 1, 30 do hold[i] = ('y'):rep(1 << 20) .. i end end) \
        return (('aaa'):gsub('a', c))
        """,
    ].map { Attack(14, $0, .memory) }

    /// More memory than there may be, asked for in one call of a library, through a table that is only held weakly: were a request
    /// refused then, Lua would collect the table while it assigns to it.
    static let weakTables: [Attack] = [
        "table.move(setmetatable({}, { __index = type }), 1, 30000000, 1, setmetatable({}, m))",
        "m.__index, m.__len = type, function() return 30000000 end table.insert(setmetatable({}, m), 1, 5)",
        "m.__index, m.__len = type, function() return 30000000 end table.remove(setmetatable({}, m), 1)",
        "m.__index, m.__len = type, function() return 20000000 end table.sort(setmetatable({}, m), rawequal)",
        "local t = setmetatable({}, m) for i = 1, 30000000 do t[i] = i end",
    ].map { Attack(24, "local m, mm = { __newindex = {} }, {} setmetatable(m, mm) mm.__mode = 'v' " + $0, .memory) }

    /// More of the host's stack than there is.
    static let recursion: [Attack] = [
        Attack(16, "local function f() return f() + 1 end f()", .refused("stack overflow")),
        Attack(16, "local function f() pcall(f) end while true do f() end", .budget),
        Attack(16, "local function f() return (('x'):gsub('.', f)) end f()", .refused("stack overflow")),
        Attack(16, "local function f() coroutine.wrap(f)() end f()", .refused("C stack overflow")),
        Attack(
            16, "local t = setmetatable({}, { __tostring = function(s) return tostring(s) end }) tostring(t)",
            .refused("C stack overflow")),
        Attack(
            16, "local t = {} for i = 1, 3000 do t = setmetatable({}, { __index = t }) end return t.x", .refused("loop")
        ),
        Attack(
            16, "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end return t.x",
            .refused("stack overflow")),
        Attack(
            16,
            "local t = setmetatable({}, { __eq = function(a, b) return a == b end }) return t == setmetatable({}, getmetatable(t))",
            .refused("stack overflow")),
        Attack(25, "coroutine.close(coroutine.create(print))", .refused("close")),
        Attack(
            25,
            "local function link() return coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() link()() end }) error('x') end) end link()()",
            .refused("C stack overflow")),
        Attack(
            25,
            "local last for i = 1, 400 do local before = last last = coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() if before then before() end end }) coroutine.yield() error('x') end) last() end last()",
            .refused("C stack overflow")),
        Attack(
            25,
            "local function f() local x <close> = setmetatable({}, { __close = function() f() end }) error('x') end f()",
            .budget),
        Attack(
            25,
            "local c = setmetatable({}, { __close = function() end }) local function f(n) local x <close> = c if n > 0 then f(n - 1) else error('x') end end f(4e3)",
            .refused("x")),
    ]

    /// A variable whose name is looked for through many others.
    private static let chain: String = {
        let links = (2...190).map { "local a\($0) = a\($0 - 1) " }
        return "local a1 " + links.joined() + "a190()"
    }()

    /// What a script must not find or change.
    static let escapes: [Attack] = [
        Attack(5, "setmetatable({}, { __gc = function() while true do end end })", .refused("__gc")),
        Attack(6, "setmetatable({}, { __gc = true })", .refused("__gc")),
        Attack(34, "local m = {} setmetatable({}, m) m.__gc = function() error('ran') end", .harmless),
        Attack(19, "assert(load == nil and string.dump == nil and loadstring == nil)", .harmless),
        Attack(20, "assert(getmetatable('') == false)", .harmless),
        Attack(20, "setmetatable('', {})", .refused("table expected")),
        Attack(20, "assert(not pcall(function() string.upper = nil end) and ('a'):upper() == 'A')", .harmless),
        Attack(21, "string.format = nil", .refused("\"string.format\" cannot be replaced")),
        Attack(21, "rawset(string, 'format', nil)", .refused("rawset cannot change a guarded table")),
        Attack(21, "setmetatable(string, nil)", .refused("cannot change a protected metatable")),
        Attack(21, "table.insert(string, 1)", .refused("\"string.1\" cannot be replaced")),
        Attack(21, "pairs = nil", .refused("pairs is not declared")),
        Attack(
            21, "local _, t = pairs(string) rawset(t, 'format', nil)",
            .refused("rawset cannot change a guarded table")),
        Attack(21, "local _, t = pairs(string) assert(rawequal(t, string) and getmetatable(t) == false)", .harmless),
        Attack(21, "assert(next(string) == nil and getmetatable(string) == false and string.format)", .harmless),
        Attack(22, "rawset(_ENV, 'x', 1)", .refused("rawset cannot change a guarded table")),
        Attack(22, "x = 1", .refused("x is not declared")),
        Attack(22, "setmetatable(_ENV, nil)", .refused("cannot change a protected metatable")),
        Attack(22, "assert(getmetatable(_ENV) == false and rawget(_ENV, 'x') == nil)", .harmless),
        Attack(
            22, "local n = 0 for k, v in pairs(_ENV) do n = n + 1 assert(_ENV[k] == v) end assert(n > 20)", .harmless),
        Attack(22, "local _, t = pairs(_ENV) rawset(t, 'x', 1)", .refused("rawset cannot change a guarded table")),
        Attack(22, "local _, t = pairs(_ENV) t.x = 1", .refused("x is not declared")),
        Attack(22, "assert(next(_ENV) == nil)", .harmless),
        Attack(22, "assert(rawset({}, 1, 2)[1] == 2 and rawget(rawset({}, 'a', 3), 'a') == 3)", .harmless),
        Attack(23, "assert(getmetatable(object) == false)", .harmless),
        Attack(23, "setmetatable(object, {})", .refused("table expected")),
        Attack(23, "rawset(object, 'x', 1)", .refused("table expected")),
        Attack(23, "rawget(object, '__gc')", .refused("table expected")),
        Attack(23, "next(object)", .refused("table expected")),
        Attack(23, "return object.__gc", .refused("no member \"__gc\"")),
        Attack(23, "return object.__index", .refused("no member \"__index\"")),
        Attack(23, "object.__gc = print", .refused("no member \"__gc\"")),
        Attack(23, "object.__metatable = nil", .refused("no member \"__metatable\"")),
        Attack(24, "setmetatable({}, { __mode = 'v' })", .refused("__mode")),
        Attack(
            24, "local m = {} local t = setmetatable({}, m) m.__mode = 'v' for i = 1, 1e5 do t[1] = {} end", .harmless),
        Attack(27, "collectgarbage('stop')", .refused("count")),
        Attack(27, "collectgarbage('generational')", .refused("count")),
        Attack(27, "collectgarbage('step', 1 << 40)", .refused("count")),
        Attack(28, "assert(debug == nil)", .harmless),
        Attack(25, "coroutine.resume(print)", .refused("coroutine expected")),
        Attack(25, "coroutine.status({})", .refused("coroutine expected")),
        Attack(
            29, "assert(os == nil and io == nil and package == nil and dofile == nil and loadfile == nil)", .harmless),
        Attack(
            32,
            "assert(tostring({}) == 'table' and tostring(print) == 'function' and tostring(coroutine.create(print)) == 'thread')",
            .harmless),
        Attack(32, "string.format('%p', {})", .refused("invalid conversion")),
        Attack(32, "assert(not string.format('%s', {}):find '0x')", .harmless),
        Attack(32, "assert(string.format('%%p %s', {}) == '%p table')", .harmless),
        Attack(32, "string.format('%-9p', {})", .refused("invalid conversion")),
        Attack(35, "coroutine.yield()", .refused("outside a coroutine")),
        Attack(
            35, "coroutine.wrap(function() table.sort({ 2, 1 }, function() coroutine.yield() end) end)()",
            .refused("C-call boundary")),
        Attack(35, "coroutine.wrap(function() ('x'):gsub('.', coroutine.yield) end)()", .refused("C-call boundary")),
        Attack(35, "assert(coroutine.wrap(function() return pcall(coroutine.yield, 1) end)() == 1)", .harmless),
        Attack(
            35,
            """
            local t = setmetatable({}, { __index = function() coroutine.yield(1) end })
            assert(coroutine.wrap(function() return t.x end)() == 1)
            """, .harmless),
        Attack(35, "assert(coroutine.wrap(function() for _ in coroutine.yield, 1 do end end)() == 1)", .harmless),
        Attack(
            38, "local t = {} for i = 1, 300 do t[i] = i end assert(select('#', table.unpack(t)) == 300)", .harmless),
        Attack(38, "table.unpack({}, 1, 1e7)", .refused("too many results")),
        Attack(38, "table.unpack({}, 1, 1 << 32)", .refused("too many results")),
        Attack(38, "assert(select('#', table.unpack({}, 1, 30000)) == 30000)", .harmless),
        Attack(38, "table.unpack({}, math.mininteger, math.maxinteger)", .refused("too many results")),
        Attack(
            38, "string.char(table.unpack(setmetatable({}, { __index = function() return 65 end }), 1, 1e6 - 2))",
            .refused("too many results")),
        Attack(41, "local _ENV <const> = 11 x = 'hi'", .refused("index a number value")),
        Attack(
            41, "local function loop(x, y, z) return 1 + loop(x, y, z) end assert(not xpcall(loop, loop))", .harmless),
        Attack(41, chain, .refused("call a nil value (local 'a190')")),
        Attack(41, "for _ in utf8.codes('\\x80\\xBF\\xBF') do end", .refused("invalid UTF-8 code")),
        Attack(41, "for _ in utf8.codes('a\\xBF') do end", .refused("invalid UTF-8 code")),
        Attack(41, "assert(not utf8.len('\\x80'))", .harmless),
    ]
}

import LuaRuntime
import Testing

/// A kind of vulnerability that hosts of Lua had, by the number of one that was published, and a script that needs it.
struct RedisClass: CustomTestStringConvertible, Sendable {
    let name: String
    let attack: Attack

    init(_ name: String, _ script: String, _ end: Attack.End = .harmless, profile: Profile = .configuration) {
        self.name = name
        attack = Attack(51, script, end, profile: profile)
    }

    var testDescription: String { "\(name): \(attack.script.prefix(60))" }
}

extension RedisClass {
    private static let reachable = "CVE-2022-0543, a library left reachable"
    private static let texts = "CVE-2022-24736, a text that crashes the host"
    private static let counts = "CVE-2022-24834, huge counts in functions of the host"
    private static let globs = "CVE-2022-36021 and CVE-2024-31228, patterns without a bound"
    private static let collector = "CVE-2024-46981 and CVE-2025-49844, the collector frees what is in use"
    private static let ranges = "CVE-2025-46817, ranges that overflow"
    private static let types = "CVE-2025-46818, metatables of basic types"
    private static let brackets = "CVE-2025-46819, brackets that the lexer reads beyond"
    private static let unstoppable = "a script that cannot be stopped"
    private static let errors = "values raised as errors"

    static let all: [RedisClass] =
        [
            RedisClass(reachable, "assert(package == nil and io == nil and os == nil and debug == nil)"),
            RedisClass(reachable, "assert(loadstring == nil and load == nil and dofile == nil and require == nil)"),
            RedisClass(reachable, "assert(package == nil or package.loadlib == nil)", profile: .full),
            RedisClass(
                reachable, "for _, l in pairs(_ENV) do if type(l) == 'table' then assert(not l.loadlib) end end",
                profile: .full),
            RedisClass(counts, "string.rep('x', math.maxinteger)", .refused("resulting string too large")),
            RedisClass(counts, "string.rep('', math.maxinteger, '')"),
            RedisClass(counts, "string.rep('x', 1 << 32, ('y'):rep(1 << 20))", .refused("resulting string too large")),
            RedisClass(counts, "string.format('%9999999999d', 1)", .refused("invalid conversion")),
            RedisClass(counts, "string.format('%.9999999999f', 1e308)", .refused("invalid conversion")),
            RedisClass(counts, "assert(#string.format('%.99f', 1e308) > 300)"),
            RedisClass(counts, "string.pack('i17', 1)", .refused("integral size (17) out of limits [1,16]")),
            RedisClass(
                counts, "string.packsize(('i16'):rep(1 << 10) .. 'c999999999' .. ('c999999999'):rep(3))",
                .refused("too large")),
            RedisClass(counts, "string.unpack('c2147483647', 'x')", .refused("data string too short")),
            RedisClass(counts, "string.unpack('s8', ('\\xFF'):rep(8))", .refused("data string too short")),
            RedisClass(counts, "string.unpack('<i16', ('\\x7F'):rep(16))", .refused("does not fit")),
            RedisClass(counts, "string.pack('s1', ('x'):rep(256))", .refused("does not fit in given size")),
            RedisClass(counts, "string.pack('!16 Xi16', 1)"),
            RedisClass(globs, "(('*'):rep(1 << 20)):find(('*'):rep(1 << 20))", .refused("pattern too complex")),
            RedisClass(
                globs, "return (('a'):rep(1 << 20)):match(('.-'):rep(1 << 19) .. 'b')", .refused("pattern too complex")),
            RedisClass(globs, "return (('('):rep(1 << 20)):find(('('):rep(1 << 20))", .refused("too many captures")),
            RedisClass(globs, "return ('x'):find('%b' .. ('('):rep(1 << 20))"),
            RedisClass(globs, "return ('x'):find('[' .. ('a-'):rep(1 << 20))", .refused("missing ']'")),
            RedisClass(collector, "collectgarbage('stop')", .refused("count")),
            RedisClass(collector, "collectgarbage('step', 0)", .refused("count")),
            RedisClass(collector, "collectgarbage()", .refused("count")),
            RedisClass(collector, "setmetatable({}, { __gc = function() collectgarbage() end })", .refused("__gc")),
            RedisClass(collector, "setmetatable({}, { __mode = 'k' })", .refused("__mode")),
            RedisClass(
                collector,
                "local m = {} setmetatable({}, m) rawset(m, '__gc', error) for i = 1, 2e4 do local _ = {} end"
            ),
            RedisClass(
                collector,
                "local name = ('n'):rep(50) for i = 1, 300 do load('return ' .. i, '=' .. name .. i) load('x', name .. i) end",
                profile: .full),
            RedisClass(
                collector,
                "local t = {} while true do t[#t + 1] = load('return function() return ' .. #t .. ' end') end",
                .memory, profile: .full),
            RedisClass(ranges, "table.unpack({}, 1, math.maxinteger)", .refused("too many results")),
            RedisClass(ranges, "table.unpack({}, math.mininteger, math.maxinteger)", .refused("too many results")),
            RedisClass(ranges, "table.unpack({}, -1, 1 << 31)", .refused("too many results")),
            RedisClass(
                ranges, "assert(select('#', table.unpack({}, math.maxinteger, math.maxinteger)) == 1)"),
            RedisClass(
                ranges, "assert(select('#', table.unpack({}, math.maxinteger, math.mininteger)) == 0)"),
            RedisClass(ranges, "local t = {} t[math.maxinteger] = 1 t[math.mininteger] = 2 assert(#t == 0)"),
            RedisClass(
                ranges, "table.move({}, math.mininteger, math.maxinteger, 1)", .refused("too many elements to move")),
            RedisClass(ranges, "table.concat({}, '', math.maxinteger - 1, math.maxinteger)", .refused("invalid value")),
            RedisClass(ranges, "string.byte('x', math.mininteger, math.maxinteger)"),
            RedisClass(ranges, "assert(('abc'):sub(math.mininteger, math.maxinteger) == 'abc')"),
            RedisClass(ranges, "select(math.mininteger, 1)", .refused("index out of range")),
            RedisClass(ranges, "utf8.char(math.maxinteger)", .refused("value out of range")),
            RedisClass(
                ranges, "utf8.offset('x', math.mininteger, math.maxinteger)", .refused("position out of bounds")),
            RedisClass(types, "assert(getmetatable('') == false)"),
            RedisClass(types, "getmetatable('').__index = {}", .refused("index a boolean value")),
            RedisClass(
                types, "for _, v in ipairs { 1, 1.5, true, 'x', print } do assert(not pcall(setmetatable, v, {})) end"),
            RedisClass(
                types,
                "for _, v in ipairs { 1, true, print, coroutine.create(print) } do assert(not getmetatable(v)) end"
            ),
            RedisClass(types, "rawset(getmetatable(''), '__add', error)", .refused("table expected")),
            RedisClass(types, "('x').upper = error", .refused("index a string value")),
            RedisClass(types, "assert(debug.setmetatable == nil)", profile: .full),
            RedisClass(unstoppable, "while true do pcall(function() while true do end end) end", .budget),
            RedisClass(
                unstoppable, "while true do pcall(coroutine.wrap(function() while true do pcall(error) end end)) end",
                .budget),
            RedisClass(
                unstoppable,
                "local function f() xpcall(function() while true do end end, f) f() end while true do pcall(f) end",
                .budget),
            RedisClass(errors, "local e = {} e.e = e error(e)", .refused("was raised")),
            RedisClass(
                errors, "error(setmetatable({}, { __index = function(t, k) return t[k] end }))",
                .refused("was raised")),
            RedisClass(errors, "error(setmetatable({}, { __name = {} }))", .refused("was raised")),
            RedisClass(errors, "local e = {} for i = 1, 1e4 do e = { e } end error(e)", .refused("was raised")),
            RedisClass(
                errors, "local e = {} for i = 1, 1e4 do e[i] = ('x'):rep(99) end error(e)", .refused("was raised")),
            RedisClass(errors, "error(coroutine.create(error))", .refused("was raised")),
            RedisClass(errors, "error(error)", .refused("was raised")),
            RedisClass(errors, "error()", .refused("nil")),
            RedisClass(errors, "error('x', math.mininteger)", .refused("x")),
        ]
        + damaged.map { RedisClass(texts, "local f = load(\($0)) assert(f == nil or not pcall(f))", profile: .full) }
        + [1, 1 << 10, 1 << 16, 1 << 20].flatMap { count in
            ["[@[", "--[@[", "[@[]@", "return [@", "[@[x]"].map { bracket in
                RedisClass(
                    brackets,
                    "assert(not load((('\(bracket)'):gsub('@', ('='):rep(\(count)))) .. ' )'))", profile: .full)
            }
        }

    /// Expressions for texts that begin something and do not end it.
    private static let damaged = [
        "'return (function()'", "'goto a'", "'break'", "'::a:: ::a::'", "'local x <close> = 1'", "'local x <what> = 1'",
        "'for i = 1, 2, 0 do end'", "'return ...' .. ('()'):rep(1000)", "'return \\\\'", "'\"\\\\u{FFFFFFFFF}\"'",
        "'\"\\\\999\"'", "'0x'", "'1e'", "'3..2'", "'return #'", "'\\0'", "'\\xEF\\xBB\\xBF='", "'#!x'  .. '\\n='",
        "'a.b:c = 1'",
        "'local function f() return function() return function() upvalue() end end end f()()()'",
        "'return ' .. ('{'):rep(190)", "('a.'):rep(10000) .. 'a()'", "('local a\\n'):rep(250)",
    ]
}

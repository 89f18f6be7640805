import LuaRuntime
import Testing

/// Work that runs no instructions has its price.
///
/// The calls are short ones, so that nothing but the price makes them dear: of long ones the time that they take is
/// paid for as well.
@Suite struct InstructionCostTests {
    private static let budget = 200_000
    private let lua: Interpreter

    init() throws {
        lua = try Self.interpreter(budget: Self.budget)
        try lua.run("function f() end", name: "price.lua")
    }

    private static func interpreter(budget: Int) throws -> Interpreter {
        try Interpreter(profile: .full, limits: .init(instructions: budget, memory: 8 << 20))
    }

    /// How many rounds of a loop with the call in it the budget lasts for.
    private func rounds(_ call: String, after preparation: String, in lua: Interpreter) throws -> Int {
        let script = "made = 0 \(preparation) while true do \(call) made = made + 1 end"
        let error = #expect(throws: LuaError.self) { try lua.run(script, name: "price.lua") }
        #expect(error?.code == .budget)
        return try lua.evaluate("return made", name: "after.lua", as: Int.self)
    }

    /// The loop itself is at least four instructions.
    private func expect(_ call: String, costs price: Int, after preparation: String) throws {
        #expect(try rounds(call, after: preparation, in: lua) <= Self.budget / (price + 4))
    }

    @Test(arguments: [
        ("table.unpack(t)", 80 / 4), ("table.concat(t)", 80 / 4), ("table.move(t, 1, 80, 2)", 80 / 4),
        ("table.insert(t, 1, 1) t[81] = nil", 80 / 4), ("table.remove(t, 1) t[80] = 1", 80 / 4),
        ("table.sort(t)", 80), ("pairs(t)", 80 / 8), ("next(t)", 80 / 8),
    ])
    func elementsAreCharged(_ call: String, price: Int) throws {
        try expect(call, costs: price, after: "local t = {} for i = 1, 80 do t[i] = i end")
    }

    /// The keys are sorted again, as another table was walked meanwhile.
    @Test func sortingKeysAgainIsCharged() throws {
        let tables = "local t, u = {}, { 1 } for i = 1, 120 do t[i] = i end"
        try expect("next(t, 3) next(u, 1)", costs: 120 / 8, after: tables)
    }

    @Test(arguments: [
        ("string.rep('x', 640)", 640 / 64), ("s:find('y', 1, true)", 1280 / 64), ("load(s)", 1280 / 4),
    ])
    func bytesAreCharged(_ call: String, price: Int) throws {
        try expect(call, costs: price, after: "local s = ('x'):rep(1280)")
    }

    /// Each step of a search counts, also the last ones of a short search.
    @Test(arguments: [
        ("s:find('%d')", 2 * 81), ("(s .. 1):find('%d')", 2 * 81), ("s:match('%d')", 2 * 81),
        ("for _ in s:gmatch('%d') do end", 2 * 81), ("(s .. 1):gmatch('%d')()", 2 * 81), ("s:gsub('%d', '')", 2 * 81),
        ("('b'):find(set)", 3 * 80), ("s:find('^x*y')", 81 + 81 * 2), ("s:find('%b()')", 81),
        ("('('):rep(80):find('^%b()')", 80), ("('x'):rep(40):find('^(x*)%1y')", 20 * 21 / 2 + 41 * 4),
    ])
    func stepsOfPatternsAreCharged(_ call: String, steps: Int) throws {
        let texts = "local s, set = ('x'):rep(80), '[' .. ('a'):rep(80) .. ']'"
        try expect(call, costs: steps / 4, after: texts)
    }

    /// Each coroutine has a counter of its own, so a short one runs no hook.
    @Test(arguments: [("coroutine.wrap(f)()", 150), ("coroutine.resume(coroutine.create(f))", 150)])
    func shortCoroutinesAreCharged(_ call: String, price: Int) throws {
        try expect(call, costs: price, after: "")
    }

    @Test func resumingIsCharged() throws {
        try expect(
            "c()", costs: 50, after: "local c = coroutine.wrap(function() while true do coroutine.yield() end end)")
    }

    @Test func closingIsCharged() throws {
        let close = HostFunction("close") { (f: LuaFunction) in try LuaCoroutine(f).close() }
        try lua.setGlobal("close", to: close)
        try expect("close(f)", costs: 50, after: "")
    }

    /// With nearly all of the memory in use, each piece of garbage needs a whole collection.
    @Test func collectingIsCharged() throws {
        let keep = "local t = {} for i = 1, 28 do t[i] = ('x'):rep(256 << 10) .. i end"
        let lua = try Self.interpreter(budget: 2_000_000)
        #expect(try rounds("local _ = ('x'):rep(600000)", after: keep, in: lua) <= 60)
    }
}

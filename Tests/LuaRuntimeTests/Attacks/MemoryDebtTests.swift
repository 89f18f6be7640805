import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// Memory beyond the limit is a debt, which is settled at the next instruction of the script.
@Suite final class MemoryDebtTests {
    private let lua: Interpreter
    /// What code of the application enters.
    private let entered = Lock<Interpreter?>(nil)
    private let marks = Lock(0)

    init() throws {
        let entered = entered
        let marks = marks
        let enter: @Sendable (String) throws -> Void = { text in
            try entered.withLock { $0 }?.setGlobal("kept", to: text)
            try entered.withLock { $0 }?.run("", name: "in.lua")
        }
        lua = try Interpreter(limits: .init(memory: 8 << 20), output: { output in try? enter(output.text) })
        try lua.setGlobal("mark", to: HostFunction("mark") { marks.withLock { $0 += 1 } })
        try lua.setGlobal("enter", to: HostFunction("enter") { () throws -> Void in try enter("x") })
        try lua.setGlobal("big", to: HostFunction("big") { String(repeating: "x", count: 9 << 20) })
        try lua.setGlobal(
            "keep",
            to: HostFunction("keep") {
                try entered.withLock { $0 }?.setGlobal("kept", to: String(repeating: "x", count: 9 << 20))
            })
        try lua.setGlobal(
            "visit", to: .async("visit") { Visitor(entered: entered) })
        entered.withLock { $0 = lua }
    }

    deinit { entered.withLock { $0 = nil } }

    /// What makes a debt, and then would go on.
    private static let debt = "local a = ('x'):rep(6 << 20) local b = a .. 'y' mark()"

    private func expect(_ error: LuaError?) {
        #expect(error?.message == "the script exceeded its memory limit")
        #expect(marks.withLock { $0 } == 0)
    }

    @Test(arguments: [
        debt, "print('x') \(debt)", "enter() \(debt)", "pcall(error) \(debt)",
        "coroutine.wrap(function() \(debt) end)()", "coroutine.wrap(function() end)() \(debt)",
        "coroutine.wrap(function() print('x') \(debt) end)()", "coroutine.wrap(function() enter() \(debt) end)()",
        "local s = big() mark()", "coroutine.wrap(function() local s = big() mark() end)()", "keep() mark()",
        "local a = ('x'):rep(6 << 20) local s = coroutine.wrap(string.rep)('y', 6 << 20) mark()",
        "local a = ('x'):rep(6 << 20) local s = a:gsub('$', coroutine.wrap(function() mark() end)) mark()",
        "local x <close> = setmetatable({}, { __close = function() \(debt) end }) error('x')",
    ])
    func exceededMemoryLimitEndsTheScriptAtOnce(script: String) throws {
        expect(#expect(throws: LuaError.self) { try lua.run(script, name: "d.lua") })
    }

    @Test(arguments: ["visit() \(debt)", "coroutine.wrap(function() visit() \(debt) end)()"])
    func exceededMemoryLimitEndsTheScriptAfterAnAwait(script: String) async throws {
        let lua = lua
        expect(await #expect(throws: LuaError.self) { try await lua.asynchronous.run(script, name: "d.lua") })
    }

    @Test func memoryOfThePrintHandlerCounts() throws {
        let huge = Lock<Interpreter?>(nil)
        let marks = marks
        let lua = try Interpreter(
            limits: .init(memory: 8 << 20),
            output: { _ in try? huge.withLock { $0 }?.setGlobal("kept", to: String(repeating: "x", count: 9 << 20)) })
        huge.withLock { $0 = lua }
        try lua.setGlobal("mark", to: HostFunction("mark") { marks.withLock { $0 += 1 } })
        expect(#expect(throws: LuaError.self) { try lua.run("print('x') mark()", name: "d.lua") })
        huge.withLock { $0 = nil }
    }

    @Test func memoryOfArgumentsCountsWhenTheScriptRuns() throws {
        let call = try lua.evaluate("return function(s) mark() end", name: "d.lua", as: LuaFunction.self)
        expect(#expect(throws: LuaError.self) { try call.call(String(repeating: "x", count: 9 << 20)) })
    }

    @Test func memoryOfAnEndedEntryIsFreed() throws {
        expect(#expect(throws: LuaError.self) { try lua.run(Self.debt, name: "d.lua") })
        #expect(lua.memoryInUse < 1 << 20)
    }
}

/// Enters the interpreter while it is written.
private struct Visitor: Convertible {
    let entered: Lock<Interpreter?>

    static func read(from reader: ValueReader) throws -> Visitor { throw reader.mismatch(type: Visitor.self) }

    func write(to writer: ValueWriter) throws {
        try entered.withLock { $0 }?.run("", name: "in.lua")
        try writer.sink.writeNull(at: writer.slot)
    }

    static var shape: ValueShape { .anything }
}

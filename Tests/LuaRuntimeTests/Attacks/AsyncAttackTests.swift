import LuaRuntime
import MoonwireValues
import Testing

/// Scripts that mean harm, in asynchronous entries.
@Suite struct AsyncAttackTests {
    private static let endless = Attack.endless.filter { attack in
        if case .budget = attack.end { return true }
        return false
    }

    @Test(arguments: endless) func endlessWorkInAnAsyncEntryEnds(_ attack: Attack) async throws {
        let lua = try Interpreter(limits: attack.limits, output: { _ in })
        let error = await #expect(throws: LuaError.self) {
            try await lua.asynchronous.run("\n" + attack.script, name: "attack.lua")
        }
        #expect(error?.code == .budget)
        #expect(error?.location == ScriptLocation(file: "attack.lua", line: 2))
        #expect(lua.peakMemory <= 4 * attack.limits.memory)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }

    @Test(arguments: endless) func endlessWorkInAnAsyncEntryIsCancelled(_ attack: Attack) async throws {
        let limits = Interpreter.Limits(instructions: 1_000_000_000_000, memory: attack.limits.memory)
        let lua = try Interpreter(limits: limits, output: { _ in })
        let end = try await endOfCancelled(attack.script, in: lua)
        #expect(throws: CancellationError.self) { try end.get() }
        #expect(lua.peakMemory <= 4 * attack.limits.memory)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }

    @Test func endlessAwaitingIsCancelled() async throws {
        let lua = try Interpreter(limits: .init(instructions: 100_000))
        try lua.setGlobal("nap", to: .async("nap") { await Task.yield() })
        try lua.setGlobal("fail", to: .async("fail") { throw CancellationError() })
        for text in [
            "while true do nap() end", "while true do pcall(fail) end", "while true do coroutine.wrap(nap)() end",
        ] {
            let error = await #expect(throws: LuaError.self) {
                try await lua.asynchronous.run(text, name: "attack.lua")
            }
            #expect(error?.code == .budget)
        }
    }

    @Test func nestedAwaitingCoroutinesEnd() async throws {
        let lua = try Interpreter()
        try lua.setGlobal("nap", to: .async("nap") { await Task.yield() })
        let text = "local function nest() nap() coroutine.wrap(nest)() end nest()"
        let error = await #expect(throws: LuaError.self) { try await lua.asynchronous.run(text, name: "attack.lua") }
        #expect(error?.code == .runtime || error?.code == .budget)
        #expect(try await lua.asynchronous.evaluate("nap() return 1", name: "after.lua", as: Int.self) == 1)
    }
}

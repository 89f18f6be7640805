import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// The thread that made an interpreter needs no lock until another one wants in.
@Suite struct BiasedLockTests {
    private static let turns = 30
    /// So many that a call takes longer than another thread needs to come in.
    private static let steps = 20_000

    @Test(arguments: 1...8) func revokingTheBiasLosesNoEntry(_ others: Int) throws {
        let total = Lock(0)
        let first = TestThread(stack: 2 << 20) {
            guard let lua = try? Interpreter(), let count = try? Self.counter(lua) else { return }
            _ = try? count.call(as: Int.self)
            let joining = (0..<others).map { _ in
                TestThread(stack: 2 << 20) { for _ in 0..<Self.turns { _ = try? count.call(as: Int.self) } }
            }
            for _ in 0..<Self.turns { _ = try? count.call(as: Int.self) }
            for thread in joining { thread.join() }
            let last = try? count.call(as: Int.self)
            total.withLock { $0 = last ?? 0 }
        }
        first.join()
        #expect(total.withLock { $0 } == ((others + 1) * Self.turns + 2) * Self.steps)
    }

    @Test func otherThreadEntersWhileTheFirstRunsItsOwnCode() throws {
        let seen = Lock(0)
        let first = TestThread(stack: 2 << 20) {
            guard let lua = try? Interpreter(), let count = try? Self.counter(lua) else { return }
            let wait = HostFunction("wait") { () -> Int in
                let other = TestThread(stack: 2 << 20) { _ = try? count.call(as: Int.self) }
                other.join()
                return try count.call()
            }
            try? lua.setGlobal("wait", to: wait)
            let number = try? lua.evaluate("return wait()", name: "wait.lua", as: Int.self)
            seen.withLock { $0 = number ?? 0 }
        }
        first.join()
        #expect(seen.withLock { $0 } == 2 * Self.steps)
    }

    private static func counter(_ lua: Interpreter) throws -> LuaFunction {
        try lua.evaluate(
            "local n = 0 return function() for _ = 1, \(steps) do n = n + 1 end return n end", name: "counter.lua",
            as: LuaFunction.self)
    }
}

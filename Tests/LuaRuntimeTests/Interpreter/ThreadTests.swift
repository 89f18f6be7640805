import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct ThreadTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter(limits: .init(instructions: 1_000_000_000))
    }

    /// Waits until all have come.
    private final class Barrier: Sendable {
        private let missing: Lock<Int>

        init(_ count: Int) { missing = Lock(count) }

        func wait() {
            missing.withLock { $0 -= 1 }
            while missing.withLock({ $0 > 0 }) { giveWay() }
        }
    }

    @Test func fourThreadsInterleaveInsideCallbacks() throws {
        let barrier = Barrier(4)
        try lua.setGlobal("meet", to: HostFunction("meet") { barrier.wait() })
        try lua.setGlobal(
            "work",
            to: HostFunction("work") { (n: Int, s: String) -> [String] in
                giveWay()
                return [s, "\(n)"]
            })
        let script = """
            return function(id)
                meet()
                local sum = 0
                for i = 1, 300 do
                    local r = coroutine.wrap(function() return work(i, "t" .. id) end)()
                    local ok, e = pcall(work, {}, i)
                    if not ok and r[1] == "t" .. id then sum = sum + r[2] end
                    for k in pairs({ a = i, b = r }) do sum = sum + #k end
                end
                return sum
            end
            """
        let function = try lua.evaluate(script, name: "t.lua", as: LuaFunction.self)
        let sums = Lock<[Int]>([])
        concurrently(4) { id in
            let sum = (try? function.call(id, as: Int.self)) ?? -1
            sums.withLock { $0.append(sum) }
        }
        #expect(sums.withLock { $0 } == Array(repeating: 300 * 301 / 2 + 600, count: 4))
    }

    @Test func callbackWaitsForAnotherThreadThatEnters() throws {
        let lua = lua
        try lua.setGlobal(
            "delegate",
            to: HostFunction("delegate") { () -> Int in
                let result = Lock(0)
                let thread = TestThread {
                    result.withLock { $0 = (try? lua.evaluate("return 42", name: "d.lua")) ?? -1 }
                }
                thread.join()
                return result.withLock { $0 }
            })
        #expect(try lua.evaluate("return delegate()", name: "d.lua", as: Int.self) == 42)
    }

    @Test func functionsAreReleasedWhileScriptsRun() throws {
        let lua = lua
        let make = try lua.evaluate(
            "return function() local t = {} return function() return t end end", name: "t.lua", as: LuaFunction.self)
        let failures = Lock(0)
        concurrently(8) { _ in
            for _ in 0..<200 {
                do { _ = try make.call(as: LuaFunction.self) } catch { failures.withLock { $0 += 1 } }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        lua.collect()
        #expect(lua.memoryInUse < 1 << 20)
    }

    @Test func functionsAreReleasedOnOtherThreads() throws {
        let make = try lua.evaluate("return function() return function() end end", name: "t.lua", as: LuaFunction.self)
        let waiting = Lock<[LuaFunction]>([])
        concurrently(8) { id in
            for _ in 0..<200 {
                if id < 2, let function = try? make.call(as: LuaFunction.self) {
                    waiting.withLock { $0.append(function) }
                }
                if id >= 2 { _ = waiting.withLock { $0.popLast() } }
            }
        }
        waiting.withLock { $0.removeAll() }
        #expect(try lua.evaluate("return 1", name: "t.lua", as: Int.self) == 1)
    }

    @Test func threadsHaveSeparateBudgets() throws {
        let lua = try Interpreter(limits: .init(instructions: 50_000))
        try lua.setGlobal("giveWay", to: HostFunction("pause") { giveWay() })
        let outcomes = Lock<[Bool]>([])
        concurrently(4) { id in
            let script = id == 0 ? "while true do giveWay() end" : "for i = 1, 100 do giveWay() end"
            let ended = (try? lua.run(script, name: "t.lua")) != nil
            outcomes.withLock { $0.append(ended == (id != 0)) }
        }
        #expect(outcomes.withLock { $0 } == [true, true, true, true])
    }
}

/// Lets other threads run.
private func giveWay() { sched_yield() }

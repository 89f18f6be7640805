import Dispatch
import LuaRuntime
import MoonwireValues
import Testing

/// Threads of Swift's concurrency pool never wait for an interpreter: there are no more of them than processors, and whoever is to
/// make way may need one.
@Suite struct PoolTests {
    @Test func entriesWaitForTheInterpreterWithoutAThreadOfThePool() async throws {
        let lua = try Interpreter()
        let function = try lua.evaluate("return function(n) return n + 1 end", name: "p.lua", as: LuaFunction.self)
        let (isHeld, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let wasToldInTime = Guarded(false)
        // Holds the interpreter until a task of the pool has run.
        let holder = TestThread {
            try? lua.withStack { _ in
                isHeld.signal()
                let outcome = mayGo.wait(timeout: .now() + 20)
                wasToldInTime.withLock { $0 = outcome == .success }
            }
        }
        isHeld.wait()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...64 { group.addTask { try await function.callAsync(number, as: Int.self) } }
            // Behind those that wait already.
            for _ in 0..<1_000 { await Task.yield() }
            group.addTask(priority: .background) {
                mayGo.signal()
                return 0
            }
            return try await group.reduce(0, +)
        }
        holder.join()
        #expect(sum == (2...65).reduce(0, +))
        #expect(wasToldInTime.withLock { $0 })
    }
}

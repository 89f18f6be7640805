import Foundation
import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// Threads of Swift's concurrency pool never wait for an interpreter.
///
/// There are only as many as processors, and the code that holds the interpreter may need one of them.
@Suite struct ConcurrencyPoolTests {
    /// Each interpreter would take one thread of the pool for all of its entries.
    @Test func waitingAsyncEntriesBlockNoThreadOfThePool() async throws {
        let held = try (0..<max(32, 2 * ProcessInfo.processInfo.activeProcessorCount)).map { _ in try Held() }
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for interpreter in held {
                group.addTask {
                    try await interpreter.lua.asynchronous.evaluate("return 1", name: "p.lua", as: Int.self)
                }
            }
            // Behind those that wait already.
            for _ in held { await Task.yield() }
            group.addTask {
                for interpreter in held { interpreter.mayGo.signal() }
                return 0
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == held.count)
        #expect(held.allSatisfy { $0.wasToldInTime })
    }
}

/// An interpreter that a thread is in until it is told to go.
private final class Held: Sendable {
    let lua: Interpreter
    let mayGo = DispatchSemaphore(value: 0)
    private let outcome = Lock<DispatchTimeoutResult?>(nil)

    var wasToldInTime: Bool { outcome.withLock { $0 == .success } }

    init() throws {
        lua = try Interpreter()
        let isHeld = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            try? lua.withStack { _ in
                isHeld.signal()
                // Longer than all other tests take, whose tasks may come first.
                let end = mayGo.wait(timeout: .now() + 900)
                outcome.withLock { $0 = end }
            }
        }
        isHeld.wait()
    }
}

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Every attack ends under a deadline, too, where no instruction is counted.
@Suite(.timeLimit(.minutes(10))) struct DeadlineAttackTests {
    private static let all =
        Attack.endless + Attack.memory + Attack.debts + Attack.weakTables + Attack.recursion + Attack.slow
        + Attack.chains + Attack.deaths + Attack.escapes + Attack.code + Attack.yields

    @Test(arguments: all) func attacksEndAtADeadline(_ attack: Attack) {
        let outcome = AttackOutcome(of: attack, .deadline)
        #expect(outcome.isExpected, "\(outcome)")
    }

    @Test func attacksEndAtADeadlineOnASmallStack() {
        let survivors = Lock<[String]>([])
        let thread = TestThread(stack: 512 << 10) {
            let attacks = Attack.endless + Attack.recursion + Attack.yields
            let found = attacks.map { AttackOutcome(of: $0, .deadline) }.filter { !$0.isExpectedOnASmallStack }
            survivors.withLock { $0 = found.map(\.description) }
        }
        thread.join()
        #expect(survivors.withLock { $0 } == [])
    }

    private static let endless = Attack.endless.filter { attack in
        if case .budget = attack.end { return true }
        return false
    }

    @Test(arguments: endless) func endlessWorkInAnAsyncEntryEndsAtADeadline(_ attack: Attack) async throws {
        let lua = try Interpreter(limits: attack.limits(.deadline), output: { _ in })
        let error = await #expect(throws: LuaError.self) {
            try await lua.asynchronous.run("\n" + attack.script, name: "attack.lua")
        }
        #expect(error?.code == .budget)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }

    @Test(arguments: endless) func endlessWorkWithoutALimitIsCancelled(_ attack: Attack) async throws {
        let limits = Interpreter.Limits(budget: .unlimited, cpuTime: .milliseconds(200), memory: attack.limits.memory)
        let lua = try Interpreter(limits: limits, output: { _ in })
        let end = try await endOfCancelled(attack.script, in: lua)
        #expect(throws: CancellationError.self) { try end.get() }
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1)
    }
}

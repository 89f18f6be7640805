import LuaRuntime
import LuaRuntimeTesting
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Every attack ends within its budget with a located error, and the interpreter is usable afterwards.
@Suite(.timeLimit(.minutes(10))) struct AttackTests {
    @Test(arguments: Attack.endless) func endlessWorkEnds(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.memory + Attack.debts) func memoryBombsEnd(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.weakTables) func tablesThatAreHeldWeaklyOutliveAssignments(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.recursion) func recursionEnds(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.slow) func slowInstructionsEnd(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.chains) func chainsOfCallableTablesEnd(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.deaths) func endingAnEntryIsLinearInItsStack(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    /// An error would pass through each of them, and Lua looks at the whole stack each time.
    @Test func endingAnEntryDoesNotVisitItsProtectedCalls() throws {
        let ended = try looks(last: "return")
        #expect(ended > 10)
        #expect(try looks(last: "while true do end") == ended)
    }

    /// In thousands, how often a run is looked at that makes 4,000 nested protected calls and uses up its instructions.
    ///
    /// `last` is the script of the last of these calls.
    private func looks(last: String) throws -> Int {
        let report = try FaultSweep.budget(every: 1_000) { _ in
            let lua = try Interpreter(limits: .init(instructions: 100_000, memory: 32 << 20))
            try? lua.run(
                """
                local function f(n)
                    if n % 100 == 0 then coroutine.yield() end
                    if n == 0 then \(last) end
                    pcall(f, n - 1)
                end
                local c = coroutine.create(function() f(4000) end)
                while coroutine.status(c) == 'suspended' do coroutine.resume(c) end
                while true do end
                """, name: "attack.lua")
        }
        return report.points(of: .budget)
    }

    @Test(arguments: Attack.escapes) func scriptsCannotReachForbiddenFunctions(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.code) func sourceThatScriptsLoadIsBounded(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.yields) func yieldingWhereItIsImpossibleIsAnError(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test func everyAttackEndsOnASmallStack() {
        let survivors = Lock<[String]>([])
        let thread = TestThread(stack: 512 << 10) {
            let attacks =
                Attack.endless + Attack.memory + Attack.debts + Attack.weakTables + Attack.recursion + Attack.escapes
                + Attack.code + Attack.yields
            let found = attacks.map { AttackOutcome(of: $0) }.filter { !$0.isExpectedOnASmallStack }.map(\.description)
            survivors.withLock { $0 = found }
        }
        thread.join()
        #expect(survivors.withLock { $0 } == [])
    }

    @Test(arguments: [8 << 20, 512 << 10]) func sourceThatIsNestedDeeplyIsRefused(stack: Int) {
        for (open, close) in [("(", ")"), ("{", "}"), ("a[", "]"), ("function() return ", " end")] {
            let text = String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
            let caught = Lock<LuaError?>(nil)
            let thread = TestThread(stack: stack) {
                do { try Interpreter().run("\nreturn " + text + "\n", name: "deep.lua") } catch {
                    caught.withLock { $0 = error as? LuaError }
                }
            }
            thread.join()
            let error = caught.withLock { $0 }
            #expect(error?.code == .syntax)
            #expect(error?.location == ScriptLocation(file: "deep.lua", line: 2))
        }
    }

    private func expectToEnd(_ attack: Attack) throws {
        let outcome = AttackOutcome(of: attack)
        #expect(outcome.isExpected, "\(outcome)")
    }
}

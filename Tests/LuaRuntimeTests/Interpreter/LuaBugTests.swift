import LuaRuntime
import Testing

/// The bugs of Lua 5.4 that its authors list do no harm, whatever release is installed: the feature is not available, the library
/// avoids it, the script is refused, or a limit ends it.
@Suite(.timeLimit(.minutes(10))) struct LuaBugTests {
    @Test(arguments: LuaBug.early.of(.usual)) func earlyBugsAreHarmless(_ bug: LuaBug) { expectToEnd(bug) }

    @Test(arguments: LuaBug.late.of(.usual)) func lateBugsAreHarmless(_ bug: LuaBug) { expectToEnd(bug) }

    @Test(arguments: (LuaBug.early + LuaBug.late).of(.deep)) func bugsOfDeepStacksAreHarmless(_ bug: LuaBug) {
        expectToEnd(bug)
    }

    @Test(arguments: (LuaBug.early + LuaBug.late).of(.large)) func bugsOfLargeMemoryAreHarmless(_ bug: LuaBug) {
        expectToEnd(bug)
    }

    /// In a process of their own, so that one that crashes is told as such.
    @Test(arguments: LuaBug.fatal.indices) func fatalBugsAreHarmless(_ index: Int) async {
        await #expect(processExitsWith: .success) { [index] in
            let outcome = AttackOutcome(of: LuaBug.fatal[index].attack)
            precondition(outcome.isExpected, "\(LuaBug.fatal[index].testDescription): \(outcome)")
        }
    }

    private func expectToEnd(_ bug: LuaBug) {
        let outcome = AttackOutcome(of: bug.attack)
        #expect(outcome.isExpected, "\(outcome)")
    }
}

extension [LuaBug] {
    fileprivate func of(_ kind: LuaBug.Kind) -> [LuaBug] { filter { $0.kind == kind } }
}

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

#if DEBUG
    /// A stack that is used where it must not be: in debug builds the process ends there, before anything is corrupted.
    @Suite struct OwnershipTests {
        /// Does something with a stack on a thread that did not enter.
        private static func misuse(_ use: @escaping @Sendable (LuaStack) -> Void) throws {
            try Interpreter().withStack { stack in
                // Handed over on purpose; the other thread is waited for.
                nonisolated(unsafe) let stack = stack
                TestThread { use(stack) }.join()
            }
        }

        @Test func readingFromAnotherThreadTraps() async {
            await #expect(processExitsWith: .signal(SIGABRT)) { try Self.misuse { _ = $0.luaType(at: 1) } }
        }

        @Test func pushingFromAnotherThreadTraps() async {
            await #expect(processExitsWith: .signal(SIGABRT)) { try Self.misuse { $0.pushTable() } }
        }

        @Test func readingTheTopFromAnotherThreadTraps() async {
            await #expect(processExitsWith: .signal(SIGABRT)) { try Self.misuse { _ = $0.top } }
        }

        @Test func keepingValuesFromAnotherThreadTraps() async {
            await #expect(processExitsWith: .signal(SIGABRT)) { try Self.misuse { _ = $0.function(at: 1) } }
        }

        @Test func readingDuringUserCodeTraps() async {
            await #expect(processExitsWith: .signal(SIGABRT)) {
                try Interpreter().withStack { stack in
                    stack.beginUserCode()
                    _ = stack.top
                }
            }
        }

        @Test func usingAStackAfterItsEntryTraps() async {
            await #expect(processExitsWith: .signal(SIGABRT)) {
                let lua = try Interpreter()
                let stack = try lua.withStack { $0 }
                stack.pushNil()
            }
        }

        @Test func usingAStackOnItsThreadDoesNotTrap() async {
            await #expect(processExitsWith: .success) {
                try Interpreter().withStack { stack in
                    stack.pushTable()
                    _ = stack.luaType(at: 1)
                    _ = stack.function(at: stack.top)
                    stack.beginUserCode()
                    stack.endUserCode()
                    stack.pushNil()
                }
            }
        }
    }
#endif

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Objects that are not `Sendable`, while several threads are in the interpreter.
@Suite struct UnsendableObjectThreadTests {
    private let counter = LiveObjectCounter()
    private let lua: Interpreter

    private static let message = """
        bad receiver of "UnsendableObject.pages": refers to UnsendableObject, which is not Sendable: only the call that got it may use it
            get it again in each call, or make the type Sendable
        """

    init() throws {
        lua = try Interpreter()
        try lua.register(UnsendableObject.hostClass(counter))
    }

    private func function(_ text: String) throws -> LuaFunction {
        try lua.evaluate("return \(text)", name: "o.lua", as: LuaFunction.self)
    }

    /// What another thread is told that runs the script now.
    private static func elsewhere(_ lua: Interpreter, _ script: String) -> String? {
        let message = Lock<String?>(nil)
        TestThread {
            let failure = lua.failure(script)?.message
            message.withLock { $0 = failure }
        }.join()
        return message.withLock { $0 }
    }

    @Test func confinedObjectCannotBeUsedLaterByAnotherThread() throws {
        try function("function(d) kept = d return d:write() end").call(UnsendableObject(counter))
        #expect(Self.elsewhere(lua, "return kept.pages") == Self.message)
    }

    @Test func confinedObjectCannotBeUsedAtTheSameTimeByAnotherThread() throws {
        let lua = lua
        let message = Lock<String?>(nil)
        try lua.setGlobal(
            "meanwhile",
            to: HostFunction("meanwhile") {
                let failure = Self.elsewhere(lua, "return kept.pages")
                message.withLock { $0 = failure }
            })
        let outer = try function("function(d) kept = d meanwhile() return kept:write() end")
        #expect(try outer.call(UnsendableObject(counter), as: Int.self) == 1)
        #expect(message.withLock { $0 } == Self.message)
    }

    @Test func loanToOneThreadIsNotEndedByAnotherThread() throws {
        // Handed to two calls on purpose; one waits while the other runs.
        nonisolated(unsafe) let diary = UnsendableObject(counter)
        let use = try function("function(d, isFirst) if isFirst then other() end return d:write() end")
        let pages = Lock<Int?>(nil)
        try lua.setGlobal(
            "other",
            to: HostFunction("other") {
                TestThread {
                    let written = try? use.call(diary, false, as: Int.self)
                    pages.withLock { $0 = written }
                }.join()
            })
        #expect(try use.call(diary, true, as: Int.self) == 2)
        #expect(pages.withLock { $0 } == 1)
    }

    @Test func loanOfACollectedObjectEndsNoOtherLoan() throws {
        let lua = lua
        // Handed to two calls on purpose; one waits while the other runs.
        nonisolated(unsafe) let diary = UnsendableObject(counter)
        let isLent = Lock(false)
        let isOver = Lock(false)
        try lua.setGlobal(
            "wait",
            to: HostFunction("wait") {
                isLent.withLock { $0 = true }
                while !isOver.withLock({ $0 }) {}
            })
        let use = try function("function(d) wait() return d:write() end")
        let result = Lock<Int?>(nil)
        let thread = Lock<TestThread?>(nil)
        try lua.setGlobal(
            "drop",
            to: HostFunction("drop") {
                lua.collect()
                let second = TestThread {
                    let pages = try? use.call(diary, as: Int.self)
                    result.withLock { $0 = pages }
                }
                thread.withLock { $0 = second }
                while !isLent.withLock({ $0 }) {}
            })
        try function("function(d) d = nil drop() end").call(diary)
        isOver.withLock { $0 = true }
        thread.withLock { $0 }?.join()
        #expect(result.withLock { $0 } == 1)
    }

    @Test func awaitingEntryKeepsItsLoans() async throws {
        let gate = AsyncGate()
        let lua = lua
        try lua.setGlobal("pass", to: .async("pass") { await gate.pass() })
        async let pages = lua.asynchronous.evaluate(
            "kept = UnsendableObject() pass() return kept:write()", name: "o.lua", as: Int.self)
        await gate.arrived()
        let failure = lua.failure("return kept.pages")?.message
        await gate.open()
        #expect(failure == Self.message)
        #expect(try await pages == 1)
        #expect(counter.count == 0)
    }

    @Test func manyThreadsLendAndCreateConfinedObjects() throws {
        let lua = lua
        let counter = counter
        let work = try function(
            "function(d) local mine = UnsendableObject() shared = mine mine:write() return d:write() + mine:copy():write() end"
        )
        let wrong = Lock(0)
        concurrently(4) { _ in
            for _ in 0..<200 where (try? work.call(UnsendableObject(counter), as: Int.self)) != 2 {
                wrong.withLock { $0 += 1 }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
        lua.collect()
        #expect(counter.count == 0)
    }
}

import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Budgets for which Lua counts no instructions.
///
/// The limits are far above what short scripts take, because a virtual machine also counts the time in which others have its processor.
@Suite(.timeLimit(.minutes(10))) struct DeadlineTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter(limits: .init(budget: .deadline, instructions: 100, cpuTime: .milliseconds(200)))
    }

    private func expectToEnd(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let error = #expect(throws: LuaError.self, sourceLocation: sourceLocation) {
            try lua.run(text, name: "slow.lua")
        }
        #expect(error?.code == .budget, sourceLocation: sourceLocation)
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1, sourceLocation: sourceLocation)
    }

    @Test func deadlineErrorHasTheLineAndTheLimit() throws {
        let error = #expect(throws: LuaError.self) { try lua.run("\nwhile true do end", name: "slow.lua") }
        #expect(error?.code == .budget)
        #expect(
            error?.description == """
                slow.lua:2: the script exceeded its CPU time limit of 0.2 seconds
                    `Limits.cpuTime` sets this limit
                """)
    }

    @Test(arguments: [Interpreter.Budget.deadline, .unlimited]) func instructionsAreNotCounted(
        _ budget: Interpreter.Budget
    ) throws {
        let time: Duration = budget == .deadline ? .seconds(60) : .zero
        let lua = try Interpreter(limits: .init(budget: budget, instructions: 100, cpuTime: time))
        let text = "local n = 0 for i = 1, 1000000 do n = n + 1 end return n .. ('x'):rep(3)"
        #expect(try lua.evaluate(text, name: "long.lua", as: String.self) == "1000000xxx")
    }

    @Test func nothingInAScriptEscapesTheDeadline() throws {
        let seen = Lock(false)
        try lua.setGlobal("see", to: HostFunction("see") { seen.withLock { $0 = true } })
        try expectToEnd(
            "pcall(function() local x <close> = setmetatable({}, { __close = see }) while true do end end) see()")
        #expect(!seen.withLock { $0 })
    }

    /// Lua sets the hook of each coroutine by itself.
    @Test(arguments: [
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
        "local c = coroutine.wrap(function() for i = 1, 30000000 do end end) c() while true do end",
        "coroutine.wrap(function() coroutine.wrap(function() for i = 1, 3000 do end end)() while true do end end)()",
    ]) func deadlineEndsCoroutines(_ text: String) throws {
        try expectToEnd(text)
    }

    /// Each entry within another restarts the clock of the other one.
    @Test(arguments: ["for i = 1, 4000 do end", ""]) func nestedEntriesSpendTheDeadlineOfTheOuterOne(_ work: String)
        throws
    {
        let nested = try lua.evaluate(
            "return function() \(work) end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", to: HostFunction("inner") { try nested.call() })
        try lua.setGlobal(
            "held",
            to: HostFunction(name: "held") { call in
                try nested.call()
                return .values(0)
            })
        try expectToEnd("while true do for i = 1, 4000 do end inner() end")
        try expectToEnd("while true do for i = 1, 4000 do end held() end")
    }

    /// The thread has one alarm, which the entry of the other interpreter uses meanwhile.
    @Test(arguments: Interpreter.Budget.all) func entriesOfOtherInterpretersLeaveTheDeadline(
        _ budget: Interpreter.Budget
    ) throws {
        let other = try Interpreter(limits: .init(budget: budget))
        let nested = try other.evaluate(
            "return function() for i = 1, 100 do end end", name: "in.lua", as: LuaFunction.self)
        try lua.setGlobal("inner", to: HostFunction("inner") { try nested.call() })
        try expectToEnd("inner() while true do end")
        try expectToEnd("while true do for i = 1, 10000 do end inner() end")
    }

    /// The time for which the system keeps the thread from running, before and after a call, counts: the limit is far above it.
    @Test func userCodeDoesNotSpendTheDeadline() throws {
        let lua = try Interpreter(limits: .init(budget: .deadline, instructions: 100, cpuTime: .seconds(1)))
        try lua.setGlobal(
            "work",
            to: HostFunction("work") {
                let end = ContinuousClock.now + .milliseconds(400)
                while ContinuousClock.now < end {}
            })
        try lua.run("for i = 1, 3 do work() for j = 1, 5000 do end end", name: "work.lua")
        let error = #expect(throws: LuaError.self) { try lua.run("work() while true do end", name: "slow.lua") }
        #expect(error?.code == .budget)
    }

    /// Threads of libdispatch block signals.
    @Test func deadlineEndsScriptsOnThreadsThatBlockSignals() {
        let code = Lock<LuaError.Code?>(nil)
        let thread = TestThread { [lua] in
            var every = sigset_t()
            sigfillset(&every)
            pthread_sigmask(SIG_BLOCK, &every, nil)
            do { try lua.run("while true do end", name: "slow.lua") } catch {
                code.withLock { $0 = (error as? LuaError)?.code }
            }
        }
        thread.join()
        #expect(code.withLock { $0 } == .budget)
    }

    @Test func manyInterpretersOnManyThreadsEndAtTheirDeadlines() {
        let wrong = Lock(0)
        concurrently(8) { index in
            let limits = Interpreter.Limits(budget: .deadline, cpuTime: .milliseconds(100 + index))
            for turn in 0..<10 {
                guard let lua = try? Interpreter(limits: limits) else { return wrong.withLock { $0 += 1 } }
                for number in 1...100
                where (try? lua.evaluate("return \(number)", name: "n.lua", as: Int.self)) != number {
                    wrong.withLock { $0 += 1 }
                }
                let text = turn % 2 == 0 ? "while true do end" : "while true do coroutine.wrap(pcall)(error) end"
                do {
                    try lua.run(text, name: "slow.lua")
                    wrong.withLock { $0 += 1 }
                } catch { if (error as? LuaError)?.code != .budget { wrong.withLock { $0 += 1 } } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    @Test func manyThreadsEndAtTheDeadlinesOfOneInterpreter() throws {
        try lua.setGlobal("pause", to: HostFunction("pause") {})
        let wrong = Lock(0)
        concurrently(4) { [lua] _ in
            for _ in 0..<5 {
                do {
                    try lua.run("while true do pause() end", name: "slow.lua")
                    wrong.withLock { $0 += 1 }
                } catch { if (error as? LuaError)?.code != .budget { wrong.withLock { $0 += 1 } } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    /// The loop before it outlasts the first alarm, so that nothing but the cancellation interrupts the endless one.
    @Test(arguments: [Interpreter.Budget.deadline, .unlimited]) func cancellationInterruptsALoop(
        _ budget: Interpreter.Budget
    ) async throws {
        let lua = try Interpreter(limits: .init(budget: budget, instructions: .max, cpuTime: .seconds(60)))
        let isEndless = Lock(false)
        try lua.setGlobal("endless", to: HostFunction("endless") { isEndless.withLock { $0 = true } })
        let task = Task {
            try await lua.asynchronous.run(
                "for i = 1, 30000000 do end endless() while true do end", name: "endless.lua")
        }
        while !isEndless.withLock({ $0 }) { await Task.yield() }
        task.cancel()
        let end = await task.result
        #expect(throws: CancellationError.self) { try end.get() }
    }

    @Test(arguments: Interpreter.Budget.all) func memoryIsBoundedWithAnyBudget(_ budget: Interpreter.Budget) throws {
        let lua = try Interpreter(
            limits: .init(budget: budget, instructions: .max, cpuTime: .seconds(60), memory: 4 << 20))
        let error = #expect(throws: LuaError.self) {
            try lua.run("local t = {} while true do t[#t + 1] = {} end", name: "memory.lua")
        }
        #expect(error?.code == .memory)
    }

    /// A mistake of the host's, for example, ends a script whatever it catches.
    @Test(arguments: Interpreter.Budget.all) func hostCanEndAScriptWithAnyBudget(_ budget: Interpreter.Budget) throws {
        let lua = try Interpreter(limits: .init(budget: budget, instructions: .max, cpuTime: .seconds(60)))
        try lua.setGlobal(
            "stop",
            to: HostFunction(name: "stop") { call in
                call.stack.spendAll()
                return .values(0)
            })
        #expect(throws: LuaError.self) { try lua.run("pcall(stop) while true do end", name: "stop.lua") }
    }
}

extension Interpreter.Budget {
    fileprivate static let all: [Interpreter.Budget] = [.exact, .deadline, .unlimited]
}

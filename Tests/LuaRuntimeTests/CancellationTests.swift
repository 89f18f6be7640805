import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// Asynchronous entries whose task is cancelled.
@Suite struct CancellationTests {
    private let lua: Interpreter
    private let gate = Gate()

    init() throws {
        lua = try Interpreter(limits: Limits(instructions: 1_000_000_000))
        let gate = gate
        try lua.setGlobal("pass", function: .async("pass") { await gate.pass() })
        try lua.setGlobal(
            "sleep",
            function: .async("sleep") {
                await gate.pass()
                try await Task.sleep(for: .seconds(3600))
            })
        try lua.run(
            "function closing(f) return setmetatable({}, { __close = function(_, e) f(e) end }) end", name: "c.lua")
    }

    private func flag(_ name: String) throws -> Bool {
        try lua.evaluate("return \(name) == true", name: "flag.lua")
    }

    /// Starts a script, cancels it once it has come to the gate, and answers what it ended with.
    private func cancel(_ text: String) async -> Result<Void, any Error> {
        let lua = lua
        let task = Task { try await lua.runAsync(text, name: "a.lua") }
        await gate.arrived()
        task.cancel()
        await gate.open()
        return await task.result
    }

    private func expectCancellation(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let result = await cancel(text)
        #expect(throws: CancellationError.self, sourceLocation: sourceLocation) { try result.get() }
        #expect(try lua.evaluate("return 1", name: "after.lua", as: Int.self) == 1, sourceLocation: sourceLocation)
    }

    @Test func whatIsAwaitedEnds() async throws {
        try await expectCancellation("sleep() ended = true")
        #expect(try !flag("ended"))
    }

    @Test func whatWasAwaitedIsNotUsedAnyMore() async throws {
        try await expectCancellation("pass() ended = true")
        #expect(try !flag("ended"))
    }

    @Test func whatIsOpenIsClosed() async throws {
        let text = "local x <close> = closing(function(e) closed = e.type == 'CancellationError' end) sleep()"
        try await expectCancellation(text)
        #expect(try flag("closed"))
    }

    @Test func aScriptMayCatchItButNotGoOn() async throws {
        try await expectCancellation("caught = not pcall(sleep)")
        #expect(try flag("caught"))
    }

    @Test func aScriptThatAwaitsAgainAndAgainEnds() async throws {
        try await expectCancellation("while true do pcall(pass) end")
    }

    @Test func nothingNewIsBegun() async throws {
        let began = Lock(false)
        try lua.setGlobal("begin", function: .async("begin") { began.withLock { $0 = true } })
        try await expectCancellation("pcall(sleep) pcall(begin)")
        #expect(!began.withLock { $0 })
    }

    @Test func whatHasNotBegunYetNeverDoes() async throws {
        let (lua, gate) = (lua, gate)
        let isFree = Lock(false)
        try lua.setGlobal(
            "hold",
            function: HostFunction("hold") {
                _ = Task { await gate.pass() }
                // This is the interpreter's own thread, which may wait.
                while !isFree.withLock({ $0 }) { sched_yield() }
            })
        async let first: Void = lua.runAsync("hold()", name: "a.lua")
        await gate.arrived()
        let second = Task { try await lua.runAsync("began = true", name: "b.lua") }
        for _ in 0..<1000 { await Task.yield() }
        second.cancel()
        isFree.withLock { $0 = true }
        await gate.open()
        try await first
        await #expect(throws: CancellationError.self) { try await second.value }
    }

    @Test func theNextEntryDiesOfItsOwn() async throws {
        let lua = try Interpreter(limits: Limits(instructions: 1_000_000))
        _ = try await endOfCancelled("while true do end", in: lua)
        let error = #expect(throws: LuaError.self) { try lua.run("while true do end", name: "b.lua") }
        #expect(error?.code == .budget)
    }

    /// What an entry leaves goes when the entry is over, and may be the next one's by then.
    @Test func aCancellationThatComesAfterTheEndIsNobodys() async throws {
        final class Canceller: LuaObject, Sendable {
            deinit { withUnsafeCurrentTask { $0?.cancel() } }
        }
        try lua.setGlobal("canceller", function: HostFunction("canceller") { Scoped(Canceller()) })
        let lua = lua
        let isCancelled = try await Task {
            try await lua.runAsync("canceller()", name: "a.lua")
            return Task.isCancelled
        }.value
        #expect(isCancelled)
        #expect(try lua.evaluate("for i = 1, 1000000 do end return 1", name: "b.lua", as: Int.self) == 1)
    }

    @Test func aScriptThatComputesEnds() async throws {
        try await expectCancellation("pcall(sleep) while true do end")
    }

    @Test func aScriptThatIsRunningEnds() async throws {
        let end = try await endOfCancelled("for i = 1, 20000000 do end ended = true", in: lua)
        #expect(throws: CancellationError.self) { try end.get() }
        #expect(try !flag("ended"))
    }

    @Test func aTaskThatWasCancelledBeforeDoesNotBegin() async throws {
        let lua = lua
        let task = Task {
            await gate.pass()
            try await lua.runAsync("began = true", name: "a.lua")
        }
        await gate.arrived()
        task.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try !flag("began"))
    }

    @Test func theNextEntryIsNotCancelled() async throws {
        for _ in 0..<20 { _ = await cancel("sleep()") }
        #expect(
            try await lua.evaluateAsync("pass() for i = 1, 1000000 do end return 1", name: "b.lua", as: Int.self) == 1)
    }

    @Test func anEntryOfTheCancelledTaskEndsToo() async throws {
        let lua = lua
        try lua.setGlobal(
            "inner", function: HostFunction("inner") { try lua.run("while true do end", name: "inner.lua") })
        try await expectCancellation("pcall(sleep) pcall(inner) while true do end")
    }
}

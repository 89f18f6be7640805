import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// Asynchronous entries whose task is cancelled.
@Suite struct CancellationTests {
    private let lua: Interpreter
    private let gate = AsyncGate()

    init() throws {
        lua = try Interpreter(limits: .init(instructions: 1_000_000_000))
        let gate = gate
        try lua.setGlobal("pass", to: .async("pass") { await gate.pass() })
        try lua.setGlobal(
            "sleep",
            to: .async("sleep") {
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
        let task = Task { try await lua.asynchronous.run(text, name: "a.lua") }
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

    @Test func cancellationEndsTheAwaitedOperation() async throws {
        try await expectCancellation("sleep() ended = true")
        #expect(try !flag("ended"))
    }

    @Test func cancellationDiscardsTheAwaitedResult() async throws {
        try await expectCancellation("pass() ended = true")
        #expect(try !flag("ended"))
    }

    @Test func cancellationClosesOpenVariables() async throws {
        let text = "local x <close> = closing(function(e) closed = e.type == 'CancellationError' end) sleep()"
        try await expectCancellation(text)
        #expect(try flag("closed"))
    }

    @Test func scriptThatCatchesACancellationStillEnds() async throws {
        try await expectCancellation("caught = not pcall(sleep)")
        #expect(try flag("caught"))
    }

    @Test func aScriptThatAwaitsAgainAndAgainEnds() async throws {
        try await expectCancellation("while true do pcall(pass) end")
    }

    @Test func cancelledEntryBeginsNoOperation() async throws {
        let began = Lock(false)
        try lua.setGlobal("begin", to: .async("begin") { began.withLock { $0 = true } })
        try await expectCancellation("pcall(sleep) pcall(begin)")
        #expect(!began.withLock { $0 })
    }

    @Test func operationIsNotBegunAfterCancellation() async throws {
        let (lua, gate) = (lua, gate)
        let isFree = Lock(false)
        try lua.setGlobal(
            "hold",
            to: HostFunction("hold") {
                _ = Task { await gate.pass() }
                // This is the interpreter's own thread, which may wait.
                while !isFree.withLock({ $0 }) { sched_yield() }
            })
        async let first: Void = lua.asynchronous.run("hold()", name: "a.lua")
        await gate.arrived()
        let second = Task { try await lua.asynchronous.run("began = true", name: "b.lua") }
        for _ in 0..<1000 { await Task.yield() }
        second.cancel()
        isFree.withLock { $0 = true }
        await gate.open()
        try await first
        await #expect(throws: CancellationError.self) { try await second.value }
    }

    @Test func entryAfterACancelledOneEndsAtItsOwnLimit() async throws {
        let lua = try Interpreter(limits: .init(instructions: 1_000_000))
        _ = try await endOfCancelled("while true do end", in: lua)
        let error = #expect(throws: LuaError.self) { try lua.run("while true do end", name: "b.lua") }
        #expect(error?.code == .budget)
    }

    /// Leftovers of an entry are released when it is over, which may be during the next entry.
    @Test func cancellationAfterTheEndHasNoEffect() async throws {
        final class Canceller: HostObject, Sendable {
            deinit { withUnsafeCurrentTask { $0?.cancel() } }
        }
        try lua.setGlobal("canceller", to: HostFunction("canceller") { HostLoan(Canceller()) })
        let lua = lua
        let isCancelled = try await Task {
            try await lua.asynchronous.run("canceller()", name: "a.lua")
            return Task.isCancelled
        }.value
        #expect(isCancelled)
        #expect(try lua.evaluate("for i = 1, 1000000 do end return 1", name: "b.lua", as: Int.self) == 1)
    }

    @Test func cancellationEndsAScriptThatComputes() async throws {
        try await expectCancellation("pcall(sleep) while true do end")
    }

    @Test func cancellationEndsARunningScript() async throws {
        let end = try await endOfCancelled("for i = 1, 20000000 do end ended = true", in: lua)
        #expect(throws: CancellationError.self) { try end.get() }
        #expect(try !flag("ended"))
    }

    @Test func cancelledTaskDoesNotEnterTheInterpreter() async throws {
        let lua = lua
        let task = Task {
            await gate.pass()
            try await lua.asynchronous.run("began = true", name: "a.lua")
        }
        await gate.arrived()
        task.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try !flag("began"))
    }

    @Test func entryAfterACancelledOneIsNotCancelled() async throws {
        for _ in 0..<20 { _ = await cancel("sleep()") }
        #expect(
            try await lua.asynchronous.evaluate(
                "pass() for i = 1, 1000000 do end return 1", name: "b.lua", as: Int.self) == 1)
    }

    @Test func nestedEntryOfACancelledTaskEnds() async throws {
        let lua = lua
        try lua.setGlobal(
            "inner", to: HostFunction("inner") { try lua.run("while true do end", name: "inner.lua") })
        try await expectCancellation("pcall(sleep) pcall(inner) while true do end")
    }
}

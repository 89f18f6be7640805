import LuaRuntime
import MoonwireValues
import Testing

/// What a function yields, as an asynchronous sequence.
@Suite struct SequenceTests {
    private let lua: Interpreter
    private let gate = AsyncGate()

    init() throws {
        lua = try Interpreter(limits: .init(instructions: 200_000))
        let gate = gate
        try lua.setGlobal("refuse", to: HostFunction("refuse") { (n: Int) in throw TestError(reason: n) })
        try lua.setGlobal("pass", to: .async("pass") { await gate.pass() })
        try lua.run(
            "function closing(f) return setmetatable({}, { __close = function(_, e) f(e) end }) end", name: "c.lua")
    }

    private func function(_ body: String) throws -> LuaFunction {
        try lua.evaluate("return function(...) \(body) end", name: "s.lua")
    }

    private func flag(_ name: String) throws -> Bool {
        try lua.evaluate("return \(name) == true", name: "flag.lua")
    }

    private func collect<E>(_ sequence: LuaSequence<E>) async throws -> [E] {
        try await sequence.reduce(into: []) { $0.append($1) }
    }

    @Test func sequenceEndsWithTheFunction() async throws {
        let count = try function("local a, b = ... for i = a, b do coroutine.yield(i) end return 99")
        #expect(try await collect(count.sequence(2, 5, of: Int.self)) == [2, 3, 4, 5])
        let nothing: [String] = try await collect(function("return 'x'").sequence())
        #expect(nothing == [])
    }

    @Test func eachIterationOfASequenceCallsTheFunctionAgain() async throws {
        let sequence = try function("for i = 1, ... do coroutine.yield(i) end").sequence(3, of: Int.self)
        #expect(try await collect(sequence) == [1, 2, 3])
        #expect(try await collect(sequence) == [1, 2, 3])
    }

    @Test func sequenceOfACoroutineContinuesWhereItIs() async throws {
        let coroutine = try LuaCoroutine(function("for i = 1, 4 do coroutine.yield(i) end"))
        #expect(try coroutine.next(as: Int.self) == 1)
        #expect(try await collect(coroutine.sequence(of: Int.self)) == [2, 3, 4])
        #expect(try await collect(coroutine.sequence(of: Int.self)) == [])
    }

    @Test func sequenceThrowsTheErrorOfTheFunction() async throws {
        var iterator = try function("coroutine.yield(1) refuse(2)").sequence(of: Int.self).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: TestError(reason: 2)) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func conversionErrorEndsTheSequence() async throws {
        let mixed = try function("local x <close> = closing(function() closed = true end) coroutine.yield('x')")
        var iterator = mixed.sequence(of: Int.self).makeAsyncIterator()
        let error = await #expect(throws: LuaError.self) { try await iterator.next() }
        #expect(error?.code == .conversion)
        #expect(error?.location?.line == 1)
        #expect(try flag("closed"))
        #expect(try await iterator.next() == nil)
    }

    @Test func eachElementOfASequenceHasItsOwnBudget() async throws {
        let work = try function("for i = 1, 20 do for i = 1, 100000 do end coroutine.yield(i) end")
        #expect(try await collect(work.sequence(of: Int.self)).count == 20)
        let endless = try function("coroutine.yield(1) while true do end").sequence(of: Int.self)
        let error = await #expect(throws: LuaError.self) { try await collect(endless) }
        #expect(error?.code == .budget)
    }

    @Test func functionOfASequenceAwaitsBetweenElements() async throws {
        await gate.open()
        let slow = try function("for i = 1, 5 do pass() coroutine.yield(i) pass() end")
        #expect(try await collect(slow.sequence(of: Int.self)) == [1, 2, 3, 4, 5])
    }

    @Test func cancelledSequenceClosesOpenVariables() async throws {
        let open = try function(
            "local x <close> = closing(function() closed = true end) while true do coroutine.yield(1) end")
        let gate = gate
        let task = Task {
            var count = 0
            for try await _ in open.sequence(of: Int.self) {
                count += 1
                if count == 3 { await gate.pass() }
            }
        }
        await gate.arrived()
        #expect(try !flag("closed"))
        task.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try flag("closed"))
    }

    @Test func cancelledAwaitOfASequenceClosesOpenVariables() async throws {
        let open = try function(
            "local x <close> = closing(function() closed = true end) while true do pass() coroutine.yield(1) end")
        let task = Task { try await collect(open.sequence(of: Int.self)) }
        await gate.arrived()
        task.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try flag("closed"))
    }

    @Test func releasedIteratorsFreeTheirCoroutines() async throws {
        let lua = lua
        let endless = try function("local t = ('x'):rep(1000) while true do coroutine.yield(t) end")
        func work() async throws -> Int {
            for _ in 0..<300 {
                for try await _ in endless.sequence(of: String.self) { break }
            }
            lua.collect()
            return lua.memoryInUse
        }
        let before = try await work()
        #expect(try await work() < before + 20_000)
    }
}

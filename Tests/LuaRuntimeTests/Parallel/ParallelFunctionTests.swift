import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Calls of parallel functions: each has an interpreter of its own.
@Suite struct ParallelFunctionTests {
    /// Waits until several calls are inside at once; gives up if too few come.
    private final class Meeting: Sendable {
        private let inside = Lock(0)
        private let isChanged = Condition()

        func wait(for count: Int) -> Bool {
            inside.withLock { $0 += 1 }
            isChanged.wakeAll()
            return inside.wait(isChanged, atMost: .seconds(30)) { $0 < count }
        }
    }

    /// A value that waits, inside of the interpreter, until the other calls are inside as well.
    private struct Met: Convertible {
        let meeting: Meeting
        let count: Int

        init(_ meeting: Meeting, _ count: Int) { (self.meeting, self.count) = (meeting, count) }
        static func read(from reader: ValueReader) throws -> Self { throw reader.mismatch(.boolean) }
        func write(to writer: ValueWriter) throws { try meeting.wait(for: count).write(to: writer) }
        static var shape: ValueShape { .boolean }
    }

    @Test func noCallWaitsForAnotherWhileThereAreInterpreters() throws {
        let scripts = try ParallelScripts(count: 3)
        let function = try scripts.function("return parallel(function(met) return met end)")
        // The calls make the interpreters at first, and take free ones then.
        for _ in 0..<2 {
            let meeting = Meeting()
            let met = Lock<[Bool]>([])
            concurrently(3) { _ in
                let together = (try? function.call(Met(meeting, 3), as: Bool.self)) ?? false
                met.withLock { $0.append(together) }
            }
            #expect(met.withLock { $0 } == [true, true, true])
        }
        #expect(scripts.madeCount == 3)
        #expect(scripts.pool.interpreterCount == 3)
    }

    @Test func moreCallsThanInterpretersWaitForTheirTurn() throws {
        let scripts = try ParallelScripts(count: 2)
        let function = try scripts.function("return parallel(function(n) return n + 1 end)")
        let failures = Lock(0)
        concurrently(8) { id in
            for n in 0..<300 where (try? function.call(n, as: Int.self)) != n + 1 { failures.withLock { $0 += 1 } }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(scripts.madeCount <= 2)
    }

    @Test func aCallWithinAnotherStaysInItsInterpreterAndBudget() throws {
        let inner = Lock<LuaFunction?>(nil)
        let call = HostFunction("inner") { () throws -> Int in
            try inner.withLock { $0 }?.call(as: Int.self) ?? 0
        }
        let scripts = try ParallelScripts(
            limits: .init(instructions: 200_000, cpuTime: .seconds(60)), functions: [call])
        let (outer, ordinary, other) = try scripts.lua.evaluate(
            """
            local function work() local n = 0 for i = 1, 20000 do n = n + 1 end return n end
            local function each() local sum = 0 for i = 1, 100 do sum = sum + inner() end return sum end
            return parallel(function() return each() end), each, parallel(function() return work() end)
            """, name: "p.lua", as: (LuaFunction, LuaFunction, LuaFunction).self)
        #expect(try scripts.lua.storeParallelFunctions().isEmpty)
        inner.withLock { $0 = other }
        for function in [outer, ordinary] {
            let error = #expect(throws: LuaError.self) { try function.call() }
            #expect(error?.code == .budget)
        }
        #expect(scripts.madeCount == 1)
        inner.withLock { $0 = nil }
        #expect(try outer.call(as: Int.self) == 0)
    }

    @Test func anOrdinaryFunctionWithinAParallelOneSharesItsBudget() throws {
        let inner = Lock<LuaFunction?>(nil)
        let call = HostFunction("inner") { () throws -> Int in
            try inner.withLock { $0 }?.call(as: Int.self) ?? 0
        }
        let scripts = try ParallelScripts(
            limits: .init(instructions: 200_000, cpuTime: .seconds(60)), functions: [call])
        let (outer, work) = try scripts.lua.evaluate(
            """
            local function work() local n = 0 for i = 1, 20000 do n = n + 1 end return n end
            return parallel(function() local sum = 0 for i = 1, 100 do sum = sum + inner() end return sum end), work
            """, name: "p.lua", as: (LuaFunction, LuaFunction).self)
        #expect(try scripts.lua.storeParallelFunctions().isEmpty)
        inner.withLock { $0 = work }
        let error = #expect(throws: LuaError.self) { try outer.call() }
        #expect(error?.code == .budget)
        inner.withLock { $0 = nil }
        #expect(try outer.call(as: Int.self) == 0)
        #expect(try work.call(as: Int.self) == 20_000)
    }

    @Test func limitsAreThoseOfTheScripts() throws {
        let scripts = try ParallelScripts(
            limits: .init(instructions: 100_000, cpuTime: .seconds(60), memory: 4 << 20))
        let endless = try scripts.function("return parallel(function() while true do end end)")
        let error = #expect(throws: LuaError.self) { try endless.call() }
        #expect(error?.code == .budget)
        #expect(error?.location?.description == "p.lua:1")
        let large = try scripts.function(
            "return parallel(function() local s = 'x' for i = 1, 30 do s = s .. s end end)")
        let memory = #expect(throws: LuaError.self) { try large.call() }
        #expect(memory?.code == .memory)
        #expect(try scripts.function("return parallel(function() return 1 end)").call(as: Int.self) == 1)
    }

    @Test func errorsHaveTheLinesOfTheScript() throws {
        let scripts = try ParallelScripts()
        let name = "a/folder/with/a/name/that/is/longer/than/sixty/characters/p.lua"
        let (function, _) = try scripts.load(
            "local function check(n)\nif not n then error('no number') end\nend\n"
                + "return parallel(function(n)\ncheck(n)\nend)",
            name: name)
        let error = #expect(throws: LuaError.self) { try function.call() }
        #expect(error?.description == "\(name):2: no number")
        #expect(error?.traceback.compactMap(\.location).map(\.line) == [2, 5])
        #expect(error?.excerpt != nil)
        let result = #expect(throws: LuaError.self) {
            try scripts.function("return parallel(function()\nend)").call(as: Int.self)
        }
        #expect(result?.location?.description == "p.lua:1")
    }

    @Test func aGlobalCannotBeAssigned() throws {
        let scripts = try ParallelScripts()
        // The name is not in the code.
        let function = try scripts.function("return parallel(function()\n_ENV['co' .. 'unt'] = 1 end)")
        let error = #expect(throws: LuaError.self) { try function.call() }
        #expect(error?.message == "there is no such global")
    }

    @Test func anInterpreterThatCannotBeMadeIsALocatedError() throws {
        let scripts = try ParallelScripts(failingFrom: 1)
        let function = try scripts.function("\n\nreturn parallel(function() end)")
        let error = #expect(throws: LuaError.self) { try function.call() }
        #expect(
            error?.description
                == "p.lua:3: no interpreter could be made for the parallel function: there is no memory for it")
        #expect(error?.code == .memory)
        #expect(scripts.pool.interpreterCount == 0)
    }
}

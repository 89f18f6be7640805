import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Interpreters of parallel functions are released when nobody uses them.
@Suite struct ParallelReleaseTests {
    private final class Kept: HostObject, Sendable {
        let living: Lock<Int>
        init(_ living: Lock<Int>) {
            self.living = living
            living.withLock { $0 += 1 }
        }
        deinit { living.withLock { $0 -= 1 } }
    }

    @Test func freeInterpretersAreReleasedWithTheirObjects() throws {
        let scripts = try ParallelScripts()
        let living = Lock(0)
        let function = try scripts.function("return parallel(function(object) local kept = object end)")
        try function.call(Kept(living))
        #expect(scripts.pool.interpreterCount == 1)
        scripts.pool.releaseFree()
        #expect(scripts.pool.interpreterCount == 0)
        #expect(living.withLock { $0 } == 0)
        try function.call(Kept(living))
        #expect(scripts.madeCount == 2)
    }

    @Test func retiredFunctionsStillRunAndKeepNothing() throws {
        let scripts = try ParallelScripts()
        let living = Lock(0)
        let function = try scripts.function("return parallel(function(object) return 1 end)")
        #expect(try function.call(Kept(living), as: Int.self) == 1)
        scripts.pool.retire()
        #expect(scripts.pool.interpreterCount == 0)
        #expect(try function.call(Kept(living), as: Int.self) == 1)
        #expect(scripts.pool.interpreterCount == 0)
        #expect(living.withLock { $0 } == 0)
    }

    @Test func interpretersThatWereUsedSinceTheLastCheckStay() throws {
        let scripts = try ParallelScripts()
        let function = try scripts.function("return parallel(function() end)")
        for _ in 0..<3 {
            try function.call()
            scripts.pool.releaseUnused()
            #expect(scripts.pool.interpreterCount == 1)
        }
        scripts.pool.releaseUnused()
        #expect(scripts.pool.interpreterCount == 0)
        try function.call()
        #expect(scripts.madeCount == 2)
    }

    @Test func interpretersThatAFewCallsNeedAreReleased() throws {
        let scripts = try ParallelScripts(count: 4)
        let gate = Lock(0)
        let isChanged = Condition()
        struct Waiting: Convertible {
            let wait: @Sendable () -> Void
            init(_ wait: @escaping @Sendable () -> Void) { self.wait = wait }
            static func read(from reader: ValueReader) throws -> Self { throw reader.mismatch(.boolean) }
            func write(to writer: ValueWriter) throws {
                wait()
                try true.write(to: writer)
            }
            static var shape: ValueShape { .boolean }
        }
        let function = try scripts.function("return parallel(function() end)")
        concurrently(4) { _ in
            try? function.call(
                Waiting {
                    gate.withLock { $0 += 1 }
                    isChanged.wakeAll()
                    _ = gate.wait(isChanged, atMost: .seconds(30)) { $0 < 4 }
                })
        }
        #expect(scripts.pool.interpreterCount == 4)
        scripts.pool.releaseUnused()
        try function.call()
        scripts.pool.releaseUnused()
        #expect(scripts.pool.interpreterCount == 1)
    }

    /// No call is needed, and the next one finds an interpreter again.
    @Test(.timeLimit(.minutes(1))) func interpretersAreReleasedWhileNothingIsCalled() async throws {
        let scripts = try ParallelScripts(idleTime: .milliseconds(1))
        let function = try scripts.function("return parallel(function(n) return n end)")
        for n in 0..<3 {
            #expect(try function.call(n, as: Int.self) == n)
            try await until { scripts.pool.interpreterCount == 0 }
        }
    }

    @Test func releaseWhileThreadsCallLosesNothing() throws {
        let scripts = try ParallelScripts(count: 2)
        let function = try scripts.function("return parallel(function(n) return n + 1 end)")
        let failures = Lock(0)
        concurrently(5) { id in
            for n in 0..<200 {
                if id == 0 {
                    scripts.pool.releaseFree()
                } else if (try? function.call(n, as: Int.self)) != n + 1 {
                    failures.withLock { $0 += 1 }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        scripts.pool.retire()
        #expect(scripts.pool.interpreterCount == 0)
    }

    @Test func aRetirementWhileCallsEndReleasesAll() throws {
        for _ in 0..<300 {
            let scripts = try ParallelScripts(count: 2)
            let function = try scripts.function("return parallel(function(n) return n end)")
            let failures = Lock(0)
            concurrently(2) { id in
                if id == 0 {
                    for n in 0..<50 where (try? function.call(n, as: Int.self)) != n { failures.withLock { $0 += 1 } }
                } else {
                    while scripts.madeCount == 0 { sched_yield() }
                    scripts.pool.retire()
                }
            }
            #expect(failures.withLock { $0 } == 0)
            #expect(scripts.pool.interpreterCount == 0)
        }
    }

    @Test func functionsKeepTheirInterpretersAndNothingElseDoes() throws {
        weak var lua: Interpreter?
        weak var pool: ParallelFunctions?
        do {
            let scripts = try ParallelScripts()
            lua = scripts.lua
            pool = scripts.pool
            try scripts.function("return parallel(function() end)").call()
        }
        #expect(lua == nil)
        #expect(pool == nil)
    }
}

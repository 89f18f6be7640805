import MoonwireCore
import MoonwireSupport
import Schedules
import Testing

/// Threads that a seed interrupts: their mistakes are found and reproduced.
@Suite(.enabled(if: Schedule.isAvailable)) struct SeededThreadsTests {
    /// The final value of a counter that two threads read and then write.
    private func balance(_ seed: UInt64) throws -> (balance: Int, trace: UInt64) {
        let account = Lock(0)
        let threads = SeededThreads(seed: seed)
        let deposit: @Sendable () -> Void = {
            let known = account.withLock { $0 }
            account.withLock { $0 = known + 1 }
        }
        try threads.run([deposit, deposit])
        return (account.withLock { $0 }, threads.trace)
    }

    @Test func lostUpdateOfThreadsIsFoundAndReproduced() throws {
        var balances: [Int: Int] = [:]
        for seed in 0..<200 as Range<UInt64> {
            let first = try balance(seed)
            #expect(try balance(seed) == first)
            balances[first.balance, default: 0] += 1
        }
        #expect(balances.keys.sorted() == [1, 2])
        #expect(balances.values.allSatisfy { $0 > 20 })
    }

    @Test func locksInOppositeOrderAreADeadlock() {
        var sentences: Set<String> = []
        for seed in 0..<40 as Range<UInt64> {
            let (left, right) = (Lock(0), Lock(0))
            do {
                try SeededThreads(seed: seed).run([
                    { left.withLock { _ in right.withLock { $0 += 1 } } },
                    { right.withLock { _ in left.withLock { $0 += 1 } } },
                ])
            } catch { sentences.insert("\(error)") }
        }
        #expect(sentences == ["no thread can continue: thread 0 waits for a lock, thread 1 waits for a lock"])
    }

    @Test func aWaitEndsWhenItIsWoken() throws {
        for seed in 0..<100 as Range<UInt64> {
            let (isOpen, condition, woken) = (Lock(false), Condition(), Lock(0))
            let wait: @Sendable () -> Void = {
                if isOpen.wait(condition, atMost: .seconds(5), while: { !$0 }) { woken.withLock { $0 += 1 } }
            }
            try SeededThreads(seed: seed).run([
                wait, wait,
                {
                    isOpen.withLock { $0 = true }
                    condition.wakeAll()
                },
            ])
            #expect(woken.withLock { $0 } == 2)
        }
    }

    /// The usual mistake: the state is checked before its lock is acquired.
    @Test func aLostWakeUpIsFound() {
        var faults = 0
        for seed in 0..<200 as Range<UInt64> {
            let (isOpen, condition) = (Lock(false), Condition())
            do {
                try SeededThreads(seed: seed).run([
                    {
                        let isClosed = isOpen.withLock { !$0 }
                        var isWaiting = isClosed
                        _ = isOpen.wait(condition, atMost: .seconds(3600)) { _ in
                            defer { isWaiting = false }
                            return isWaiting
                        }
                    },
                    {
                        isOpen.withLock { $0 = true }
                        condition.wakeAll()
                    },
                ])
            } catch {
                #expect("\(error)" == "no thread can continue: thread 0 waits for a condition")
                faults += 1
            }
        }
        #expect(faults > 0 && faults < 200)
    }

    @Test func timePassesWhenNobodyCanContinue() throws {
        let (isOpen, condition, isUp) = (Lock(false), Condition(), Lock(false))
        try SeededThreads(seed: 1).run([
            {
                let isOpened = isOpen.wait(condition, atMost: .seconds(5)) { !$0 }
                isUp.withLock { $0 = !isOpened }
            }
        ])
        #expect(isUp.withLock { $0 })
    }

    @Test func threadThatNeverEndsIsAbandoned() {
        let lock = Lock(0)
        let isOver = Lock(false)
        #expect {
            try SeededThreads(seed: 1, limit: 1_000).run([
                { while !isOver.withLock({ $0 }) { lock.withLock { $0 += 1 } } }
            ])
        } throws: { "\($0)" == "not over after 1001 steps" }
    }

    @Test func threadsStartThreadsAndWaitForThem() throws {
        for seed in 0..<50 as Range<UInt64> {
            let sum = Lock(0)
            let threads = SeededThreads(seed: seed)
            let parent: @Sendable () -> Void = {
                let children = (1...3).map { number in threads.start { sum.withLock { $0 += number } } }
                for child in children { threads.join(child) }
                sum.withLock { $0 *= 2 }
            }
            try threads.run([parent])
            #expect(sum.withLock { $0 } == 12)
        }
    }
}

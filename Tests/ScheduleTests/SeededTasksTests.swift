import Schedules
import Testing

/// Tasks whose order a seed determines.
@Suite struct SeededTasksTests {
    private actor Account {
        private(set) var balance = 0

        func write(_ balance: Int) { self.balance = balance }
    }

    /// The final value of a counter that two tasks read and then write.
    private func balance(_ seed: UInt64) async throws -> (balance: Int, trace: UInt64) {
        let account = Account()
        let tasks = SeededTasks(seed: seed)
        try tasks.run(
            (0..<2).map { _ in
                {
                    let known = await account.balance
                    await Task.yield()
                    await account.write(known + 1)
                }
            })
        return (await account.balance, tasks.trace)
    }

    @Test func lostUpdateOfTasksIsFoundAndReproduced() async throws {
        var balances: Set<Int> = []
        var traces: Set<UInt64> = []
        for seed in 0..<300 as Range<UInt64> {
            let first = try await balance(seed)
            let second = try await balance(seed)
            #expect(first == second)
            balances.insert(first.balance)
            traces.insert(first.trace)
        }
        #expect(balances == [1, 2])
        #expect(traces.count > 10)
    }

    @Test func taskThatWaitsForeverIsReported() {
        #expect {
            try SeededTasks(seed: 1).run([
                { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
            ])
        } throws: { "\($0)" == "no thread can continue: 1 tasks wait" }
    }
}

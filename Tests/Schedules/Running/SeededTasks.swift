/// Runs tasks on the calling thread, and chooses the next one by a seed, which reproduces each run.
package final class SeededTasks: TaskExecutor, @unchecked Sendable {
    // Jobs are enqueued by the thread that runs them; tasks of a schedule wait for nothing outside it.
    private var random: SeededRandom
    private let limit: Int
    private var ready: [UnownedJob] = []
    private var open = 0
    package private(set) var steps = 0
    /// Most likely differs between any two runs with different orders of tasks.
    package private(set) var trace: UInt64 = 0xcbf2_9ce4_8422_2325

    package init(seed: UInt64, limit: Int = 200_000) {
        random = SeededRandom(seed)
        self.limit = limit
    }

    package func enqueue(_ job: consuming ExecutorJob) { ready.append(UnownedJob(job)) }

    /// Runs the bodies, each in a task; throws ``ScheduleFault`` if they cannot all end.
    package func run(_ bodies: [@Sendable () async -> Void]) throws {
        open = bodies.count
        for body in bodies {
            Task(executorPreference: self) {
                await body()
                self.open -= 1
            }
        }
        while !ready.isEmpty {
            steps += 1
            if steps > limit { throw ScheduleFault.endless(steps: steps) }
            let number = random.below(ready.count)
            trace = (trace ^ UInt64(number)) &* 0x100_0000_01b3
            ready.remove(at: number).runSynchronously(on: asUnownedTaskExecutor())
        }
        if open > 0 { throw ScheduleFault.deadlock(["\(open) tasks wait"]) }
    }
}

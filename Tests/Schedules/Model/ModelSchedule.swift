import Dispatch
import Foundation

/// One schedule of the model: a seed determines the services, what is done with them, and how threads or tasks take turns.
package struct ModelSchedule {
    package let seed: UInt64
    /// What was found; empty for a schedule in which everything held.
    package private(set) var faults: [String] = []
    /// How often another thread or task could have continued.
    package private(set) var steps = 0
    /// The same for each replay.
    package private(set) var trace: UInt64 = 0

    /// What happened, in order, when it was asked for.
    package private(set) var log: [String]?

    /// In schedules of even seeds, edits add decorators and remove them.
    private var isDecorated: Bool { seed.isMultiple(of: 2) }

    /// Every fourth schedule consists of tasks, the others of threads.
    package init(seed: UInt64, isLogged: Bool = false) {
        self.seed = seed
        if isLogged { log = [] }
        var random = SeededRandom(seed)
        do {
            if random.once(in: 4) {
                try runTasks(random.next(), &random)
            } else {
                try runThreads(random.next(), &random)
            }
        } catch { faults.append("\(error)") }
    }

    private mutating func runThreads(_ turns: UInt64, _ random: inout SeededRandom) throws {
        let threads = SeededThreads(seed: turns)
        let world = try World(seed: random.next(), isDecorated: isDecorated, log: log) { body in
            threads.join(threads.start(body))
        }
        let lists = Operation.lists(for: world.blueprint, &random)
        defer { (steps, trace, log) = (threads.steps, threads.trace, world.log) }
        try threads.run(lists.map { list in { for operation in list { world.perform(operation) } } })
        try SeededThreads(seed: turns).run([{ world.finish() }])
        faults += world.faults
    }

    private mutating func runTasks(_ turns: UInt64, _ random: inout SeededRandom) throws {
        let tasks = SeededTasks(seed: turns)
        let world = try World(seed: random.next(), isDecorated: isDecorated, log: log) { body in
            let isOver = DispatchSemaphore(value: 0)
            Thread {
                body()
                isOver.signal()
            }.start()
            isOver.wait()
        }
        let lists = Operation.lists(for: world.blueprint, &random)
        defer { (steps, trace, log) = (tasks.steps, tasks.trace, world.log) }
        try tasks.run(lists.map { list in { for operation in list { await world.performInTask(operation) } } })
        world.finish()
        faults += world.faults
    }
}

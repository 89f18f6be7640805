import Dispatch
import Foundation

/// One schedule of the model: a seed determines the services, the operations on them, and the order of threads or tasks.
package struct ModelSchedule {
    package let seed: UInt64
    /// The faults; empty for a schedule without any.
    package private(set) var faults: [String] = []
    /// The number of points at which another thread or task could have continued.
    package private(set) var steps = 0
    /// The same for each replay.
    package private(set) var trace: UInt64 = 0

    /// The events in order, if they were requested.
    package private(set) var log: [String]?

    /// The operations of a schedule besides resolves, reloads, overrides, and supplies.
    package enum Kind: Sendable {
        /// Edits add and remove decorators.
        case decorated
        case plain
        /// The wiring is read from files, which watches follow, and instances use the container when they are stopped.
        case watched
        /// Instances use the container when they are stopped.
        case stopping

        var hasStops: Bool { self == .stopping || self == .watched }

        /// Neighboring seeds have different kinds; files take the most time.
        fileprivate init(seed: UInt64) {
            let kinds: [Kind] = [.decorated, .plain, .watched, .stopping, .decorated, .plain, .decorated, .stopping]
            self = kinds[Int(seed % UInt64(kinds.count))]
        }
    }

    private let kind: Kind

    private var isDecorated: Bool {
        switch kind {
        case .decorated: true
        case .plain: false
        case .watched, .stopping: (seed / 8).isMultiple(of: 2)
        }
    }

    /// About one in four schedules without files consists of tasks, the others of threads.
    ///
    /// If `kind` is nil, the seed determines it.
    package init(seed: UInt64, kind: Kind? = nil, isLogged: Bool = false) {
        self.seed = seed
        self.kind = kind ?? Kind(seed: seed)
        if isLogged { log = [] }
        var random = SeededRandom(seed)
        do {
            if self.kind == .watched {
                try runWatched(random.next(), &random)
            } else if random.once(in: 4) {
                try runTasks(random.next(), &random)
            } else {
                try runThreads(random.next(), &random)
            }
        } catch { faults.append("\(error)") }
    }

    private mutating func runThreads(_ turns: UInt64, _ random: inout SeededRandom) throws {
        let threads = SeededThreads(seed: turns)
        let world = try World(seed: random.next(), kind, isDecorated: isDecorated, log: log) { body in
            threads.join(threads.start(body))
        }
        let lists = Operation.lists(for: world.blueprint, kind, &random)
        defer { (steps, trace, log) = (threads.steps, threads.trace, world.log) }
        try threads.run(lists.map { list in { for operation in list { world.perform(operation) } } })
        try SeededThreads(seed: turns).run([{ world.finish() }])
        faults += world.faults
    }

    private mutating func runWatched(_ turns: UInt64, _ random: inout SeededRandom) throws {
        let granularities: [Int64] = [1, 1_000_000, 4_000_000, 2_000_000_000]
        let machine = MemoryFiles(clock: ScheduleClock(), granularity: granularities[random.below(4)])
        let threads = SeededThreads(seed: turns, files: machine)
        let files = WatchedFiles(machine, SeededRandom(random.next()))
        let world = try World(
            seed: random.next(), kind, isDecorated: isDecorated, files: files, log: log
        ) { body in threads.join(threads.start(body)) }
        let lists = Operation.lists(for: world.blueprint, kind, &random)
        // Drawn last, so that earlier seeds keep their operations.
        machine.tellsOfWriters = random.once(in: 2)
        defer { (steps, trace, log) = (threads.steps, threads.trace, world.log) }
        try SeededThreads(seed: turns, files: machine).run([{ world.begin() }])
        let bodies = lists.map { list in { @Sendable in for operation in list { world.perform(operation) } } }
        let end = { @Sendable in
            for number in bodies.indices { threads.join(number) }
            world.checkAtRest()
        }
        try threads.run(bodies + [end])
        try SeededThreads(seed: turns, files: machine).run([{ world.finish() }])
        faults += world.faults
    }

    private mutating func runTasks(_ turns: UInt64, _ random: inout SeededRandom) throws {
        let tasks = SeededTasks(seed: turns)
        let world = try World(seed: random.next(), kind, isDecorated: isDecorated, log: log) { body in
            let isOver = DispatchSemaphore(value: 0)
            Thread {
                body()
                isOver.signal()
            }.start()
            isOver.wait()
        }
        let lists = Operation.lists(for: world.blueprint, kind, &random)
        defer { (steps, trace, log) = (tasks.steps, tasks.trace, world.log) }
        try tasks.run(lists.map { list in { for operation in list { await world.performInTask(operation) } } })
        world.finish()
        faults += world.faults
    }
}

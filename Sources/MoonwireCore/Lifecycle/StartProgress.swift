/// What has been built and started during a start, and what can be next.
struct StartProgress: Sendable {
    /// What a task does for a service.
    struct Work: Sendable {
        let position: Int
        /// When the build began.
        let since: ContinuousClock.Instant
        /// The instance to start; nil to build one.
        var instance: BuiltInstance?
    }

    /// How a task has ended.
    enum Outcome: Sendable {
        case started
        /// An earlier start had started the instance.
        case wasStarted
        /// It has built an instance, which another start will start.
        case deferred
        /// It has built an instance, which waits for others.
        case waiting
        case failed(any Error)
    }

    /// The services that this start has started.
    private(set) var started: [Int] = []
    private(set) var failures: [(position: Int, error: any Error)] = []
    private var order: StartOrder
    /// The instances that wait for services that their factories have requested.
    private var held = HeldStarts()
    /// The services that have requested each other and start together; empty if none do.
    private var cycle: Set<Int> = []
    /// Those of them that have started.
    private var startedOfCycle: [Int] = []
    /// The number of tasks that run.
    private var tasks = 0

    init(_ order: StartOrder) {
        self.order = order
    }

    /// The services that have not started.
    var unstarted: [Int] { order.unfinished.subtracting(startedOfCycle).sorted() }

    /// Whether all services have started.
    var isComplete: Bool { order.unfinished.isEmpty }

    /// The instances that have been built and wait.
    var waiting: [Work] { held.all }

    /// What can be done at first.
    mutating func begin() -> [Work] { counted(builds()) }

    /// Whether an instance that has been built can start at once; if not, it waits.
    mutating func canStart(_ built: Work) -> Bool {
        let needs = order.found(by: built.position)
        if needs.isEmpty { return true }
        held.add(built, waitingFor: needs)
        return false
    }

    /// What can be done once a task has ended; nothing after a fault.
    mutating func next(after outcome: Outcome, ofServiceAt position: Int) -> [Work] {
        tasks -= 1
        var finished: [Int] = []
        switch outcome {
        case .failed(let error): failures.append((position, error))
        case .waiting: break
        case .started, .wasStarted, .deferred:
            if case .started = outcome { started.append(position) }
            finished = services(finishedBy: position)
        }
        for position in finished { order.finish(position) }
        if !failures.isEmpty { return [] }
        var next = builds()
        for position in finished { next += held.takeFree(after: position) }
        // Services whose factories have requested each other wait for each other.
        if tasks == 0, next.isEmpty {
            next = held.takeCycle { order.needs(of: $0) }
            cycle = Set(next.map(\.position))
        }
        return counted(next)
    }

    /// The services for which others need not wait any longer once one has started.
    ///
    /// What needs one service of a cycle needs all of them.
    private mutating func services(finishedBy position: Int) -> [Int] {
        guard cycle.contains(position) else { return [position] }
        startedOfCycle.append(position)
        guard startedOfCycle.count == cycle.count else { return [] }
        defer { (cycle, startedOfCycle) = ([], []) }
        return startedOfCycle
    }

    private mutating func counted(_ work: [Work]) -> [Work] {
        tasks += work.count
        return work
    }

    private mutating func builds() -> [Work] { order.next().map { Work(position: $0, since: .now) } }
}

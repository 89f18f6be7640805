import MoonwireSupport

/// A build in progress that any number of tasks await; it is cancelled when all of them have been.
final class AsynchronousBuild: @unchecked Sendable {  // The lock of ``AsynchronousBuilds`` protects its variables.
    typealias Outcome = Result<BuiltInstance, any Error>

    /// A task that awaits the build.
    private enum Waiter {
        case entered
        case suspended(CheckedContinuation<Outcome?, Never>)
    }

    /// A build that a part of this one awaits, with the ids that led there.
    private struct Wait {
        let build: AsynchronousBuild
        let ids: [String]
        let waiter: Int
    }

    let service: PlannedService
    /// Builds of the same identity are one.
    let identity: ServiceIdentity
    /// Where the instance is stored if it is for the values of arguments.
    let place: ArgumentCaches.Place?
    let given: GivenArguments?
    let generation: ObjectIdentifier
    private var outcome: Outcome?
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0
    private var waits: [Wait] = []
    private var task: Task<Void, Never>?
    private var priority: TaskPriority
    /// Whether all waiters were cancelled, and so the build.
    private var isAbandoned = false

    init(
        _ service: PlannedService, _ identity: ServiceIdentity, at place: ArgumentCaches.Place? = nil,
        with given: GivenArguments? = nil, of generation: Generation
    ) {
        self.service = service
        self.identity = identity
        self.place = place
        self.given = given
        self.generation = ObjectIdentifier(generation)
        priority = Task.currentPriority
    }

    /// Adds a waiter, and records what it is a part of; called under the lock.
    func enter(for path: AsynchronousPath?) -> Int {
        lastWaiter += 1
        waiters[lastWaiter] = .entered
        path?.build?.waits.append(Wait(build: self, ids: path?.idsOfBuild ?? [], waiter: lastWaiter))
        return lastWaiter
    }

    /// The number of suspended waiters; called under the lock.
    var suspendedWaiters: Int {
        waiters.values.count { if case .suspended = $0 { true } else { false } }
    }

    /// The error of a cycle that a wait for this build would close; called under the lock.
    func cycle(closedBy path: AsynchronousPath?) -> ContainerError? {
        guard let path, let build = path.build else { return nil }
        var visited: Set<ObjectIdentifier> = []
        return way(to: build, &visited).map { ids in
            ContainerError(.cycleWhileBuilding(path.idsOfBuild + ids + [build.service.id], build.service.definition))
        }
    }

    /// The ids from this build to another one for which a part of it waits.
    private func way(to other: AsynchronousBuild, _ visited: inout Set<ObjectIdentifier>) -> [String]? {
        if self === other { return [] }
        guard visited.insert(ObjectIdentifier(self)).inserted else { return nil }
        for wait in waits where wait.build.outcome == nil {
            if let way = wait.build.way(to: other, &visited) { return wait.ids + way }
        }
        return nil
    }

    /// Runs the build in a task of its own, which sees the task-local values of this one only if it is a part of the same resolve.
    func start(inheriting: Bool, _ body: @escaping @Sendable () async -> Void) {
        let first = AsynchronousBuilds.locked { priority }
        let task =
            inheriting
            ? Task(priority: first) { await body() } : Task.detached(priority: first) { await body() }
        let (isAbandoned, raised) = AsynchronousBuilds.locked {
            if outcome == nil { self.task = task }
            return (self.isAbandoned, priority)
        }
        if isAbandoned { task.cancel() }
        if raised > first { Self.raisePriority(of: task, to: raised) }
    }

    /// Ends the build; called under the lock, and returns what then resumes the waiters.
    func end(_ outcome: Outcome) -> () -> Void {
        self.outcome = outcome
        task = nil
        let former = waits
        waits = []
        let suspended = waiters.values.compactMap { waiter in
            if case .suspended(let continuation) = waiter { continuation } else { nil }
        }
        waiters = [:]
        return {
            for continuation in suspended { continuation.resume(returning: outcome) }
            withExtendedLifetime(former) {}
        }
    }

    /// The outcome of the build; nil if it is of no use to the waiter: another generation, or only waiters that were cancelled,
    /// began it.
    ///
    /// Throws `CancellationError` if this task is cancelled.
    func outcome(for waiter: Int, of path: AsynchronousPath?, in generation: Generation) async throws -> Outcome? {
        defer {
            AsynchronousBuilds.locked {
                path?.build?.waits.removeAll { $0.build === self && $0.waiter == waiter }
            }
        }
        // The first waiter began the build, which is recorded.
        let noted =
            waiter == 1
            ? nil
            : generation.context.current.recordings.beginWait(
                RecordedStep(waitFor: service, on: path, in: generation))
        defer { noted?.end() }
        raisePriority(to: Task.currentPriority)
        let outcome = await withPriorityForwarding {
            await withTaskCancellationHandler {
                await withCheckedContinuation { suspend(waiter, $0) }
            } onCancel: {
                leave(waiter)
            }
        }
        guard let outcome else { throw CancellationError() }
        let isOfUse = AsynchronousBuilds.locked { !isAbandoned }
        return isOfUse && self.generation == ObjectIdentifier(generation) ? outcome : nil
    }

    private func suspend(_ waiter: Int, _ continuation: CheckedContinuation<Outcome?, Never>) {
        let answer: Outcome?? = AsynchronousBuilds.locked {
            if let outcome { return .some(outcome) }
            // It has left already.
            guard waiters[waiter] != nil else { return .some(nil) }
            waiters[waiter] = .suspended(continuation)
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    /// Ends the wait of a cancelled task; the last one cancels the build.
    private func leave(_ waiter: Int) {
        let (former, cancelled) = AsynchronousBuilds.locked { () -> (Waiter?, Task<Void, Never>?) in
            guard let former = waiters.removeValue(forKey: waiter) else { return (nil, nil) }
            guard waiters.isEmpty else { return (former, nil) }
            isAbandoned = true
            return (former, task)
        }
        cancelled?.cancel()
        if case .suspended(let continuation)? = former { continuation.resume(returning: nil) }
    }

    /// Raises the priority of the build; a waiter on a continuation does not do that by itself.
    private func raisePriority(to priority: TaskPriority) {
        let task = AsynchronousBuilds.locked { () -> Task<Void, Never>? in
            guard priority > self.priority else { return nil }
            self.priority = priority
            return self.task
        }
        if let task { Self.raisePriority(of: task, to: priority) }
    }

    private static func raisePriority(of task: Task<Void, Never>, to priority: TaskPriority) {
        if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            task.escalatePriority(to: priority)
        } else {
            // A task that awaits another one raises its priority.
            Task.detached(priority: priority) { await task.value }
        }
    }

    /// Runs `body`, and raises the priority of the build together with that of this task.
    private func withPriorityForwarding<R: Sendable>(_ body: () async -> R) async -> R {
        if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            return await withTaskPriorityEscalationHandler {
                await body()
            } onPriorityEscalated: { _, priority in
                self.raisePriority(to: priority)
            }
        }
        return await body()
    }
}

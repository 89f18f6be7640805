internal import MoonwireSupport

/// Runs jobs one after another on its own thread, which starts with the first one.
final class ThreadExecutor: SerialExecutor {
    /// Debug builds need more than one megabyte for 200 levels of calls.
    static let stackSize = 4 << 20

    private struct Queue {
        var jobs: [UnownedJob] = []
        var isStarted = false
        var isStopped = false
    }

    private enum Step {
        case run(UnownedJob)
        case stop
    }

    private let queue = Lock(Queue())
    private let isChanged = Condition()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Once the job is in the queue it may run and end its task, which may hold the last reference to this executor.
        let executor = Unmanaged.passRetained(self)
        defer { executor.release() }
        let isFirst = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isStarted = true }
            return !queue.isStarted
        }
        isChanged.wakeAll()
        // If the system cannot start a thread, the caller's thread does the work.
        if isFirst, !startThread() { stop() }
        if queue.withLock({ $0.isStopped }) { work() }
    }

    /// Ends the thread when nothing is left to do.
    func stop() {
        queue.withLock { $0.isStopped = true }
        isChanged.wakeAll()
    }

    fileprivate func work() {
        while case .run(let job) = queue.wait(isChanged, until: Self.next) {
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private static func next(_ queue: inout Queue) -> Step? {
        guard queue.jobs.isEmpty else { return .run(queue.jobs.removeFirst()) }
        return queue.isStopped ? .stop : nil
    }

    /// The thread keeps the executor alive while it runs.
    private func startThread() -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let executor = Unmanaged.passRetained(self).toOpaque()
        let isStarted = create(attributes, executor)
        pthread_attr_destroy(&attributes)
        if !isStarted { Unmanaged<ThreadExecutor>.fromOpaque(executor).release() }
        return isStarted
    }
}

private func create(_ attributes: pthread_attr_t, _ executor: UnsafeMutableRawPointer) -> Bool {
    var attributes = attributes
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    return pthread_create(&thread, &attributes, { run($0) }, executor) == 0
}

private func run(_ executor: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let executor { Unmanaged<ThreadExecutor>.fromOpaque(executor).takeRetainedValue().work() }
    return nil
}

/// The thread on which asynchronous entries of one interpreter run, so that no thread of Swift's pool waits for a lock.
actor LuaThread {
    private nonisolated let executor = ThreadExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    deinit { executor.stop() }

    func run<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R { try body() }
}

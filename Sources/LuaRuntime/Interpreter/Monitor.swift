#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A value behind a mutex, with a condition to wait for; the thread sanitizer understands both.
// @unchecked: `mutex` protects `state`; it and the condition are written at creation only.
final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the mutex held; code of the application must never run in it.
    func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Waits until `take` answers something; it is asked again after each `wakeAll`. The mutex is free meanwhile.
    func wait<R>(_ take: (inout State) -> R?) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let taken = take(&state) { return taken }
            pthread_cond_wait(condition, mutex)
        }
    }

    func wakeAll() { pthread_cond_broadcast(condition) }
}

/// A value protected by a mutex; `Synchronization.Mutex` causes false reports of races under the thread sanitizer when contended.
///
/// The value must not be empty: the sanitizer mistakes an access to a zero-sized value for one to the object's header.
package final class Lock<State>: @unchecked Sendable {  // `mutex` protects `state`.
    // Used only by its address; it is in the same allocation, and in front, where its place does not depend on the type of the state.
    @exclusivity(unchecked) @usableFromInline var storage = pthread_mutex_t()
    // Overlapping accesses are not checked: the mutex is not recursive and excludes them.
    @exclusivity(unchecked) @usableFromInline var state: State

    /// The mutex, whose address does not change: a stored property of an object stays where it is.
    @inlinable var mutex: UnsafeMutablePointer<pthread_mutex_t> { UnsafeMutablePointer(address: &storage) }

    @inlinable package init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
    }

    deinit { pthread_mutex_destroy(mutex) }

    /// Runs `body` with the mutex held; it must not call application code.
    @inlinable package func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R {
        Schedule.lock(mutex)
        defer { Schedule.unlock(mutex) }
        return try body(&state)
    }

    /// The elements of a protected array, which share no storage with it.
    ///
    /// A shared array is changed in place again when its last reader has released it, and the thread sanitizer does not see that the
    /// change happens after the release.
    package func copy<Element>(_ array: (State) -> [Element]) -> [Element] { withLock { array($0).map { $0 } } }

    /// Waits until `take` returns a value; `take` is called again after each `wakeAll` of the condition.
    ///
    /// The mutex is released during the wait.
    @inlinable package func wait<R>(_ condition: Condition, until take: (inout State) -> R?) -> R {
        Schedule.lock(mutex)
        defer { Schedule.unlock(mutex) }
        while true {
            if let taken = take(&state) { return taken }
            if Schedule.wait(for: condition.handle, freeing: mutex, seconds: nil) == nil {
                pthread_cond_wait(condition.handle, mutex)
            }
        }
    }

    /// Waits, at most for that time, until another thread calls `wakeAll` on the condition; the mutex is free meanwhile.
    @inlinable package func wait(
        _ condition: Condition, atMost time: Duration, while keepWaiting: (inout State) -> Bool
    ) -> Bool {
        Schedule.lock(mutex)
        defer { Schedule.unlock(mutex) }
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let (seconds, attoseconds) = time.components
        let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
        deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        while keepWaiting(&state) {
            let isWoken =
                Schedule.wait(for: condition.handle, freeing: mutex, seconds: Int(seconds) + (attoseconds > 0 ? 1 : 0))
                ?? (pthread_cond_timedwait(condition.handle, mutex, &deadline) == 0)
            if !isWoken { return !keepWaiting(&state) }
        }
        return true
    }
}

/// A condition variable for threads that hold a ``Lock``.
// @unchecked: the handle is written only at creation, and any thread may call its functions.
package final class Condition: @unchecked Sendable {
    @usableFromInline let handle: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        handle = .allocate(capacity: 1)
        handle.initialize(to: pthread_cond_t())
        pthread_cond_init(handle, nil)
    }

    deinit {
        pthread_cond_destroy(handle)
        handle.deallocate()
    }

    @inlinable package func wakeAll() {
        Schedule.wake(handle)
    }
}

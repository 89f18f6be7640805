/// What threads wait for on a ``Lock``.
// @unchecked: the handle is written at creation only, and the calls may be made by any thread.
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

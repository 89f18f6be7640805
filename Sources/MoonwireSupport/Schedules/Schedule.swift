/// Chooses the next thread of a test wherever threads can affect each other.
///
/// Exactly one thread of a schedule runs at a time; the others wait for it. Each call may let another thread run first.
package protocol ThreadSchedule: AnyObject, Sendable {
    /// The number of the calling thread in the schedule, counted from 0.
    var threadNumber: Int { get }

    /// Lets another thread run.
    func reach()
    /// Lets other threads run; the calling thread cannot continue until one has.
    func yield()
    /// Returns when no thread of the schedule holds the mutex; from then on, the calling thread counts as its holder.
    func willLock(_ mutex: UnsafeRawPointer)
    func didUnlock(_ mutex: UnsafeRawPointer)
    /// Waits for a wake-up of the condition, with the mutex released; returns like `willLock`, with false if the time limit, if
    /// any, is over.
    func wait(for condition: UnsafeRawPointer, freeing mutex: UnsafeRawPointer, seconds: Int?) -> Bool
    func wake(_ condition: UnsafeRawPointer)

    /// The simulated time.
    var now: ContinuousClock.Instant { get }
    /// Replaces the file system calls; nil for the calls of the system.
    var fileSystem: (any FileSystem)? { get }
    /// Starts another thread of the schedule.
    func startThread(_ body: @escaping @Sendable () -> Void)
}

/// The schedule of the calling thread, which locks, conditions, atomics, clocks, and file system calls use.
///
/// Threads belong to a schedule only in tests, and only in builds with `MOONWIRE_SCHEDULES`. In all other builds `current` is a
/// constant, and the compiler removes all calls.
package enum Schedule {
    #if MOONWIRE_SCHEDULES
        package static let isAvailable = true

        private static let key: pthread_key_t = {
            var key = pthread_key_t()
            pthread_key_create(&key, nil)
            return key
        }()

        /// The schedule of the calling thread; nil for nearly all threads.
        package static var current: (any ThreadSchedule)? {
            pthread_getspecific(key).map { Unmanaged<Membership>.fromOpaque($0).takeUnretainedValue().schedule }
        }

        /// Makes the calling thread belong to a schedule while `body` runs.
        package static func following(_ schedule: any ThreadSchedule, _ body: () -> Void) {
            let membership = Membership(schedule)
            pthread_setspecific(key, Unmanaged.passUnretained(membership).toOpaque())
            withExtendedLifetime(membership, body)
            pthread_setspecific(key, nil)
        }

        /// Stores the schedule of a thread.
        private final class Membership {
            let schedule: any ThreadSchedule

            init(_ schedule: any ThreadSchedule) { self.schedule = schedule }
        }
    #else
        package static let isAvailable = false

        @inlinable package static var current: (any ThreadSchedule)? { nil }

        package static func following(_ schedule: any ThreadSchedule, _ body: () -> Void) { body() }
    #endif

    @inlinable package static func reach() { current?.reach() }

    /// Lets other threads run; the calling thread cannot continue until they have.
    @inlinable package static func yield() {
        if let current { return current.yield() }
        sched_yield()
    }

    @inlinable package static func lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
        current?.willLock(mutex)
        pthread_mutex_lock(mutex)
    }

    @inlinable package static func unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
        pthread_mutex_unlock(mutex)
        current?.didUnlock(mutex)
    }

    /// Waits as the schedule determines; nil for a thread without a schedule, which waits for the system's condition.
    @inlinable package static func wait(
        for condition: UnsafeMutablePointer<pthread_cond_t>, freeing mutex: UnsafeMutablePointer<pthread_mutex_t>,
        seconds: Int?
    ) -> Bool? {
        guard let current else { return nil }
        pthread_mutex_unlock(mutex)
        defer { pthread_mutex_lock(mutex) }
        return current.wait(for: condition, freeing: mutex, seconds: seconds)
    }

    @inlinable package static func wake(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
        current?.wake(condition)
        pthread_cond_broadcast(condition)
    }

    /// The file system calls of the calling thread's schedule, before which another thread may run.
    @inlinable package static var fileSystem: (any FileSystem)? {
        guard let current else { return nil }
        current.reach()
        return current.fileSystem
    }

    /// The time of the schedule, or of the system.
    @inlinable package static var now: ContinuousClock.Instant {
        guard let current else { return .now }
        current.reach()
        return current.now
    }

    /// The number of the calling thread in its schedule, which is the same at each replay.
    @inlinable package static var threadNumber: Int? { current?.threadNumber }
}

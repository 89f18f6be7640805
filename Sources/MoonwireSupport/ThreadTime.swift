/// The CPU time of a thread.
package enum ThreadTime {
    /// The CPU time that the calling thread has used.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A thread whose stack is as large as the test wants.
final class TestThread {
    private let handle: pthread_t

    init(stack: Int = 8 << 20, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stack)
        let job = Unmanaged.passRetained(Job(body)).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
            pthread_create(&thread, &attributes, { run($0) }, job)
            handle = thread
        #else
            var thread: pthread_t?
            pthread_create(&thread, &attributes, { run($0) }, job)
            handle = thread ?? pthread_self()
        #endif
        pthread_attr_destroy(&attributes)
    }

    func join() { pthread_join(handle, nil) }
}

private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func run(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
    return nil
}

/// Runs the body on that many threads at once and waits for all of them.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { index in TestThread { body(index) } }
    for thread in threads { thread.join() }
}

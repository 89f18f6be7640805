import MoonwireSupport

/// A thread with exactly the given stack size: the system could reuse a larger stack that an earlier thread has left.
package final class TestThread {
    private let handle: pthread_t
    private let stack: Stack

    package init(stack size: Int = 8 << 20, _ body: @escaping @Sendable () -> Void) {
        stack = Stack(size)
        let job = Unmanaged.passRetained(Job(body)).toOpaque()
        handle = stack.withAttributes { attributes in
            #if canImport(Glibc)
                var thread = pthread_t()
                pthread_create(&thread, attributes, { run($0) }, job)
                return thread
            #else
                var thread: pthread_t?
                pthread_create(&thread, attributes, { run($0) }, job)
                return thread ?? pthread_self()
            #endif
        }
    }

    package func join() {
        pthread_join(handle, nil)
        stack.free()
    }
}

/// Memory for a stack, and a guard area below it.
private struct Stack {
    private static let guarded = 64 << 10
    private let start: UnsafeMutableRawPointer
    private let size: Int
    var lowest: UnsafeMutableRawPointer { start + Self.guarded }

    init(_ size: Int) {
        self.size = size + Self.guarded
        start = mmap(nil, self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        mprotect(start, Self.guarded, PROT_NONE)
    }

    /// Attributes of a thread that runs on it.
    func withAttributes<R>(_ body: (UnsafeMutablePointer<pthread_attr_t>) -> R) -> R {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        pthread_attr_setstack(attributes, lowest, size - Self.guarded)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        return body(attributes)
    }

    func free() { munmap(start, size) }
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
package func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { index in TestThread { body(index) } }
    for thread in threads { thread.join() }
}

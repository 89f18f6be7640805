#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A pipe that ends the wait of the thread that polls it.
final class WakePipe: Sendable {
    let reader: Int32
    private let writer: Int32

    /// Returns nil if the process may not open more files.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
        for end in ends { makeNonblocking(end) }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// A full pipe wakes the thread as well.
    func wake() { _ = write(writer, [1], 1) }

    /// Returns false if it is not woken before the deadline.
    func waitUntilWoken(until deadline: ContinuousClock.Instant) -> Bool {
        guard !ready([(reader, POLLIN)], until: deadline).isEmpty else { return false }
        clear()
        return true
    }

    /// Removes what `wake` wrote.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reader, &bytes, bytes.count) > 0 {}
    }
}

/// Child processes do not inherit the descriptor, and no call waits for it.
func makeNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
}

/// Waits until one of the descriptors is ready, or until the deadline; returns those that are.
func ready(_ waits: [(descriptor: Int32, events: Int32)], until deadline: ContinuousClock.Instant) -> Set<Int32> {
    var polled = waits.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
    while true {
        let left = max(.zero, deadline - .now)
        // Rounded up, so that the last millisecond is not spent in a loop.
        let milliseconds = min(left / .milliseconds(1), 60_000).rounded(.up)
        let count = poll(&polled, nfds_t(polled.count), Int32(milliseconds))
        if count > 0 { return Set(polled.filter { $0.revents != 0 }.map(\.fd)) }
        if ContinuousClock.now >= deadline { return [] }
    }
}

/// Keeps the end of a connection from ending the process with a signal: hiredis writes without `MSG_NOSIGNAL`.
func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
}

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends a wait for file descriptors from another thread, once and for all.
final class Interruption: Sendable {
    private let reading: Int32
    private let writing: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    func interrupt() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Waits until the descriptor has something to read, at most so long; a signal to the process does not end the wait.
    func wait(for descriptor: Int32?, atMost limit: Duration?) -> FileEvent {
        var descriptors = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if let descriptor { descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        let end = limit.map { ContinuousClock.now + $0 }
        var count: Int32
        repeat {
            // Rounded up: a wait that is too short is not a wait.
            let rest = end.map { max(.zero, $0 - .now + .microseconds(999)).milliseconds }
            count = poll(&descriptors, nfds_t(descriptors.count), rest ?? -1)
        } while count < 0 && errno == EINTR
        if descriptors[0].revents != 0 { return .cancelled }
        return count > 0 ? .changed : .quiet
    }
}

import MoonwireSupport

/// Ends a wait for file descriptors from another thread, permanently.
final class Interruption: Sendable {
    private let reading: Int32
    private let writing: Int32

    init?() {
        guard let (reading, writing) = SystemCalls.pipe() else { return nil }
        (self.reading, self.writing) = (reading, writing)
    }

    deinit {
        SystemCalls.close(reading)
        SystemCalls.close(writing)
    }

    func interrupt() { SystemCalls.write(1, to: writing) }

    /// Waits until the descriptor is readable, or until the time limit; a signal to the process does not end the wait.
    func wait(for descriptor: Int32?, atMost limit: Duration?) -> FileEvent {
        var descriptors = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if let descriptor { descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        let end = limit.map { Schedule.now + $0 }
        var count: Int32
        repeat {
            // Rounded up, because a wait that is too short would return early.
            let rest = end.map { max(.zero, $0 - Schedule.now + .microseconds(999)).milliseconds }
            count = SystemCalls.poll(&descriptors, milliseconds: rest ?? -1)
        } while count < 0 && errno == EINTR
        if descriptors[0].revents != 0 { return .cancelled }
        return count > 0 ? .changed : .quiet
    }
}

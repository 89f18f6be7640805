/// A socket with a name in the file system, which belongs to one process at a time.
///
/// The lock of a file beside it shows which one, so that the socket of a process that was killed is replaced.
package final class LocalServer: Sendable {
    /// The reason why a server cannot be created.
    package enum Obstacle: Error, Equatable {
        case otherProcess
        case otherFile
        case longPath(limit: Int)
        case emptyPath
        case nullCharacter
        case system(SystemError)
    }

    private let socket: LocalSocket
    private let lock: FileDescriptor
    private let path: String
    private let interruption: (reading: Int32, writing: Int32)
    private let isStopped = Lock(false)

    /// Throws ``Obstacle``.
    package init(at path: String) throws {
        guard path.utf8.count <= LocalSocket.longestPath else {
            throw Obstacle.longPath(limit: LocalSocket.longestPath)
        }
        guard !path.isEmpty else { throw Obstacle.emptyPath }
        guard !path.utf8.contains(0) else { throw Obstacle.nullCharacter }
        do {
            lock = try FileDescriptor(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW)
            guard try lock.tryLock() else { throw Obstacle.otherProcess }
            try Self.removeFormerSocket(path)
            socket = try LocalSocket(listeningAt: path)
            guard let interruption = SystemCalls.pipe() else {
                let error = SystemError.last
                unlink(path)
                throw error
            }
            self.interruption = interruption
        } catch let error as SystemError {
            throw Obstacle.system(error)
        }
        // The working directory may change before the end.
        self.path = URL(fileURLWithPath: path).path
    }

    deinit {
        stop()
        SystemCalls.close(interruption.reading)
        SystemCalls.close(interruption.writing)
    }

    private static func removeFormerSocket(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw Obstacle.otherFile }
        try SystemError.check { unlink(path) }
    }

    /// Passes each connection of a process of the same user to `body`, and the user of any other to `refused`, until ``stop()``.
    package func run(_ body: (LocalSocket) -> Void, refused: (uid_t) -> Void) {
        var events = [interruption.reading, socket.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            if SystemCalls.poll(&events, milliseconds: -1) < 0, errno != EINTR { return }
            if events[0].revents != 0 { return refuseWaiting() }
            guard events[1].revents != 0 else { continue }
            do {
                guard let client = try socket.nextConnection() else { continue }
                let user = try client.user
                // The other process must not see the end before the refusal is reported.
                withExtendedLifetime(client) { user == geteuid() ? body(client) : refused(user) }
            } catch {
                // There are too many open files, perhaps: the next attempt must not follow at once.
                usleep(100_000)
            }
        }
    }

    /// Ends the connections that nobody has answered.
    private func refuseWaiting() {
        while let connection = try? socket.nextConnection() { withExtendedLifetime(connection) {} }
    }

    /// Removes the socket, so that another server can have the path at once, and ends ``run(_:refused:)``.
    package func stop() {
        isStopped.withLock { isStopped in
            guard !isStopped else { return }
            isStopped = true
            // While the lock is held, the socket at the path is this one.
            unlink(path)
            socket.endListening()
            SystemCalls.write(1, to: interruption.writing)
            lock.unlock()
        }
    }
}

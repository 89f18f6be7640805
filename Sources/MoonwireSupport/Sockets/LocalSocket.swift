/// One end of a connection between two processes of a machine, or the socket that waits for connections.
///
/// Every failure is a ``SystemError``; a deadline that passes is `ETIMEDOUT`.
package final class LocalSocket: Sendable {
    /// The largest number of bytes in the path of a socket.
    package static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

    package let descriptor: Int32

    /// `open` returns a new descriptor, or a negative number.
    private init(_ open: () -> Int32) throws {
        descriptor = try SystemError.check(open)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var one: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(descriptor) }

    /// Lets `poll` wait from now on, which has deadlines.
    private func leaveWaitingToPoll() { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }

    private convenience init() throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        try self.init { socket(AF_UNIX, type, 0) }
    }

    /// Creates a socket at a path where there is no file; only processes of the same user can connect to it.
    package convenience init(listeningAt path: String) throws {
        try self.init()
        // Linux creates the file with these permissions; elsewhere they are set later, and the user of each connection is checked.
        _ = fchmod(descriptor, 0o600)
        try Self.withAddress(path) { address, length in
            _ = try SystemError.check { bind(descriptor, address, length) }
        }
        #if !os(Linux)
            try SystemError.check { chmod(path, 0o600) }
        #endif
        try SystemError.check { listen(descriptor, 8) }
        leaveWaitingToPoll()
    }

    /// Connects to the socket at a path.
    package convenience init(connectedTo path: String) throws {
        try self.init()
        try Self.withAddress(path) { address, length in
            _ = try SystemError.check { connect(descriptor, address, length) }
        }
        leaveWaitingToPoll()
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void) throws
    {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // An empty path would be that of a socket without a file.
        guard !bytes.isEmpty, !bytes.contains(0) else { throw SystemError(code: EINVAL) }
        guard bytes.count <= longestPath else { throw SystemError(code: ENAMETOOLONG) }
        // The tuple has room for the path and a zero, which is there already.
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // A sockaddr_un is one of the forms of a sockaddr, and the pointer is used during the call only.
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Refuses connections from now on; those that wait already can still be accepted.
    package func endListening() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The next connection; nil if the other process has ended it meanwhile.
    package func nextConnection() throws -> LocalSocket? {
        do {
            let connection = try LocalSocket { accept(descriptor, nil, nil) }
            connection.leaveWaitingToPoll()
            return connection
        } catch let error as SystemError {
            if [EAGAIN, EWOULDBLOCK, ECONNABORTED, EINTR].contains(error.code) { return nil }
            throw error
        }
    }

    /// The user of the process at the other end, when it connected.
    package var user: uid_t {
        get throws {
            #if canImport(Darwin)
                var (user, group) = (uid_t(), gid_t())
                try SystemError.check { getpeereid(descriptor, &user, &group) }
                return user
            #else
                // A `ucred`: the numbers of the process, the user, and the group, each of 32 bits.
                var credentials: [UInt32] = [0, 0, 0]
                var length = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
                try SystemError.check { getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) }
                return credentials[1]
            #endif
        }
    }

    /// The next bytes; none at the end of the connection.
    package func receive(atMost count: Int = 1 << 16, by deadline: ContinuousClock.Instant?) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let length = recv(descriptor, &bytes, count, 0)
            if length >= 0 { return Array(bytes[..<length]) }
            try wait(for: POLLIN, after: SystemError.last, by: deadline)
        }
    }

    package func send(_ bytes: [UInt8], by deadline: ContinuousClock.Instant?) throws {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            // The platform's function, with the bytes during the call only.
            let length = rest.withUnsafeBytes { systemSend(descriptor, $0, flags) }
            if length >= 0 {
                rest = rest.dropFirst(length)
            } else {
                try wait(for: POLLOUT, after: SystemError.last, by: deadline)
            }
        }
    }

    /// Waits until a call that failed can be repeated; throws its error if that does not help.
    private func wait(for event: Int32, after error: SystemError, by deadline: ContinuousClock.Instant?) throws {
        if error.code == EINTR { return }
        guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
        guard waits(for: event, by: deadline) else { throw SystemError(code: ETIMEDOUT) }
    }

    /// Waits until the other process sends something or ends the connection; returns false if the deadline comes first.
    package func waitsForInput(by deadline: ContinuousClock.Instant?) -> Bool { waits(for: POLLIN, by: deadline) }

    private func waits(for event: Int32, by deadline: ContinuousClock.Instant?) -> Bool {
        var poll = [pollfd(fd: descriptor, events: Int16(event), revents: 0)]
        while true {
            // Rounded up, because a wait that is too short would be repeated.
            let rest = deadline.map { max(.zero, $0 - .now + .microseconds(999)).milliseconds } ?? -1
            let count = SystemCalls.poll(&poll, milliseconds: rest)
            if count > 0 { return true }
            if count == 0 { return false }
            if errno != EINTR { return true }
        }
    }
}

/// A method here has the name of the system's function.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, flags)
}

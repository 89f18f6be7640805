import Foundation
import MoonwireCore
import MoonwireSupport

/// Standard output or standard error, either of which may be full or closed.
enum StandardStream {
    case output, error

    private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

    /// Throws ``SystemError`` when not everything can be written.
    func write(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            do {
                let count = try SystemError.check {
                    rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
                }
                rest = rest.dropFirst(count)
            } catch let error as SystemError {
                guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
                // Somebody made a pipe that does not wait by itself.
                var pipe = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try SystemError.check { poll(&pipe, 1, -1) }
            }
        }
    }

    /// Makes sure that a file which is opened later does not get the number of a standard stream that is closed.
    static func reserve() {
        // Using these fails, as it does while the stream is closed: a folder cannot be written to by the path `/dev/stdout` either.
        let streams = [
            (STDIN_FILENO, "/dev/null", O_WRONLY), (STDOUT_FILENO, "/", O_RDONLY), (STDERR_FILENO, "/", O_RDONLY),
        ]
        for (descriptor, path, flags) in streams where fcntl(descriptor, F_GETFD) < 0 {
            // The first free number is this one.
            _ = open(path, flags)
        }
    }
}

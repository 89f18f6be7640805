/// Why a file cannot be read.
package enum FileRefusal: Error, Hashable, Sendable {
    case notRelative
    case outside
    case missing
    /// Symbolic links form a loop.
    case loop
    /// A folder, a pipe, a socket, or a device.
    case notRegular
    /// The file exceeds the limit.
    case tooLarge(Int)
    case unreadable
    /// The file cannot be read now: too many files are open, or a disk or a server does not respond.
    case unavailable
    case notUnicode
    case utf16

    /// The error of the last system call.
    static var lastError: FileRefusal {
        switch errno {
        case ENOENT, ENOTDIR: .missing
        case ELOOP: .loop
        case EMFILE, ENFILE, ENOMEM, EIO, ESTALE, EINTR, EAGAIN, ETIMEDOUT: .unavailable
        default: .unreadable
        }
    }
}

/// An open file or folder, which is closed with this object.
///
/// Every failure is a ``SystemError``.
package final class FileDescriptor: Sendable {
    private let descriptor: Int32

    /// Opens a file with the flags of `open`; child processes do not inherit it.
    package init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws {
        descriptor = try SystemError.check { open(path, flags | O_CLOEXEC, mode) }
    }

    deinit { close(descriptor) }

    package var status: stat {
        get throws {
            var status = stat()
            try SystemError.check { fstat(descriptor, &status) }
            return status
        }
    }

    /// The rest of the file; nil if it exceeds the limit.
    package func readAll(atMost limit: Int) throws -> Data? {
        var bytes = Data()
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try SystemError.check { read(descriptor, &part, part.count) }
            guard count > 0 else { return bytes }
            guard count <= limit - bytes.count else { return nil }
            bytes.append(contentsOf: part[..<count])
        }
    }

    package func write(_ bytes: Data) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = try SystemError.check { systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest)) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Returns when the contents are on the disk.
    package func synchronize() throws { try SystemError.check { fsync(descriptor) } }

    /// Sets the owner, if the process may do so, and the permissions of the file to those of another one.
    package func adopt(_ status: stat) throws {
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        try SystemError.check { fchmod(descriptor, status.st_mode & 0o7777) }
    }

    /// Tries to lock the file against all others that have opened it; returns whether that succeeded.
    ///
    /// The lock ends when the file is closed, also by the end of the process.
    package func tryLock() throws -> Bool {
        do { try SystemError.check { flock(descriptor, LOCK_EX | LOCK_NB) } } catch let error as SystemError {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
        return true
    }

    /// Ends the lock before the file is closed.
    package func unlock() { _ = flock(descriptor, LOCK_UN) }
}

/// A method here has the name of the system's function.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

#if os(Linux)
    /// Leases on files: the kernel grants one for reading only while no process has the file open for writing.
    enum Lease {
        // Swift does not import these two macros, which are the same on all platforms that Swift supports.
        private static let setSignal: Int32 = 10
        private static let setLease: Int32 = 1024

        /// Whether a process has the file open for writing; nil if the kernel does not report it, as for a file of another user.
        ///
        /// The lease is released at once. A program that opens the file for writing meanwhile waits, and the kernel sends this
        /// process a signal.
        static func isDenied(_ path: String) -> Bool? {
            var status = stat()
            guard SystemCalls.status(of: path, &status) == 0 else { return errno == ENOENT ? false : nil }
            // Opening anything else may have an effect.
            guard status.isRegular else { return nil }
            let descriptor = SystemCalls.open(path, OpenFile.flags)
            guard descriptor >= 0 else { return nil }
            defer { SystemCalls.close(descriptor) }
            // A signal that is ignored by default; the usual one ends the process.
            guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return nil }
            guard fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 else { return errno == EAGAIN ? true : nil }
            _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
            return false
        }
    }
#endif

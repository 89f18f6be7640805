/// The file system calls; a thread of a schedule calls the schedule's file system instead.
package enum SystemCalls {
    /// The time of the clock for file times, in nanoseconds.
    static var time: Int64 {
        if let files = Schedule.fileSystem { return files.time }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.nanoseconds
    }

    /// The status of the file to which a path leads, following links.
    static func status(of path: String, _ status: inout stat) -> Int32 {
        Self.status(of: path, in: AT_FDCWD, &status, 0)
    }

    /// The status of the file to which a path leads, which may be a link.
    package static func linkStatus(of path: String, in folder: Int32 = AT_FDCWD, _ status: inout stat) -> Int32 {
        Self.status(of: path, in: folder, &status, AT_SYMLINK_NOFOLLOW)
    }

    private static func status(of path: String, in folder: Int32, _ status: inout stat, _ flags: Int32) -> Int32 {
        if let files = Schedule.fileSystem { return files.fstatat(folder, path, &status, flags) }
        return fstatat(folder, path, &status, flags)
    }

    static func status(ofDescriptor descriptor: Int32, _ status: inout stat) -> Int32 {
        if let files = Schedule.fileSystem { return files.fstat(descriptor, &status) }
        return fstat(descriptor, &status)
    }

    static func open(_ path: String, in folder: Int32 = AT_FDCWD, _ flags: Int32) -> Int32 {
        if let files = Schedule.fileSystem { return files.openat(folder, path, flags) }
        return openat(folder, path, flags)
    }

    /// The target of a link; nil if it cannot be read.
    static func target(ofLink path: String, in folder: Int32 = AT_FDCWD) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count =
            if let files = Schedule.fileSystem {
                files.readlinkat(folder, path, &buffer)
            } else {
                readlinkat(folder, path, &buffer, buffer.count)
            }
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The names in a folder, up to a limit, without `.` and `..`; empty if they cannot be listed.
    static func names(inFolder folder: Int32, most: Int) -> [String] {
        guard Schedule.fileSystem == nil else { return [] }
        // The given descriptor may only permit entering the folder.
        let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(stream) }  // Also closes the descriptor.
        var names: [String] = []
        while names.count < most, let entry = readdir(stream) {
            // The entry is valid until the next call, and its name is zero-terminated.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    String(validatingCString: $0)
                }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Reads at most `count` bytes into the buffer.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        if let files = Schedule.fileSystem { return files.read(descriptor, buffer, count) }
        return systemRead(descriptor, buffer, count)
    }

    package static func write(_ byte: UInt8, to descriptor: Int32) {
        withUnsafeBytes(of: byte) { bytes in
            if let files = Schedule.fileSystem {
                _ = files.write(descriptor, bytes.baseAddress, bytes.count)
            } else {
                _ = systemWrite(descriptor, bytes.baseAddress, bytes.count)
            }
        }
    }

    package static func close(_ descriptor: Int32) {
        if let files = Schedule.fileSystem { return files.close(descriptor) }
        systemClose(descriptor)
    }

    /// The reading end and the writing end of a pipe; nil if the system has no more.
    package static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        if let files = Schedule.fileSystem { return files.pipe(&ends) == 0 ? (ends[0], ends[1]) : nil }
        guard systemPipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Waits until something can be read, at most for the given number of milliseconds; -1 for no limit.
    package static func poll(_ descriptors: inout [pollfd], milliseconds: Int32) -> Int32 {
        if let files = Schedule.fileSystem { return files.poll(&descriptors, milliseconds: milliseconds) }
        return systemPoll(&descriptors, nfds_t(descriptors.count), milliseconds)
    }

    #if os(Linux)
        package static func openNotifications() -> Int32 {
            if let files = Schedule.fileSystem { return files.openNotifications() }
            return inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        }

        package static func addWatch(_ descriptor: Int32, _ path: String, _ interest: UInt32) -> Int32 {
            if let files = Schedule.fileSystem { return files.addWatch(descriptor, path, interest) }
            return inotify_add_watch(descriptor, path, interest)
        }

        package static func removeWatch(_ descriptor: Int32, _ number: Int32) {
            if let files = Schedule.fileSystem { return files.removeWatch(descriptor, number) }
            inotify_rm_watch(descriptor, number)
        }
    #endif

    /// Whether a process has a file open for writing; nil if the system does not report it.
    package static func isOpenForWriting(_ path: String) -> Bool? {
        if let files = Schedule.fileSystem { return files.isOpenForWriting(path) }
        #if os(Linux)
            return Lease.isDenied(path)
        #else
            return nil
        #endif
    }
}

// Members hide functions of the same name.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}

private func systemClose(_ descriptor: Int32) { close(descriptor) }

private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

private func systemPoll(_ descriptors: inout [pollfd], _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    poll(&descriptors, count, milliseconds)
}

extension timespec {
    var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}

import Foundation
import MoonwireCore
import MoonwireSupport

// The system calls on files in memory.
extension MemoryFiles: FileSystem {
    var time: Int64 { clock.time }

    /// The result of a call; a failure sets `errno`.
    private func result<R>(_ failed: R, _ body: () throws(Failure) -> R) -> R {
        do throws(Failure) { return try body() } catch {
            errno = error.code
            return failed
        }
    }

    private func inode(_ descriptor: Int32) throws(Failure) -> UInt64? {
        if descriptor == AT_FDCWD { return nil }
        guard case .inode(let number, _)? = openings[descriptor] else { throw Failure(EBADF) }
        return number
    }

    func fstatat(_ folder: Int32, _ path: String, _ status: inout stat, _ flags: Int32) -> Int32 {
        result(-1) { () throws(Failure) in
            let isLink = flags & AT_SYMLINK_NOFOLLOW != 0
            fill(&status, try find(path, from: try inode(folder), followsLast: !isLink))
            return 0
        }
    }

    func fstat(_ descriptor: Int32, _ status: inout stat) -> Int32 {
        result(-1) { () throws(Failure) in
            guard let number = try inode(descriptor) else { throw Failure(EBADF) }
            fill(&status, number)
            return 0
        }
    }

    private func fill(_ status: inout stat, _ number: UInt64) {
        guard let inode = inodes[number] else { return }
        status = stat()
        status.st_dev = 1
        status.st_ino = ino_t(number)
        status.st_nlink = inode.name == nil ? 0 : 1
        switch inode.content {
        case .folder: status.st_mode = S_IFDIR | 0o755
        case .link: status.st_mode = S_IFLNK | 0o777
        case .file(let bytes):
            status.st_mode = S_IFREG | 0o644
            status.st_size = off_t(bytes.count)
        }
        #if canImport(Darwin)
            (status.st_mtimespec, status.st_ctimespec) = (timespec(inode.modified), timespec(inode.changed))
        #else
            (status.st_mtim, status.st_ctim) = (timespec(inode.modified), timespec(inode.changed))
        #endif
    }

    func isOpenForWriting(_ path: String) -> Bool? {
        guard tellsOfWriters else { return nil }
        guard let number = try? find(path), let inode = inodes[number] else { return false }
        return inode.writers > 0
    }

    func openat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
        result(-1) { () throws(Failure) in
            let number = try find(path, from: try inode(folder), followsLast: flags & O_NOFOLLOW == 0)
            guard inodes[number]?.target == nil else { throw Failure(ELOOP) }
            if flags & O_DIRECTORY != 0, inodes[number]?.isFolder != true { throw Failure(ENOTDIR) }
            return open(.inode(number, position: 0))
        }
    }

    func readlinkat(_ folder: Int32, _ path: String, _ buffer: inout [CChar]) -> Int {
        result(-1) { () throws(Failure) in
            let number = try find(path, from: try inode(folder), followsLast: false)
            guard let target = inodes[number]?.target else { throw Failure(EINVAL) }
            let bytes = target.utf8.prefix(buffer.count)
            for (place, byte) in bytes.enumerated() { buffer[place] = CChar(bitPattern: byte) }
            return bytes.count
        }
    }

    func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        // The caller guarantees that the buffer has this size.
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        return result(-1) { () throws(Failure) in
            switch openings[descriptor] {
            case .notifications(let listener)?:
                if listener.isEmpty { throw Failure(EAGAIN) }
                return listener.take(into: room)
            case .inode(let number, let position)?:
                let bytes = inodes[number]?.bytes.dropFirst(position).prefix(count) ?? []
                room.copyBytes(from: bytes)
                setPosition(position + bytes.count, of: descriptor, number)
                return bytes.count
            case .pipe?, nil: throw Failure(EBADF)
            }
        }
    }

    func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
        guard case .pipe(let pipe)? = openings[descriptor] else { return -1 }
        pipe.bytes += count
        wake()
        return count
    }

    func close(_ descriptor: Int32) { close(opening: descriptor) }

    func pipe(_ ends: inout [Int32]) -> Int32 {
        let pipe = MemoryPipe()
        ends = [open(.pipe(pipe)), open(.pipe(pipe))]
        return 0
    }

    func poll(_ descriptors: inout [pollfd], milliseconds: Int32) -> Int32 {
        let end = milliseconds < 0 ? nil : clock.time + Int64(milliseconds) * 1_000_000
        while true {
            for place in descriptors.indices {
                descriptors[place].revents = canRead(descriptors[place].fd) ? Int16(POLLIN) : 0
            }
            let count = descriptors.count { $0.revents != 0 }
            if count > 0 { return Int32(count) }
            if let end, clock.time >= end { return 0 }
            guard let threads else { return 0 }
            _ = threads.wait(for: address, until: end)
        }
    }

    private func canRead(_ descriptor: Int32) -> Bool {
        switch openings[descriptor] {
        case .notifications(let listener)?: !listener.isEmpty
        case .pipe(let pipe)?: pipe.bytes > 0
        case .inode?, nil: false
        }
    }

    func openNotifications() -> Int32 { open(.notifications(MemoryNotifications())) }

    func addWatch(_ descriptor: Int32, _ path: String, _ interest: UInt32) -> Int32 {
        result(-1) { () throws(Failure) in
            guard case .notifications(let listener)? = openings[descriptor] else { throw Failure(EBADF) }
            return listener.watch(try find(path), interest)
        }
    }

    func removeWatch(_ descriptor: Int32, _ number: Int32) {
        guard case .notifications(let listener)? = openings[descriptor] else { return }
        listener.remove(number)
    }
}

extension timespec {
    fileprivate init(_ nanoseconds: Int64) {
        self.init(tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

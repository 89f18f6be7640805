/// The attributes that distinguish versions of a file without reading it.
package struct FileState: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let mode: UInt32
    private var size: Int64 = 0
    private var modified: Int64 = 0
    private var changed: Int64 = 0

    /// Of a folder, only its identity and permissions matter: its times change with everything that happens in it.
    package init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        mode = UInt32(status.st_mode)
        guard status.st_mode & S_IFMT != S_IFDIR else { return }
        size = Int64(status.st_size)
        #if canImport(Darwin)
            (modified, changed) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
        #else
            (modified, changed) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
        #endif
    }

    /// Whether another change could leave the times unchanged: file systems have a resolution of up to two seconds.
    func isRecent(at time: Int64) -> Bool { time - max(modified, changed) < 2_000_000_000 }

    /// The time of the clock for file times.
    static var now: Int64 { SystemCalls.time }
}

extension stat {
    package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

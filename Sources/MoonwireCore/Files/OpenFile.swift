#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A regular file that is open for reading.
struct OpenFile: ~Copyable {
    /// A pipe or a device must not keep whoever opens it waiting.
    static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

    /// Before anything is read.
    let state: FileState
    private let descriptor: Int32
    private let size: Int

    /// Opens the file that the path leads to, links included.
    init(_ path: String) throws(FileRefusal) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .lastError }
        // Opening a device may do something to it.
        guard status.isRegular else { throw .notRegular }
        let descriptor = open(path, Self.flags)
        guard descriptor >= 0 else { throw .lastError }
        try self.init(descriptor)
    }

    /// Takes the descriptor over.
    init(_ descriptor: Int32) throws(FileRefusal) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.isRegular else {
            close(descriptor)
            throw .notRegular
        }
        self.descriptor = descriptor
        state = FileState(status)
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The text of the file; of one that is larger than the limit nothing is read.
    func text(limit: Int) throws(FileRefusal) -> String {
        guard size <= limit else { throw .tooLarge(limit) }
        var bytes: [UInt8] = []
        // One more than there should be, so that a file that grows is noticed.
        var room = size + 1
        while true {
            let count = try append(to: &bytes, room)
            guard bytes.count <= limit else { throw .tooLarge(limit) }
            if count == 0 { break }
            room = min(max(4096, bytes.count), limit + 1 - bytes.count)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUnicode }
        return text
    }

    /// Reads up to that many bytes, and returns how many; 0 at the end.
    private func append(to bytes: inout [UInt8], _ room: Int) throws(FileRefusal) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: room))
        var count: Int
        repeat {
            count = bytes.withUnsafeMutableBytes { buffer in
                // The buffer has `room` bytes behind `start`.
                read(descriptor, buffer.baseAddress.map { $0 + start }, room)
            }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .unreadable }
        bytes.removeLast(room - count)
        return count
    }
}

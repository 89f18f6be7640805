/// A regular file that is open for reading.
package struct OpenFile: ~Copyable {
    /// Opening a pipe or a device must not block.
    static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

    /// Before anything is read.
    let state: FileState
    private let descriptor: Int32
    private let size: Int

    /// Opens the file to which the path leads, following links.
    package init(_ path: String) throws(FileRefusal) {
        var status = stat()
        guard SystemCalls.status(of: path, &status) == 0 else { throw .lastError }
        // Opening a device may have an effect.
        guard status.isRegular else { throw .notRegular }
        let descriptor = SystemCalls.open(path, Self.flags)
        guard descriptor >= 0 else { throw .lastError }
        try self.init(descriptor)
    }

    /// Takes ownership of the descriptor.
    init(_ descriptor: Int32) throws(FileRefusal) {
        var status = stat()
        let refusal: FileRefusal? =
            SystemCalls.status(ofDescriptor: descriptor, &status) != 0
            ? .lastError : status.isRegular ? nil : .notRegular
        if let refusal {
            SystemCalls.close(descriptor)
            throw refusal
        }
        self.descriptor = descriptor
        state = FileState(status)
        size = Int(status.st_size)
    }

    deinit { SystemCalls.close(descriptor) }

    /// The text of the file; nothing is read of a file that exceeds the limit.
    package func text(limit: Int) throws(FileRefusal) -> String {
        let bytes = try bytes(limit: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Self.marks.contains { bytes.starts(with: $0) } ? .utf16 : .notUnicode
        }
        return text
    }

    /// The bytes of the file; nothing is read of a file that exceeds the limit.
    func bytes(limit: Int) throws(FileRefusal) -> [UInt8] {
        guard size <= limit else { throw .tooLarge(limit) }
        var bytes: [UInt8] = []
        // One more than the expected size, so that a growing file is detected.
        var room = size + 1
        while true {
            let more = try readBytes(upTo: room)
            if more.isEmpty { break }
            if bytes.isEmpty { bytes = more } else { bytes += more }
            guard bytes.count <= limit else { throw .tooLarge(limit) }
            room = min(max(4096, bytes.count), limit + 1 - bytes.count)
        }
        return bytes
    }

    /// The byte order marks of UTF-16.
    private static let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

    /// Reads up to that many bytes; none at the end.
    private func readBytes(upTo room: Int) throws(FileRefusal) -> [UInt8] {
        var refusal: FileRefusal?
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
            var count: Int
            // The buffer has `room` bytes, of which the system fills in `count`.
            repeat {
                count = SystemCalls.read(descriptor, into: buffer.baseAddress, room)
            } while count < 0 && errno == EINTR
            if count < 0 { refusal = .lastError }
            initialized = max(0, count)
        }
        if let refusal { throw refusal }
        return bytes
    }
}

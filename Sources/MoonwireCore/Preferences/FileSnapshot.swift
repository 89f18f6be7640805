import Foundation
import MoonwireSupport

/// The contents of a preference file, and the identity of the file.
///
/// The file stays open, because then no other file can have its inode number.
struct FileSnapshot {
    /// The largest size of a file, all of which is in memory while it is read.
    static let largest = 64 << 20

    let values: [String: Any]
    private let file: FileDescriptor?
    private let identity: FileIdentity?

    /// Reads the first existing file; without a file there are no values.
    ///
    /// Throws ``PreferenceFileError``.
    init(_ paths: [String]) throws {
        for path in paths {
            guard let file = try Self.open(path) else { continue }
            do {
                // Read first: a write during the read is detected the next time.
                let status = try file.status
                guard status.isRegular else { throw PreferenceFileError.notAFile(path) }
                guard status.st_size <= Self.largest, let bytes = try file.readAll(atMost: Self.largest) else {
                    throw PreferenceFileError.tooLarge(path)
                }
                values = try Self.values(in: bytes, path)
                identity = FileIdentity(path, status)
            } catch let error as SystemError { throw PreferenceFileError.unreadable(path, error) }
            self.file = file
            return
        }
        (values, file, identity) = ([:], nil, nil)
    }

    /// Nil for a file that does not exist.
    private static func open(_ path: String) throws -> FileDescriptor? {
        // A pipe must not block.
        do { return try FileDescriptor(path, O_RDONLY | O_NONBLOCK) } catch let error as SystemError {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw PreferenceFileError.unreadable(path, error)
        }
    }

    /// Whether the files have not changed since this was read.
    func isCurrent(_ paths: [String]) -> Bool { FileIdentity(firstOf: paths) == identity }

    static func values(in bytes: Data, _ path: String) throws -> [String: Any] {
        let list: Any
        do { list = try PropertyListSerialization.propertyList(from: bytes, format: nil) } catch {
            throw PreferenceFileError.corrupt(path)
        }
        guard let values = list as? [String: Any] else { throw PreferenceFileError.corrupt(path) }
        return values
    }
}

/// The identity of a file, which differs for a replacement and after a change.
private struct FileIdentity: Equatable {
    private let path: String
    private let state: FileState

    /// The first of some files that exists.
    init?(firstOf paths: [String]) {
        for path in paths {
            var status = stat()
            if stat(path, &status) == 0 {
                self.init(path, status)
                return
            }
        }
        return nil
    }

    init(_ path: String, _ status: stat) {
        self.path = path
        state = FileState(status)
    }
}

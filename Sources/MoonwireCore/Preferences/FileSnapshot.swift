import Foundation
import MoonwireSupport

/// The contents of a preference file, and what tells whether it is still the same file.
///
/// The file stays open: as long as it does, no other file can have its number.
struct FileSnapshot {
    /// The bytes that a file may have: all of them are in memory while it is read.
    static let largest = 64 << 20

    let values: [String: Any]
    private let file: FileDescriptor?
    private let identity: FileIdentity?

    /// Reads the first of some files that exists; no file is no values. Throws ``PreferenceFileError``.
    init(_ paths: [String]) throws {
        for path in paths {
            guard let file = try Self.open(path) else { continue }
            do {
                // Taken first: what is written while the file is read is noticed the next time.
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
        // A pipe must not keep anybody waiting.
        do { return try FileDescriptor(path, O_RDONLY | O_NONBLOCK) } catch let error as SystemError {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw PreferenceFileError.unreadable(path, error)
        }
    }

    /// Whether the files are as they were when this was read.
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

/// What tells a file apart from one that replaces it, and from itself after a change.
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

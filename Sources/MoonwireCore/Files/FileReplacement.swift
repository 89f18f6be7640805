package import Foundation

/// Replaces the contents of a file in one step: whatever happens, the file has its old contents or its new ones.
///
/// The new contents are written to a temporary file beside it, which then takes its name.
package struct FileReplacement {
    /// The file itself, where a link leads to it.
    private let path: String
    private let temporary: String

    /// - Parameters:
    ///   - path: The file; a link is followed and stays.
    ///   - suffix: Tells temporary files apart where several processes may replace the file at the same time.
    package init(_ path: String, temporarySuffix suffix: String) {
        self.path = path.resolvingLinks
        let (folder, name) = self.path.folderAndName
        temporary = "\(folder)/.\(name).\(suffix)"
    }

    /// Returns when the new contents are on the disk; throws ``SystemError`` otherwise.
    ///
    /// What is not a regular file, a device or a pipe, is written to as it is.
    ///
    /// - Parameter mode: The permissions of a file that does not exist yet.
    package func write(_ bytes: Data, mode: mode_t) throws {
        let former = try formerStatus
        if let former, !former.isRegular {
            return try FileDescriptor(path, O_WRONLY).write(bytes)
        }
        // To replace a file takes no permission to write to it.
        if former != nil { try SystemError.check { access(path, W_OK) } }
        do {
            try writeTemporary(bytes, like: former, mode: mode)
            try SystemError.check { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try FileDescriptor(path.folderAndName.folder, O_RDONLY | O_DIRECTORY).synchronize()
    }

    private func writeTemporary(_ bytes: Data, like former: stat?, mode: mode_t) throws {
        // What a process that was killed has left is no use to anybody.
        unlink(temporary)
        let file = try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        if let former { try file.adopt(former) }
        try file.write(bytes)
        try file.synchronize()
    }

    private var formerStatus: stat? {
        get throws {
            var status = stat()
            do { try SystemError.check { stat(path, &status) } } catch let error as SystemError {
                if error.code == ENOENT { return nil }
                throw error
            }
            return status
        }
    }
}

extension String {
    /// The path without symbolic links, if the file exists and Swift can write its path down: in UTF-8.
    var resolvingLinks: String {
        guard let resolved = realpath(self, nil) else { return self }
        defer { free(resolved) }
        return String(validatingCString: resolved) ?? self
    }

    /// The folder of a path, and the name in it.
    fileprivate var folderAndName: (folder: String, name: String) {
        guard let slash = lastIndex(of: "/") else { return (".", self) }
        let folder = self[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(self[index(after: slash)...]))
    }
}

/// Replaces the contents of a file in one step: whatever happens, the file has its old contents or its new ones.
///
/// The new contents are written to a temporary file beside it, which then takes its name.
package struct FileReplacement {
    /// The file itself, where a link leads to it.
    private let path: String
    private let temporary: String
    private let synchronizeFolder: (FileDescriptor) throws -> Void

    /// - Parameters:
    ///   - path: The file; a link is followed and stays.
    ///   - suffix: Tells temporary files apart where several processes may replace the file at the same time.
    ///   - synchronizeFolder: Returns when the folder is on the disk, and with it the name of the file.
    package init(
        _ path: String, temporarySuffix suffix: String,
        synchronizeFolder: @escaping (FileDescriptor) throws -> Void = { try $0.synchronize() }
    ) {
        self.synchronizeFolder = synchronizeFolder
        self.path = path.resolvingLinks
        let (folder, name) = self.path.folderAndName
        temporary = "\(folder)/.\(name).\(suffix)"
    }

    /// Returns when the new contents are on the disk, under the name of the file.
    ///
    /// Throws ``SystemError`` when the file keeps its old contents, and ``UnconfirmedReplacement`` when it has its new ones,
    /// but the system does not say that the folder is on the disk too: after a loss of power it may have the old ones.
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
        // A folder that cannot be opened is an error while nothing has changed.
        let folder = try FileDescriptor(path.folderAndName.folder, O_RDONLY | O_DIRECTORY)
        do {
            try writeTemporary(bytes, like: former, mode: mode)
            try SystemError.check { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
        do { try synchronizeFolder(folder) } catch let error as SystemError {
            // Some file systems have no folders to synchronize.
            if error.code != EINVAL { throw UnconfirmedReplacement(reason: error) }
        }
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

/// The file was replaced, but may have its old contents again after a loss of power.
package struct UnconfirmedReplacement: Error {
    package let reason: SystemError
}

extension String {
    /// The path without symbolic links, if Swift can write it down: in UTF-8. A link to a file that does not exist leads to
    /// where it would be.
    package var resolvingLinks: String {
        var path = self
        var status = stat()
        // What exists, and has no path, is what it is: a pipe that `/dev/stdout` stands for.
        let exists = stat(self, &status) == 0
        for _ in 0..<String.mostLinks {
            if let resolved = realpath(path, nil) {
                defer { free(resolved) }
                return String(validatingCString: resolved) ?? self
            }
            guard !exists, let target = path.linkTarget else { return path }
            path = target.hasPrefix("/") ? target : "\(path.folderAndName.folder)/\(target)"
        }
        return self
    }

    /// As many links as the system follows.
    private static var mostLinks: Int { 40 }

    /// Where a symbolic link leads; nil for anything else.
    private var linkTarget: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: self)
    }

    /// The folder of a path, and the name in it.
    fileprivate var folderAndName: (folder: String, name: String) {
        guard let slash = lastIndex(of: "/") else { return (".", self) }
        let folder = self[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(self[index(after: slash)...]))
    }
}

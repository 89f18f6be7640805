/// Replaces the contents of a file in one step: whatever happens, the file has its old contents or its new ones.
///
/// The new contents are written to a temporary file next to it, which is then renamed.
package struct FileReplacement {
    /// The file itself, if a link leads to it.
    private let path: String
    private let temporary: String
    private let synchronizeFolder: (FileDescriptor) throws -> Void

    /// - Parameters:
    /// - path: The file; a link is followed and stays.
    /// - suffix: Distinguishes temporary files if several processes may replace the file at the same time.
    /// - synchronizeFolder: Flushes the folder, and with it the name of the file, to the disk.
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
    /// Throws ``SystemError`` if the file keeps its old contents, and ``UnconfirmedReplacement`` if it has its new ones, but the
    /// system does not confirm that the folder is on the disk: after a loss of power it may have the old ones.
    ///
    /// Anything but a regular file, such as a device or a pipe, is written in place.
    ///
    /// `mode` contains the permissions for a file that does not exist yet.
    package func write(_ bytes: Data, mode: mode_t) throws {
        let former = try formerStatus
        if let former, !former.isRegular {
            return try FileDescriptor(path, O_WRONLY).write(bytes)
        }
        // Replacing a file requires no permission to write to it.
        if former != nil { try SystemError.check { access(path, W_OK) } }
        // A folder that cannot be opened is an error before anything changes.
        let folder = try FileDescriptor(path.folderAndName.folder, O_RDONLY | O_DIRECTORY)
        do {
            try writeTemporary(bytes, like: former, mode: mode)
            try SystemError.check { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
        do { try synchronizeFolder(folder) } catch let error as SystemError {
            // Some file systems cannot synchronize folders.
            if error.code != EINVAL { throw UnconfirmedReplacement(reason: error) }
        }
    }

    private func writeTemporary(_ bytes: Data, like former: stat?, mode: mode_t) throws {
        // The temporary file of a killed process is useless.
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
    /// The path without symbolic links, if Swift can represent it: in UTF-8.
    ///
    /// A link to a file that does not exist leads to where it would be.
    package var resolvingLinks: String {
        var path = self
        var status = stat()
        // Something that exists without a path is used as it is: a pipe behind `/dev/stdout`.
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

    /// The number of links that the system follows.
    private static var mostLinks: Int { 40 }

    /// The target of a symbolic link; nil for anything else.
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

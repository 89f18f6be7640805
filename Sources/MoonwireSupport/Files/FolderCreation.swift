/// Creates a folder and those that lead to it, for the owner alone.
package struct FolderCreation {
    private let synchronizeParent: (FileDescriptor) throws -> Void

    /// - Parameter synchronizeParent: Flushes a folder, and with it the name of a new folder in it, to the disk.
    package init(synchronizeParent: @escaping (FileDescriptor) throws -> Void = { try $0.synchronize() }) {
        self.synchronizeParent = synchronizeParent
    }

    /// Returns when the folders exist, and the names of the new ones are on the disk; throws ``SystemError``.
    package func make(_ path: String) throws {
        var status = stat()
        if stat(path, &status) == 0 { return }
        let parentPath = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard parentPath != path else { return }
        try make(parentPath)
        // Opened first, so that a folder that cannot be opened is an error before anything changes.
        let parent = try FileDescriptor(parentPath, O_RDONLY | O_DIRECTORY)
        do { try SystemError.check { mkdir(path, 0o700) } } catch let error as SystemError {
            // Another process may have created it, but possibly has not synchronized the parent yet.
            if error.code != EEXIST { throw error }
        }
        do { try synchronizeParent(parent) } catch let error as SystemError {
            // Some file systems cannot synchronize folders.
            if error.code != EINVAL { throw error }
        }
    }
}

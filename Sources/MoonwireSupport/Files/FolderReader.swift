/// Reads files of a confined folder one after another; those in the same folder share the steps to it.
///
/// The steps are looked at before the folder is opened, and their states are part of each record. If something has been exchanged
/// since, the comparison of the records notices it.
package final class FolderReader: Sendable {
    /// The folder of the file that was read last.
    private struct Last {
        let path: String
        let walk: PathWalk
        let folder: OpenedFolder
    }

    private let root: ConfinedFolder
    private let last = Lock<Last?>(nil)

    package init(_ root: ConfinedFolder) { self.root = root }

    /// Reads the file at an absolute path; nothing is read of a file that exceeds the limit.
    package func record(reading path: String, limit: Int) -> FileRecord {
        guard let (folder, name) = PathWalks.parts(of: path), let last = opened(folder) else {
            return FileRecord(reading: path, in: root, limit: limit)
        }
        return FileRecord(reading: path, limit: limit, along: last.walk.continued(to: name)) { () throws(FileRefusal) in
            // A link, or what is no file, is opened step by step.
            if let file = last.folder.open(name) { return file }
            return try root.open(path)
        }
    }

    /// Closes the folder; a later read opens it again.
    package func close() { replaceLast(by: nil) }

    private func opened(_ path: String) -> Last? {
        if let known = last.withLock({ $0 }), known.path == path { return known }
        let walk = PathWalk(toFolder: path)
        guard let folder = root.opened(path) else { return nil }
        let opened = Last(path: path, walk: walk, folder: folder)
        replaceLast(by: opened)
        return opened
    }

    private func replaceLast(by next: Last?) {
        let former = last.withLock { last in
            defer { last = next }
            return last
        }
        // Closes its descriptors, outside of the lock.
        withExtendedLifetime(former) {}
    }
}

import MoonwireCore
import MoonwireSupport

/// The folder that scripts may read from; no name leads out of it, not even by way of a symbolic link.
struct ScriptRoot {
    /// The folder as the application named it.
    let folder: String
    /// The folder for scripts whose names have no folder, such as texts.
    private let base: String
    private let workingFolder: String
    private let limit: Int
    private let confined: ConfinedFolder
    private let reader: FolderReader
    /// The texts that files had, by path; other files are read.
    private let texts: [String: String?]

    /// Opens the folder with that path, which is relative to `workingFolder`.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - workingFolder: The working directory at the first load.
    ///   - limit: The largest number of bytes that a file may have.
    ///   - base: The folder of scripts whose names have none.
    ///   - texts: The texts that files had, by path, and that are not read again.
    /// - Throws: ``FileRefusal`` if it does not exist.
    init(
        _ path: String, in workingFolder: String, limit: Int, base: String = "", texts: [String: String?] = [:]
    ) throws(FileRefusal) {
        confined = try ConfinedFolder(WorkingFolder.absolute(path, in: workingFolder))
        reader = FolderReader(confined)
        folder = path
        self.base = base
        self.workingFolder = workingFolder
        self.limit = limit
        self.texts = texts
    }

    /// The file with that name in `folder`, which is inside the root.
    func read(_ name: String, in folder: String) throws(FileRefusal) -> FileRecord {
        guard Self.isRelative(name) else { throw .notRelative }
        let path = path(name, in: folder)
        if case let text?? = texts[path] { return FileRecord(remembering: text, of: path) }
        return reader.record(reading: path, limit: limit)
    }

    /// Closes what is open for reading.
    func endReading() { reader.close() }

    /// Where a file was looked for that does not exist.
    ///
    /// `rename` returns the path to write for a file with that name in the same folder.
    func search(for name: String, in folder: String, rename: (String) -> String) -> MissingFile {
        MissingFile(path(name, in: folder), in: confined, rename: rename)
    }

    private func path(_ name: String, in folder: String) -> String {
        WorkingFolder.absolute(folder.isEmpty ? name : folder + "/" + name, in: workingFolder)
    }

    /// The folder to which the names of files in this script are relative.
    func folder(ofScript name: String) -> String {
        let folder = Self.folder(of: name)
        return folder.isEmpty ? base : folder
    }

    /// The folder part of a path; empty when it has none.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func isRelative(_ name: String) -> Bool {
        guard !name.utf8.contains(0), !name.contains("\\") else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { step in
            !step.isEmpty && step != ".." && step != "."
        }
    }
}

import MoonwireCore
import MoonwireSupport

/// The folder that scripts may read from; no name leads out of it, not even by way of a symbolic link.
struct ScriptRoot {
    /// The folder as the application named it.
    let folder: String
    private let workingFolder: String
    private let limit: Int
    private let confined: ConfinedFolder

    /// The folder with that path; throws when there is none.
    ///
    /// - Parameters:
    ///   - workingFolder: What relative paths count from.
    ///   - limit: Bytes of one file.
    init(_ path: String, in workingFolder: String, limit: Int) throws(FileRefusal) {
        confined = try ConfinedFolder(WorkingFolder.absolute(path, in: workingFolder))
        folder = path
        self.workingFolder = workingFolder
        self.limit = limit
    }

    /// The file with that name, which lies in `folder` inside the root.
    func read(_ name: String, in folder: String) throws(FileRefusal) -> FileRecord {
        guard Self.isRelative(name) else { throw .notRelative }
        let path = WorkingFolder.absolute(folder.isEmpty ? name : folder + "/" + name, in: workingFolder)
        return FileRecord(reading: path, in: confined, limit: limit)
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

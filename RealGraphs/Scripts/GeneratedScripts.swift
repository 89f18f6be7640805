import Foundation

/// Scripts that describe a graph, and what they need.
struct GeneratedScripts: Sendable {
    /// The text of each file by its path, the main script first.
    var files: [(path: String, text: String)] = []
    var types = RecordedTypes()
    /// The ids that the application supplies.
    var outsideIds: [String] = []
    var remarks = Remarks()

    /// The main script, which includes the others.
    static let main = "container.lua"
    /// The script that declares what the graph does not define.
    static let outside = "outside.lua"

    /// Writes the files to a folder.
    func write(to folder: String) throws {
        for (path, text) in files {
            let file = URL(filePath: folder).appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }
}

/// What scripts cannot express, or express in another way, with the ids that it concerns.
struct Remarks: Sendable, CustomStringConvertible {
    private(set) var ids: [String: [String]] = [:]

    mutating func add(_ reason: String, _ id: String) { ids[reason, default: []].append(id) }

    mutating func add(_ remarks: Remarks) { ids.merge(remarks.ids) { $0 + $1 } }

    /// A line for each reason with the number of ids and the first of them.
    var description: String {
        ids.sorted { $0.key < $1.key }.map { reason, ids in
            let shown = ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? ", …" : "")
            return "\(ids.count)  \(reason): \(shown)\n"
        }.joined()
    }
}

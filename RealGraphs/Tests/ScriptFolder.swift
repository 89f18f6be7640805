import Foundation

/// A folder with the scripts of a graph, which a test may change; it is removed with the object.
final class ScriptFolder {
    let path: String

    init(_ scripts: GeneratedScripts) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "real-graph-\(UUID().uuidString)").path
        try scripts.write(to: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path).appending(path: file))
    }

    func text(of file: String) throws -> String {
        try String(contentsOf: URL(filePath: path).appending(path: file), encoding: .utf8)
    }

    /// Replaces a string that the file contains once.
    func replace(_ old: String, with new: String, in file: String) throws {
        let text = try text(of: file)
        guard text.components(separatedBy: old).count == 2 else {
            throw GraphError("\(file) does not contain this once: \(old)")
        }
        try write(text.replacingOccurrences(of: old, with: new), to: file)
    }
}

/// The files of this package.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
}

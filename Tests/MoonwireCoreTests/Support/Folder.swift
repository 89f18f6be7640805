import Foundation

/// A folder for the files of one test, removed with it; its path has no links.
final class Folder: Sendable {
    let path: String

    init() throws {
        let made = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        path = made.resolvingSymlinksInPath().path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { path + "/" + name }

    func make(_ name: String) {
        try? FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Writes in place, as long as the file is there.
    func write(_ text: String, _ name: String) {
        make((name as NSString).deletingLastPathComponent)
        try? Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    func link(_ name: String, to target: String) { _ = symlink(target, path(name)) }

    func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

    func move(_ name: String, to other: String) { _ = rename(path(name), path(other)) }
}

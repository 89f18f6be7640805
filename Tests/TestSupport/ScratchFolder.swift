package import Foundation

/// A folder for the files of one test, which is deleted afterward; its path has no links.
package final class ScratchFolder: Sendable {
    package let path: String

    /// Creates a folder in the one for temporary files, or in another one.
    package init(in parent: URL = FileManager.default.temporaryDirectory) {
        let made = parent.appending(path: "moonwire-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        path = made.resolvingSymlinksInPath().path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func path(_ name: String) -> String { path + "/" + name }

    /// Its contents, sorted.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    package func make(_ name: String) {
        try? FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Writes in place if the file exists.
    package func write(_ text: String, to name: String) {
        make((name as NSString).deletingLastPathComponent)
        try? Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    package func link(_ name: String, to target: String) { _ = symlink(target, path(name)) }

    package func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

    package func move(_ name: String, to other: String) { _ = rename(path(name), path(other)) }
}

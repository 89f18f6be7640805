import Foundation

/// A folder for the files of one test, removed with it.
final class Scratch: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")

    func write(_ text: String, _ name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

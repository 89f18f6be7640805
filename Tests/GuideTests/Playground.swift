import Foundation
import Testing

/// A folder with the files of a guide, gone after the test.
///
/// Guides name files relative to the working directory, which belongs to the whole process: code that does so enters the folder in
/// a process of its own.
nonisolated final class Playground: Sendable {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "moonwire-guide-\(UUID().uuidString)").path
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws { try replaceFile("\(path)/\(name)", with: text) }
}

/// Writes a file as editors do: another one is renamed to it.
nonisolated func replaceFile(_ path: String, with text: String) throws {
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
}

/// Makes a folder the working directory of this process.
nonisolated func enter(_ folder: String) throws {
    try #require(FileManager.default.changeCurrentDirectoryPath(folder))
}

/// Runs code of a guide that is not asynchronous.
nonisolated func synchronously(_ body: () throws -> Void) rethrows { try body() }

/// What a process wrote, without the line break at its end.
nonisolated func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self).trimmingCharacters(in: .newlines)
}

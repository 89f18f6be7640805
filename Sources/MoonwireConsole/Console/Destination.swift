import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The destination of a command's result: a file, or the output of the console.
struct Destination {
    static let option = Option("--output", .file, help: "write into this file")

    private let file: String?
    private let output: Console.Output

    /// Throws ``UsageError`` if the file is a script, which the result would replace.
    init(_ options: Options, _ output: Console.Output) throws {
        file = options.value(Self.option.name)
        if let file, file.hasSuffix(".lua") { throw UsageError.scriptAsOutput(file) }
        self.output = output
    }

    var isFile: Bool { file != nil }

    /// Throws ``UnwritableFile`` when the file cannot be written; it has its former contents then, unless the disk fails.
    func write(_ text: String) throws {
        guard let file else { return output.write(text) }
        try Self.replace(file, with: "\(text.withVisibleControls)\n")
    }

    /// Creates the folders that lead to a file; throws ``UnwritableFile``.
    static func createFolder(of file: String) throws {
        do { try createFolder((file as NSString).deletingLastPathComponent) } catch let error as SystemError {
            throw UnwritableFile(path: file, reason: error)
        }
    }

    private static func createFolder(_ folder: String) throws {
        if folder.isEmpty || mkdir(folder, 0o777) == 0 { return }
        let error = SystemError.last
        // If what exists is not a folder, opening the file fails.
        if FileManager.default.fileExists(atPath: folder) { return }
        let parent = (folder as NSString).deletingLastPathComponent
        guard error.code == ENOENT, parent != folder else { throw error }
        try createFolder(parent)
        if mkdir(folder, 0o777) != 0, errno != EEXIST { throw SystemError.last }
    }

    /// Throws ``UnwritableFile``.
    static func replace(_ file: String, with text: String) throws {
        do {
            // Another process may write the same file.
            let replacement = FileReplacement(file, temporarySuffix: "\(ProcessInfo.processInfo.processIdentifier)")
            try replacement.write(Data(text.utf8), mode: 0o666)
        } catch let error as SystemError {
            throw UnwritableFile(path: file, reason: error)
        } catch let error as UnconfirmedReplacement {
            throw UnwritableFile(path: file, reason: error.reason)
        }
    }
}

/// A file that a command could not write.
struct UnwritableFile: Error {
    let path: String
    let reason: SystemError
}

import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The destination of a command's result: a file, or the output of the console.
struct Destination {
    static let option = Option("--output", .file, help: "write into this file")

    private let file: String?
    private let output: Console.Output

    init(_ options: Options, _ output: Console.Output) {
        file = options.value(Self.option.name)
        self.output = output
    }

    var isFile: Bool { file != nil }

    /// Throws ``UnwritableFile`` when the file cannot be written; it has its former contents then, unless the disk fails.
    func write(_ text: String) throws {
        guard let file else { return output.write(text) }
        try Self.replace(file, with: "\(text.withVisibleControls)\n")
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

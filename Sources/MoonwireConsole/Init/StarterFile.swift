import Foundation
import MoonwireSupport

/// A file of a new package, or one that an existing package gets; a file that exists is never replaced.
struct StarterFile {
    /// The path inside the package.
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    /// Returns false if the file exists; throws ``UnwritableFile``.
    func write(to folder: String) throws -> Bool {
        let path = folder + "/" + name
        try Destination.createFolder(of: path)
        // The name appears with the whole text, or not at all.
        let temporary = "\(path).\(UUID().uuidString)"
        defer { unlink(temporary) }
        do {
            try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666).write(Data(text.utf8))
            // A link counts as a file, wherever it leads.
            try SystemError.check { link(temporary, path) }
        } catch let error as SystemError {
            if error.code == EEXIST { return false }
            throw UnwritableFile(path: path, reason: error)
        }
        return true
    }
}

extension [StarterFile] {
    /// Writes the files that do not exist, and names each.
    func write(to folder: String, _ output: Console.Output) throws {
        for file in self {
            let isWritten = try file.write(to: folder)
            output.write(isWritten ? "wrote \(file.name)" : "\(file.name) exists, and is left unchanged")
        }
    }
}

import Foundation

/// The file with the exposures of a target.
struct GeneratedFile {
    let url: URL
    /// Nil if there is no file.
    let text: String?

    /// The file of a target whose sources are in a folder.
    static func url(in folder: URL) -> URL { folder.appending(path: "Exposures.swift") }

    /// Reads the file; throws ``Mistake`` for a file that is not generated.
    init(in folder: URL) throws {
        url = Self.url(in: folder)
        guard FileManager.default.fileExists(atPath: url.path) else {
            text = nil
            return
        }
        let text: String
        do {
            text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        } catch {
            throw Mistake.unreadable(url.path, error.localizedDescription)
        }
        guard text.hasPrefix(GeneratedText.mark) else { throw Mistake.notGenerated(url.path) }
        self.text = text
    }

    /// Replaces the file in one step, so that another process sees the old file or the new one.
    func replace(by text: String) throws {
        do {
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw Mistake.unwritable(url.path, error.localizedDescription)
        }
    }
}

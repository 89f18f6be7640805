import Foundation
import MoonwireSupport

/// A file that the command writes.
struct GeneratedFile {
    let url: URL
    /// Nil if there is no file.
    let text: String?

    /// The file with the exposures of a target whose sources are in a folder.
    static func exposures(in folder: URL) -> URL { folder.appending(path: "Exposures.swift") }

    /// The file with the keys of the scripts of a target.
    static func keys(in folder: URL) -> URL { folder.appending(path: "Keys.swift") }

    /// Reads the file; throws ``Mistake`` for a file that does not begin with the mark of generated files.
    init(_ url: URL, mark: String = GeneratedText.mark) throws {
        self.url = url
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
        guard text.hasPrefix(mark) else { throw Mistake.notGenerated(url.path) }
        self.text = text
    }

    /// Replaces the file in one step: another process sees the old file or the new one, and a process that is killed leaves one of both.
    func replace(by text: String) throws {
        do {
            try FileReplacement(url.path, temporarySuffix: "new").write(Data(text.utf8), mode: 0o666)
        } catch let error as UnconfirmedReplacement {
            throw Mistake.unwritable(url.path, "\(error.reason)")
        } catch {
            throw Mistake.unwritable(url.path, "\(error)")
        }
    }

    /// The number of the first line that differs from another text; nil if there is no file.
    func firstDifference(_ other: String) -> Int? {
        guard let text else { return nil }
        let (one, other) = (
            text.split(separator: "\n", omittingEmptySubsequences: false),
            other.split(separator: "\n", omittingEmptySubsequences: false)
        )
        return (zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(one.count, other.count)) + 1
    }
}

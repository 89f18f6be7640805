import Foundation
import MoonwireCore
import MoonwireSupport
import Testing

/// A file with which a test compares a wiring.
struct GoldenFile {
    /// The variable that turns recording on.
    static let variable = "MOONWIRE_RECORD"
    /// In bytes.
    private static let largest = 64 << 20

    private let path: String
    private let isRecording: Bool

    /// - Parameters:
    /// - path: The file; a relative path starts at the folder of the test's source file.
    /// - isRecording: Whether the file is written, although the variable is not set.
    init(_ path: String, beside location: SourceLocation, isRecording: Bool, _ variables: EnvironmentVariables) {
        let folder = URL(filePath: location.filePath).deletingLastPathComponent()
        self.path = URL(filePath: path, relativeTo: folder).standardizedFileURL.path
        let value = variables[Self.variable] ?? ""
        self.isRecording = isRecording || !["", "0"].contains(value)
    }

    /// Compares a wiring with the file, or records it; each result but equality is an issue.
    func check(_ wiring: WiringText, sourceLocation: SourceLocation) {
        if isRecording {
            Issue.record(record(wiring.text), sourceLocation: sourceLocation)
            return
        }
        let stored: String
        do { stored = try contents } catch {
            let isMissing = error as? SystemError == SystemError(code: ENOENT)
            let comment = isMissing ? Comment.missingFile(path) : .unreadableFile(path, error)
            Issue.record(comment, sourceLocation: sourceLocation)
            return
        }
        if stored == wiring.text { return }
        let difference = wiring.difference(from: WiringText(stored))
        let name = URL(filePath: path).lastPathComponent + ".diff"
        Attachment.record(difference.joined(separator: "\n") + "\n", named: name, sourceLocation: sourceLocation)
        Issue.record(.differs(from: path, difference, attachment: name), sourceLocation: sourceLocation)
    }

    private var contents: String {
        get throws {
            guard let data = try FileDescriptor(path, O_RDONLY).readAll(atMost: Self.largest) else {
                throw SystemError(code: EFBIG)
            }
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// Writes the file, and returns the comment on it.
    private func record(_ text: String) -> Comment {
        let folder = URL(filePath: path).deletingLastPathComponent()
        // If this fails, so does writing the file.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644).write(Data(text.utf8))
            return .recorded(path)
        } catch {
            return .unwritableFile(path, error)
        }
    }
}

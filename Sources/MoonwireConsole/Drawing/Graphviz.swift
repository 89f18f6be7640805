import Foundation

/// The program that renders graphs as images.
struct Graphviz {
    private let program: URL

    /// Finds `dot` in the folders of a `PATH`; nil if it is not installed.
    init?(path: String?) {
        let folders = (path ?? "").split(separator: ":")
        let programs = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("dot") }
        guard let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            return nil
        }
        self.program = program
    }

    /// An error with the message of the program.
    struct Failure: Error {
        let message: String
    }

    /// The image of a graph; throws ``Failure``.
    func svg(of text: String) throws -> String {
        // Files instead of pipes, because a pipe could fill up while the other one is read.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["input", "output", "complaints"].map(folder.appendingPathComponent)
        try Data(text.utf8).write(to: files[0])
        let status = try run(["-Tsvg", "-o", files[1].path, files[0].path], complaints: files[2])
        guard status == 0, let picture = FileManager.default.contents(atPath: files[1].path) else {
            let complaints = FileManager.default.contents(atPath: files[2].path) ?? Data()
            let said = String(decoding: complaints, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            throw Failure(message: said.isEmpty ? "it ended with status \(status)" : said)
        }
        return String(decoding: picture, as: UTF8.self)
    }

    private func run(_ arguments: [String], complaints: URL) throws -> Int32 {
        try Data().write(to: complaints)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: complaints)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

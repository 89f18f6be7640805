import Foundation
import Testing

/// The example's executable, which is beside the tests.
struct Program {
    struct Result {
        let output: String
        let errors: String
        let status: Int32
    }

    let process = Process()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "almanac-run-\(UUID().uuidString)")

    init(_ arguments: [String], in directory: String) throws {
        try self.init(try Self.executable(), arguments, in: directory)
    }

    init(_ executable: URL, _ arguments: [String], in directory: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: directory)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.file(folder.appending(path: "output"))
        process.standardError = try Self.file(folder.appending(path: "errors"))
    }

    /// The program's output so far.
    var output: String { text("output") }
    var errors: String { text("errors") }

    /// Runs the program to its end.
    func run() async throws -> Result {
        defer { clean() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Result(output: output, errors: errors, status: process.terminationStatus)
    }

    func clean() { try? FileManager.default.removeItem(at: folder) }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private static func executable() throws -> URL {
        let products = Bundle.main.bundleURL
        let candidates = [products, products.deletingLastPathComponent()].map { $0.appending(path: "almanac") }
        return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }
}

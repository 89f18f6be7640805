import Foundation
import Testing

/// The example's executable, which is beside the tests.
final class Program: Sendable {
    private let process = Process()
    private let folder: Folder
    private let log: String

    /// Starts it.
    convenience init(
        _ arguments: [String], in folder: Folder, _ variables: [String: String] = Folder.variables
    ) throws {
        try self.init(Self.executable(), arguments, in: folder, variables)
    }

    /// Starts another program.
    init(
        _ executable: URL, _ arguments: [String], in folder: Folder, _ variables: [String: String] = Folder.variables
    ) throws {
        self.folder = folder
        log = "\(folder.path)/log-\(UUID().uuidString)"
        try Data().write(to: URL(filePath: log))
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: log))
        process.standardError = process.standardOutput
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Its output so far.
    var output: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    var isRunning: Bool { process.isRunning }

    var status: Int32 { process.terminationStatus }

    /// The number of its process.
    var number: Int32 { process.processIdentifier }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until it listens.
    func port() async throws -> Int {
        try await wait { output.contains("listening at") || !process.isRunning }
        let match = try #require(output.firstMatch(of: /listening at http:\/\/127.0.0.1:([0-9]+)/), "\(output)")
        return try #require(Int(match.1))
    }

    func end() async throws { try await wait { !process.isRunning } }

    static func executable() throws -> URL {
        let products = Bundle.main.bundleURL
        let candidates = [products, products.deletingLastPathComponent()].map { $0.appending(path: "relay") }
        return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }
}

import Foundation
import Testing

@testable import RelayParts

/// The package of the program, made by `scripts/package`.
struct DebianPackage: Sendable {
    let folder = Folder()
    let path: String

    /// Whether a command is on this machine.
    static func has(_ command: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(command)") }
    }

    /// Makes the package of the program that is beside the tests.
    init() async throws {
        let script = URL(filePath: Relay.script).deletingLastPathComponent().appending(path: "../../scripts/package")
        let command = try [
            script.standardized.path, "relay", "--binary", Program.executable().path, "--output", folder.path,
            "--compression", "none",
        ]
        let output = try await Self.run(command, in: folder)
        path = try #require(output.split(separator: "\n").last.map(String.init))
    }

    /// Writes its files below a folder.
    func extract(to root: String) async throws { try await Self.run(["dpkg-deb", "-x", path, root], in: folder) }

    /// A file of its description, such as "control".
    func file(_ name: String) async throws -> String {
        try await Self.run(["dpkg-deb", "-I", path, name], in: folder)
    }

    /// The output of a command, which must succeed.
    @discardableResult static func run(_ command: [String], in folder: Folder) async throws -> String {
        let program = try Program(URL(filePath: "/usr/bin/env"), command, in: folder)
        try await program.end()
        try #require(program.status == 0, "\(program.output)")
        return program.output
    }
}

import Foundation

/// The commands of the package manager for the package in a folder.
struct PackageManager {
    let folder: String
    /// The program `swift`; `env` finds it in the folders of `PATH`.
    let program: [String]

    init(folder: String, program: [String] = ["/usr/bin/env", "swift"]) {
        self.folder = folder
        self.program = program
    }

    /// An error with the message of the package manager.
    struct Failure: Error {
        let message: String
    }

    /// The package, as the package manager understands its manifest; throws ``Failure``.
    func description() throws -> PackageDescription {
        let data = try run(["describe", "--type", "json"])
        // Messages about the manifest precede the result.
        guard let start = data.firstIndex(of: UInt8(ascii: "{")),
            let package = try? JSONDecoder().decode(PackageDescription.self, from: data[start...])
        else { throw Failure(message: "`swift package describe` printed no package") }
        return package
    }

    /// Throws ``Failure`` if the manifest is not one that the package manager can edit.
    func edit(_ arguments: [String]) throws { _ = try run(arguments) }

    private func run(_ arguments: [String]) throws -> Data {
        // Files instead of pipes, because a pipe could fill up while the other one is read. The build folder is not that of the
        // package, whose lock a build may hold.
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("moonwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let files = try ["output", "complaints"].map { name in
            let file = scratch.appendingPathComponent(name)
            try Data().write(to: file)
            return try FileHandle(forUpdating: file)
        }
        let process = Process()
        process.executableURL = URL(filePath: program[0])
        process.arguments = program.dropFirst() + ["package", "--scratch-path", scratch.path + "/build"] + arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = files[0]
        process.standardError = files[1]
        do { try process.run() } catch { throw Failure(message: "swift cannot be started: \(error)") }
        process.waitUntilExit()
        let texts = try files.map { file in
            try file.seek(toOffset: 0)
            return try file.readToEnd() ?? Data()
        }
        guard process.terminationStatus == 0 else {
            let reason = String(decoding: texts[1], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            let isSilent = reason.isEmpty
            throw Failure(message: isSilent ? "swift package ended with status \(process.terminationStatus)" : reason)
        }
        return texts[0]
    }
}

/// A package, as `swift package describe` prints it.
struct PackageDescription: Decodable {
    struct Target: Decodable {
        let name: String
        /// The name of the target as sources import it.
        let module: String
        let type: String
        /// The folder of its sources, relative to that of the package.
        let path: String
        private let productDependencies: [String]?
        private let targetDependencies: [String]?

        private enum CodingKeys: String, CodingKey {
            case name, type, path
            case module = "c99name"
            case productDependencies = "product_dependencies"
            case targetDependencies = "target_dependencies"
        }

        func dependsOn(product: String) -> Bool { productDependencies?.contains(product) == true }
        func dependsOn(target: String) -> Bool { targetDependencies?.contains(target) == true }
    }

    struct Dependency: Decodable {
        let identity: String
    }

    struct Platform: Decodable {
        let name: String
        let version: String
    }

    let targets: [Target]
    let dependencies: [Dependency]
    let platforms: [Platform]
}

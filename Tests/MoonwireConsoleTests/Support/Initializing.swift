import Foundation
import MoonwireConsole

/// A folder with a clone of Moonwire, as far as `init` looks at it, and the packages that it makes.
struct Initializing {
    let folder: Folder
    private let swift: [String]

    /// Creates the folder; `swift` is a shell script instead of the program of that name.
    init(_ files: KeyValuePairs<String, String> = [:], swift script: String? = nil) throws {
        folder = try Folder(files)
        try folder.write("", to: "Moonwire/Package.swift")
        try folder.write("", to: "Moonwire/Sources/Moonwire/Container.swift")
        swift = script.map { ["/bin/sh", "-c", $0] } ?? ["/usr/bin/env", "swift"]
    }

    /// Runs `init` with these arguments after those that name folders; the transcript names them without the folder.
    func run(_ arguments: String..., in package: String? = nil, into: String? = nil, clone: Bool = true) -> Transcript {
        let command = InitCommand(clone: clone ? folder.file("Moonwire") : nil, swift: swift)
        let folders = (package.map { [folder.file($0)] } ?? []) + (into.map { ["--into", folder.file($0)] } ?? [])
        let console = Console(program: "moonwire", commands: [command])
        return Transcript(of: console, ["init"] + folders + arguments).without(folder.path + "/")
    }

    func text(of file: String) throws -> String { try String(contentsOfFile: folder.file(file), encoding: .utf8) }

    func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(file)) }
}

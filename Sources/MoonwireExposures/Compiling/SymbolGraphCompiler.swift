import Foundation

/// Lets the compiler describe the declarations of a module.
///
/// The generated file is not compiled, and neither are the bodies of functions, so the declarations can be read whatever state the
/// generated file is in.
struct SymbolGraphCompiler {
    let compilation: Compilation
    let module: String
    /// The folder for what the compiler writes.
    let folder: URL

    /// The symbol graph of the module; throws ``Failure`` if it does not compile.
    func run(leavingOut generated: URL) throws -> SymbolGraph {
        let files = FileManager.default
        try? files.removeItem(at: folder)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let stub = folder.appending(path: "Stub.swift")
        try Data(Self.stub.utf8).write(to: stub)
        let sources = compilation.sources.filter {
            !Self.isSame($0, generated) && files.fileExists(atPath: $0)
        }
        let list = folder.appending(path: "sources")
        try Data((sources + [stub.path]).map { "\"\($0)\"\n" }.joined().utf8).write(to: list)
        try compile(options + ["@\(list.path)"])
        return try SymbolGraph(json: Data(contentsOf: folder.appending(path: "\(module).symbols.json")))
    }

    /// The compiler reported errors.
    struct Failure: Error {
        let output: String
    }

    private var options: [String] {
        compilation.options + [
            "-suppress-warnings", "-wmo", "-emit-module", "-emit-module-path",
            folder.appending(path: "\(module).swiftmodule").path,
            "-emit-symbol-graph", "-emit-symbol-graph-dir", folder.path, "-symbol-graph-minimum-access-level",
            "private",
            "-symbol-graph-skip-synthesized-members", "-Xfrontend", "-experimental-skip-all-function-bodies",
        ]
    }

    private func compile(_ arguments: [String]) throws {
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = URL(filePath: compilation.arguments.first ?? "swiftc")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus != 0 else { return }
        throw Failure(output: String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self))
    }

    private static func isSame(_ path: String, _ file: URL) -> Bool {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
            == file.standardizedFileURL.resolvingSymlinksInPath()
    }

    /// Replaces the generated file: each type that conforms to `Exposed` has an exposure.
    private static let stub = """
        public import Moonwire

        extension Exposed {
            public nonisolated static var exposure: Exposure { fatalError() }
        }

        public enum Exposures {
            public nonisolated static var all: [any Exposed.Type] { [] }
        }

        """
}

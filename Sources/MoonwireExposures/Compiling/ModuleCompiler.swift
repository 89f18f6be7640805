import Foundation

/// Lets the compiler read the declarations of a module.
///
/// The bodies of functions are not compiled, so they may use what is to be generated.
struct ModuleCompiler {
    private let compilation: Compilation
    private let module: String
    private let sources: [String]
    private let folder: URL

    /// Creates a compiler for the sources of a module without its generated files; it writes into a folder of its own.
    init(_ compilation: Compilation, module: String, leavingOut generated: [URL], folder: URL) throws {
        self.compilation = compilation
        self.module = module
        self.folder = folder
        let files = FileManager.default
        sources = compilation.sources.filter { path in
            !generated.contains { Self.isSame(path, $0) } && files.fileExists(atPath: path)
        }
        try? files.removeItem(at: folder)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The compiler reported errors.
    struct Failure: Error {
        let output: String
    }

    /// The symbol graph of the module, and those of its extensions of other modules by the names of these; throws ``Failure`` if the
    /// module does not compile.
    ///
    /// Declarations may need `keys`, the text of another file.
    func symbolGraphs(with keys: String? = nil) throws -> (SymbolGraph, extensions: [String: SymbolGraph]) {
        let (status, output) = try compile(
            with: ["Stub.swift": Self.stub, "Keys.swift": keys].compactMapValues(\.self),
            Self.withoutBodies + [
                "-suppress-warnings", "-emit-module", "-emit-module-path",
                folder.appending(path: "\(module).swiftmodule").path,
                "-emit-symbol-graph", "-emit-symbol-graph-dir", folder.path, "-symbol-graph-minimum-access-level",
                "private",
                "-symbol-graph-skip-synthesized-members",
            ])
        guard status == 0 else { throw Failure(output: output) }
        let end = ".symbols.json"
        let extensions = try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
            guard name.hasPrefix("\(module)@"), name.hasSuffix(end) else { return nil as (String, SymbolGraph)? }
            return (String(name.dropFirst(module.count + 1).dropLast(end.count)), try graph(name))
        }
        return (try graph(module + end), Dictionary(extensions, uniquingKeysWith: { first, _ in first }))
    }

    private func graph(_ name: String) throws -> SymbolGraph {
        try SymbolGraph(json: Data(contentsOf: folder.appending(path: name)))
    }

    /// The errors and warnings in a generated file, if it is compiled with the sources and with other generated text; those elsewhere
    /// do not count.
    func faults(in generated: String, beside other: String? = nil) throws -> [CompilerMessage] {
        let name = "Generated.swift"
        let (_, output) = try compile(
            with: [name: generated, "Other.swift": other].compactMapValues(\.self),
            Self.withoutBodies + ["-typecheck", "-diagnostic-style=llvm"])
        let path = folder.appending(path: name).path
        return output.split(separator: "\n").compactMap { CompilerMessage($0, of: path) }
    }

    /// The object file of the sources with generated files; throws ``Failure`` if they do not compile.
    ///
    /// The module is in the same folder.
    func object(with generated: [String: String]) throws -> URL {
        let object = folder.appending(path: "\(module).o")
        let (status, output) = try compile(
            with: generated,
            [
                "-suppress-warnings", "-enable-testing", "-emit-module", "-emit-module-path",
                folder.appending(path: "\(module).swiftmodule").path, "-c", "-o", object.path,
            ])
        guard status == 0 else { throw Failure(output: output) }
        return object
    }

    /// Compiles and links a program of one file; throws ``Failure`` if that fails.
    func link(_ program: String, _ options: [String]) throws -> URL {
        let file = folder.appending(path: "main.swift")
        try Data(program.utf8).write(to: file)
        let executable = folder.appending(path: "program")
        let (status, output) = try run(
            ["-I", folder.path] + compilation.searchOptions + options + [file.path, "-o", executable.path])
        guard status == 0 else { throw Failure(output: output) }
        return executable
    }

    private func compile(
        with texts: [String: String], _ options: [String]
    ) throws -> (status: Int32, output: String) {
        let files = try texts.sorted { $0.key < $1.key }.map { name, text in
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let list = folder.appending(path: "sources")
        try Data((sources + files).map { "\"\($0)\"\n" }.joined().utf8).write(to: list)
        return try run(compilation.options + options + ["-wmo", "@\(list.path)"])
    }

    private static let withoutBodies = ["-Xfrontend", "-experimental-skip-all-function-bodies"]

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try run(URL(filePath: compilation.arguments.first ?? "swiftc"), arguments)
    }

    /// Runs a program, and returns its status and all of its output.
    func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
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

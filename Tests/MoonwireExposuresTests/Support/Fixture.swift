import Foundation
import MoonwireExposures
import TestSupport
import Testing

/// A target with sources, of which the command generates exposures as it does in a package.
final class Fixture {
    private let folder = ScratchFolder()
    private let module: String
    private let flags: [String]

    /// Creates the target; `flags` are options of the compiler, as the manifest of a package gives them.
    init(_ sources: String, module: String = "Cars", flags: [String] = []) throws {
        self.module = module
        self.flags = flags
        write(sources)
    }

    func write(_ sources: String, to name: String = "Types.swift") { folder.write(sources, to: "\(module)/\(name)") }

    func remove(_ name: String) { folder.remove("\(module)/\(name)") }

    /// Writes a script of the target, `container.lua` unless it has another name.
    func write(script: String, to name: String = "container.lua") { folder.write(script, to: name) }

    /// What the generated file contains; nil if there is no file.
    var generated: String? { text("\(module)/Exposures.swift") }

    /// The generated keys; nil if there is no file.
    var keys: String? { text("\(module)/Keys.swift") }

    /// The description of the types; nil if there is no file.
    var types: String? { text("\(module).types.json") }

    func text(_ name: String) -> String? { try? String(contentsOfFile: folder.path(name), encoding: .utf8) }

    func path(_ name: String) -> String { folder.path(name) }

    /// Runs the command for the target and its script, and returns its status and its lines.
    func runWithScript(_ options: [String] = [], types: String? = nil) throws -> (status: Int32, output: String) {
        try run(
            ["--script", folder.path("container.lua"), "--types", folder.path(types ?? "\(module).types.json")]
                + options,
            builds: try Typecheck.buildManifest)
    }

    /// Runs the command, and returns its status and its lines; `place` is the folder for the generated file, if it is not that of
    /// the sources.
    func run(_ options: [String] = [], beside other: Fixture? = nil, into place: String? = nil, builds: String = "")
        throws
        -> (
            status: Int32, output: String
        )
    {
        folder.write(try manifest + builds, to: "debug.yaml")
        var lines: [String] = []
        let arguments =
            ["--manifest", folder.path("debug.yaml"), "--work", folder.path("work"), "--package", folder.path]
            + ["--target", module, folder.path(place ?? module)]
            + (other.map { ["--other", $0.module, $0.folder.path($0.module)] } ?? []) + options
        let status = GenerateExposures.run(arguments) { lines.append($0) }
        return (status, lines.joined(separator: "\n"))
    }

    /// The errors and warnings of the compiler for the sources together with the generated file.
    func compile() throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc", "-typecheck", "-diagnostic-style=llvm"] + (try options) + sources
        let output = Pipe()
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return said.split(separator: "\n").map(String.init).filter {
            $0.contains("error: ") || $0.contains("warning: ")
        }
    }

    /// Compiles the sources, and returns the folder of the module.
    func compiledModule() throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let module = folder.path("\(module).swiftmodule")
        process.arguments = ["swiftc", "-emit-module", "-emit-module-path", module] + (try options) + sources
        try process.run()
        process.waitUntilExit()
        return folder.path
    }

    /// What swift-format reports for the generated file, whose own exemption is removed first.
    func lint() throws -> String {
        let text = (generated ?? "").replacing("// swift-format-ignore-file\n", with: "")
        folder.write(text, to: "Lint.swift")
        folder.write(#"{ "version": 1, "indentation": { "spaces": 4 }, "lineLength": 100 }"#, to: "format.json")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let configuration = folder.path("format.json")
        process.arguments = [
            "swift", "format", "lint", "--strict", "--configuration", configuration, folder.path("Lint.swift"),
        ]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return said
    }

    private var sources: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(module)).sorted()) ?? []
        return names.map { folder.path("\(module)/\($0)") }
    }

    private var options: [String] {
        get throws {
            ["-module-name", module, "-swift-version", "6", "-parse-as-library"] + (try Typecheck.modules) + flags
        }
    }

    /// What the package manager writes about the compilation of the target.
    private var manifest: String {
        get throws {
            let output = folder.path("build/\(module).swiftmodule")
            let arguments =
                [try Self.compiler, "-emit-module", "-emit-module-path", output, "-c", "-g"] + (try options)
                + ["-warnings-as-errors"]
            return """
                  "C.\(module)-debug.module":
                    tool: shell
                    inputs: \(try json(sources + [Typecheck.moonwireModule]))
                    args: \(try json(arguments))

                """
        }
    }

    /// The compiler that `env` finds, by its path, as the package manager writes it.
    private static var compiler: String {
        get throws {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            let found = folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            return try #require(found)
        }
    }

    private func json(_ list: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
    }
}

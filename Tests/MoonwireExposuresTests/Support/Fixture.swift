import Foundation
import MoonwireExposures
import TestSupport

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

    /// What the generated file contains; nil if there is no file.
    var generated: String? { try? String(contentsOfFile: folder.path("\(module)/Exposures.swift"), encoding: .utf8) }

    /// Runs the command, and returns its status and its lines; `place` is the folder for the generated file, if it is not that of
    /// the sources.
    func run(_ options: [String] = [], beside other: Fixture? = nil, into place: String? = nil) throws -> (
        status: Int32, output: String
    ) {
        folder.write(try manifest, to: "debug.yaml")
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
                ["/usr/bin/env", "swiftc", "-emit-module", "-emit-module-path", output, "-c", "-g"] + (try options)
                + ["-warnings-as-errors"]
            return """
                  "C.\(module)-debug.module":
                    tool: shell
                    inputs: \(try json(sources))
                    args: \(try json(arguments))

                """
        }
    }

    private func json(_ list: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
    }
}

import Foundation

/// What the compiler says of programs that use the built modules.
package struct Typecheck {
    private let folder = ScratchFolder()
    private let flags: [String]

    /// - Parameters:
    ///   - flags: For all programs and modules.
    ///   - isScript: Whether programs have statements at the top, as a `main.swift` does.
    package init(_ flags: [String] = [], isScript: Bool = false) {
        self.flags = flags + (isScript ? [] : ["-parse-as-library"])
    }

    /// Compiles a module that programs may import.
    package func add(module name: String, _ text: String) throws {
        folder.write(text, to: "\(name).swift")
        let module = folder.path("\(name).swiftmodule")
        let (status, said) = try run(["-emit-module", "-module-name", name, "-o", module, folder.path("\(name).swift")])
        guard status == 0 else { throw CompilerFailure(text: said) }
    }

    /// The errors and warnings that the compiler reports for a program, each with its line.
    package func errors(in program: String) throws -> [String] {
        folder.write(program, to: "program.swift")
        let (status, said) = try run(["-typecheck", "-diagnostic-style=llvm", folder.path("program.swift")])
        let errors = said.split(separator: "\n").filter { $0.contains("error: ") || $0.contains("warning: ") }.map {
            // FILE:LINE:COLUMN: error: …
            let parts = $0.split(separator: ":", maxSplits: 3)
            return parts.count == 4 ? "\(parts[1]):\(parts[3])" : String($0)
        }
        // A compiler that fails reports an error, and one that reports none has read the program.
        guard (status == 0) == errors.allSatisfy({ !$0.contains("error: ") }) else { throw CompilerFailure(text: said) }
        return errors
    }

    private func run(_ arguments: [String]) throws -> (status: Int32, said: String) {
        let modules = try Self.modules
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments =
            ["swiftc", "-swift-version", "6"] + modules + ["-I", folder.path(".")] + flags + arguments
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        return (compiler.terminationStatus, said)
    }

    /// The options with which the compiler finds the built modules.
    package static var modules: [String] {
        get throws {
            let products = try products
            return ["-I", products.appending(path: "Modules").path]
                + ["-Xcc", "-fmodule-map-file=" + products.appending(path: "CLuaShim.build/module.modulemap").path]
        }
    }

    /// The built module `Moonwire`.
    package static var moonwireModule: String {
        get throws { try products.resolvingSymlinksInPath().appending(path: "Modules/Moonwire.swiftmodule").path }
    }

    /// What the package manager writes about the build of the modules.
    package static var buildManifest: String {
        get throws {
            let products = try products.resolvingSymlinksInPath()
            let file = products.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "\(products.lastPathComponent).yaml")
            return try String(contentsOf: file, encoding: .utf8)
        }
    }

    /// The folder that holds the folder of the built modules.
    private static var products: URL {
        get throws {
            let bundle = Bundle.main.bundleURL
            let found = [bundle, bundle.deletingLastPathComponent()].first {
                FileManager.default.fileExists(atPath: $0.appending(path: "Modules").path)
            }
            guard let found else { throw CompilerFailure(text: "no modules are built beside \(bundle.path)") }
            return found
        }
    }
}

/// A compiler that cannot run, or that rejects a module.
private struct CompilerFailure: Error, CustomStringConvertible {
    let text: String

    var description: String { text }
}

import Foundation
import MoonwireCore
import TestSupport
import Testing

/// What the compiler says of a program that does not write the type of a service.
@Suite(.timeLimit(.minutes(2))) struct UntypedResolveTests {
    @Test(
        arguments: ["Container", "Resolver"],
        [
            (
                "try services.resolve(\"engine\")",
                "'resolve' is unavailable: write the type of the service, as in resolve(\"engine\", as: Engine.self)"
            ),
            (
                "try services.tagged(\"startup\")",
                "'tagged' is unavailable: write the type of the services, as in tagged(\"startup\", as: Task.self)"
            ),
        ])
    func theTypeMustBeWritten(_ type: String, _ call: (text: String, message: String)) throws {
        #expect(
            try errors(
                """
                import MoonwireCore
                func use(_ services: \(type)) throws {
                    let found = \(call.text)
                    print(found)
                }
                """) == ["3: error: \(call.message)"])
    }

    /// With neither an id nor a type.
    @Test func theTypeMustBeWrittenWhereItIsTheQuestion() throws {
        let unavailable = "'resolve()' is unavailable: write the type of the service, as in resolve(Engine.self)"
        #expect(
            try errors(
                """
                import MoonwireCore
                func use(_ container: Container) throws {
                    _ = try container.resolve()
                }
                """) == ["3: error: \(unavailable)"])
    }

    @Test func aTypeThatIsWrittenCompiles() throws {
        #expect(
            try errors(
                """
                import MoonwireCore
                func use(_ container: Container, _ resolver: Resolver) throws {
                    let first: String = try container.resolve("engine")
                    let second = try container.resolve("engine", as: String.self)
                    let byType: String = try container.resolve()
                    let third: String = try resolver.resolve("engine")
                    let fourth = try resolver.tagged("startup", as: String.self)
                    print(first, second, byType, third, fourth)
                }
                """) == [])
    }

    /// The errors that the compiler reports, each with its line.
    private func errors(_ program: String) throws -> [String] {
        let folder = ScratchFolder()
        try folder.write(program, to: "program.swift")
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style=llvm", "-I", try modules,
            folder.path("program.swift"),
        ]
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        let errors = text.split(separator: "\n").filter { $0.contains("error: ") }.map { line in
            // FILE:LINE:COLUMN: error: …
            let parts = line.split(separator: ":", maxSplits: 3)
            return parts.count == 4 ? "\(parts[1]):\(parts[3])" : String(line)
        }
        // A compiler that fails reports an error, and one that reports none has read the program.
        #expect((compiler.terminationStatus == 0) == errors.isEmpty, "\(text)")
        return errors
    }

    /// The folder of the built modules.
    private var modules: String {
        get throws {
            let products = Bundle.main.bundleURL
            let candidates = [products, products.deletingLastPathComponent()].map {
                $0.appendingPathComponent("Modules")
            }
            return try #require(candidates.first { FileManager.default.fileExists(atPath: $0.path) }).path
        }
    }
}

import Foundation

/// A program of this package, built beside the tests.
package struct BuiltProgram: Sendable {
    package struct Result: Sendable {
        package let output: String
        package let complaints: String
        package let status: Int32
    }

    private let file: URL

    /// Nil if it is not built.
    package init?(_ name: String) {
        let products = Bundle.main.bundleURL
        let candidates = [products, products.deletingLastPathComponent()].map { $0.appendingPathComponent(name) }
        guard let file = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            return nil
        }
        self.file = file
    }

    package var path: String { file.path }

    /// Runs it to its end.
    package func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        try start(arguments, environment: environment).result()
    }

    /// Starts it.
    package func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Running {
        let process = Process()
        process.executableURL = file
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try Running(process)
    }

    /// A running program.
    package struct Running {
        private let process: Process
        private let output = Pipe()
        private let complaints = Pipe()

        fileprivate init(_ process: Process) throws {
            self.process = process
            process.standardOutput = output
            process.standardError = complaints
            try process.run()
        }

        /// Waits for its end; a program that is killed by a signal has the negative number of the signal as its status.
        package func result() -> Result {
            let texts = [output, complaints].map {
                String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }
            process.waitUntilExit()
            let sign: Int32 = process.terminationReason == .uncaughtSignal ? -1 : 1
            return Result(output: texts[0], complaints: texts[1], status: sign * process.terminationStatus)
        }
    }
}

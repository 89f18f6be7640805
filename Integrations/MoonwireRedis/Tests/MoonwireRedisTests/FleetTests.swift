import Foundation
import Testing

@testable import MoonwireRedis

/// Several processes that use one hash.
@Suite(.timeLimit(.minutes(1))) struct FleetTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test func fourProcessesLoseNothingAndAgree() throws {
        let processes = try (0..<4).map { try Program("write", server.socket, "preferences", "\($0)", "1000", "4") }
        let outputs = try processes.map { try $0.output() }
        #expect(outputs[0].split(separator: "\n").count == 401)
        for process in 0..<4 {
            for key in 0..<100 { #expect(outputs[0].contains("\(process).\(key) \(key == 0 ? 1000 : 900 + key)\n")) }
        }
        for output in outputs { #expect(output == outputs[0]) }
        // The hash contains the same as every process.
        let last = try RedisStore(at: server.address, hash: "preferences").read("shared")
        #expect(outputs[0].hasSuffix("shared \(try #require(last))\n"))
    }

    @Test func releasedStoresLeaveNothing() throws {
        #expect(try Program("open", server.socket, "50").output() == "nothing is left of 100 stores\n")
    }
}

/// A running process of `Fleet`.
struct Program {
    private let process = Process()
    private let pipe = Pipe()

    init(_ arguments: String...) throws {
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
    }

    /// The program, which is built beside the tests.
    static func executable() throws -> URL {
        let products = Bundle.main.bundleURL
        let candidates = [products, products.deletingLastPathComponent()].map { $0.appending(path: "fleet") }
        let executable = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return try #require(executable, "fleet is not built")
    }

    /// What it prints until its end.
    func output() throws -> String {
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self)
    }
}

import Foundation
import Testing

/// The cases that fuzzing has found, and the initial corpus.
@Suite struct CaseTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let target: FuzzTarget
        let file: URL

        var testDescription: String { "\(target.rawValue)/\(file.lastPathComponent)" }
    }

    private static func cases(in folder: String) throws -> [Case] {
        let fuzzing = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try FuzzTarget.allCases.flatMap { target in
            let files = try FileManager.default.contentsOfDirectory(
                at: fuzzing.appending(components: folder, target.rawValue), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
            return files.sorted { $0.path < $1.path }.map { Case(target: target, file: $0) }
        }
    }

    @Test(arguments: try cases(in: "Cases")) func whatWasFoundIsMended(_ example: Case) async throws {
        try await run(example.target, Array(Data(contentsOf: example.file)))
    }

    @Test(arguments: try cases(in: "Corpus")) func seedsAreInOrder(_ example: Case) async throws {
        try await run(example.target, Array(Data(contentsOf: example.file)))
    }

    /// The number of scripts in the environment, one for each seed.
    private static let hostile = Int(ProcessInfo.processInfo.environment["HOSTILE_SCRIPTS"] ?? "") ?? 5
    private static let first = Int(ProcessInfo.processInfo.environment["HOSTILE_FIRST"] ?? "") ?? 0

    /// One after another: each may use a gigabyte.
    @Test(.serialized, arguments: first..<first + hostile) func aHostileScriptEndsWithinItsBounds(_ number: Int)
        async throws
    {
        try await run(.wiring, Self.bytes(of: number))
    }

    /// The number of wirings in the environment, one for each seed.
    private static let wirings = Int(ProcessInfo.processInfo.environment["FUZZED_WIRINGS"] ?? "") ?? 200

    @Test(arguments: 0..<4) func containersFollowTheRulesOfTheInterpreter(_ part: Int) throws {
        for number in 0..<Self.wirings / 4 {
            let seed = part * Self.wirings / 4 + number
            do { try FuzzTarget.definitions.run(Self.bytes(of: seed)) } catch { Issue.record("seed \(seed): \(error)") }
        }
    }

    /// Random bytes, the same for the same seed.
    private static func bytes(of seed: Int) -> [UInt8] {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<512).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }

    /// In a separate process, so that CPU time and memory are its own.
    ///
    /// It also succeeds with a finding: for a failing process, only the failure is known.
    private func run(_ target: FuzzTarget, _ bytes: [UInt8]) async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [target, bytes] in
            do { try target.run(bytes) } catch {
                FileHandle.standardError.write(Data("\(Self.mark)\(error)\n".utf8))
            }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        if let finding = said.range(of: Self.mark) { Issue.record("\(said[finding.upperBound...].prefix(4_000))") }
    }

    /// Before a finding.
    private static let mark = "found: "
}

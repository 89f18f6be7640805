import Foundation
import Testing

/// What fuzzing found once, and what it begins with.
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

    @Test(arguments: try cases(in: "Cases")) func whatWasFoundIsMended(_ example: Case) throws {
        try example.target.run(Array(Data(contentsOf: example.file)))
    }

    @Test(arguments: try cases(in: "Corpus")) func seedsAreInOrder(_ example: Case) throws {
        try example.target.run(Array(Data(contentsOf: example.file)))
    }
}

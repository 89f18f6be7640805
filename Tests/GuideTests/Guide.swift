import Foundation
import Testing

/// A document of the project, with the code that it shows.
nonisolated struct Guide {
    /// A fenced block.
    struct Block {
        /// What follows the fence; empty for output.
        let language: String
        let text: String

        /// Whether it describes a package, in a file of its own.
        var isManifest: Bool { text.hasPrefix("// swift-tools-version") }

        /// The parts of the block that a test may have in different places, without white space: declarations and
        /// statements that are separated by an empty line.
        ///
        /// A test imports what it needs at its beginning.
        var parts: [String] {
            var parts: [[Substring]] = [[]]
            var isAfterEmptyLine = false
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if isAfterEmptyLine, let first = line.first, first != " " { parts.append([]) }
                isAfterEmptyLine = line.isEmpty
                if line.contains(/^(@testable )?import\s/) { continue }
                parts[parts.count - 1].append(line)
            }
            return parts.map { words($0.joined()) }.filter { !$0.isEmpty }
        }
    }

    /// Relative to the folder of the project, such as `Documentation/Testing.md`.
    let path: String
    let blocks: [Block]

    init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: project.appending(path: path), encoding: .utf8)
        var blocks: [Block] = []
        var open: (language: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix("```") {
                open?.lines.append(line)
            } else if let (language, lines) = open {
                blocks.append(Block(language: language, text: lines.joined(separator: "\n")))
                open = nil
            } else {
                open = (String(line.dropFirst(3)), [])
            }
        }
        self.blocks = blocks
    }

    /// The blocks of a language.
    func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }

    /// The output that the guide shows, by its number, which counts from one.
    ///
    /// `CoverageTests` checks that all are compared.
    func output(_ number: Int) throws -> String {
        let outputs = blocks("").map(\.text)
        return try #require(outputs.indices.contains(number - 1) ? outputs[number - 1] : nil, "\(path) is shorter")
    }

    /// The file of the tests that contain the code of the guide: `Documentation/Testing.md` has `TestingGuideTests.swift`.
    var tests: String {
        let name = path.split(separator: "/").last?.dropLast(".md".count) ?? ""
        return name == "README" ? "ReadmeTests.swift" : "\(name)GuideTests.swift"
    }
}

/// The folder of the project.
nonisolated let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

/// The text without white space.
nonisolated func words(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }

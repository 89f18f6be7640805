import Foundation
import Testing

/// Every entry of the predecessors is a test with its id, or a row of `Documentation/Predecessors.md` that says why not.
@Suite struct EntryCoverageTests {
    /// The number of entries of each predecessor.
    private static let counts = ["BM": 53, "DI": 42, "RW": 10, "FMS": 16, "BSI": 10, "PM": 60]
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static var entries: Set<String> {
        Set(counts.flatMap { name, count in (1...count).map { "\(name)-\($0)" } })
    }

    /// The ids with which the names of tests begin.
    private static func tested() throws -> [String] {
        let folder = project.appending(path: "Tests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var ids: [String] = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in text.matches(of: #/@Test\(\s*"([^":]+): /#) {
                ids += name.1.split(separator: ", ").map(String.init).filter { entries.contains($0) }
            }
        }
        return ids
    }

    /// The ids in the first column of the table of what has no counterpart.
    private static func explained() throws -> [String] {
        let guide = try String(contentsOf: project.appending(path: "Documentation/Predecessors.md"), encoding: .utf8)
        return guide.matches(of: #/(?m)^\| ([A-Z]+-[0-9, A-Z-]+) \| /#).flatMap { row in
            row.1.split(separator: ", ").map(String.init)
        }
    }

    @Test func everyEntryIsTestedOrExplained() throws {
        let (tested, explained) = (try Self.tested(), try Self.explained())
        #expect(Self.entries.subtracting(tested).subtracting(explained).sorted() == [])
        #expect(Set(explained).intersection(tested).sorted() == [])
        #expect(Set(explained).subtracting(Self.entries).sorted() == [])
    }
}

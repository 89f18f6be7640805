import MoonwireSupport

/// Which files were where at one time, so that one can tell whether what was read later is the same.
struct FilesAtRest {
    private let paths: [String]
    private let ways: [String: [FileState]]

    /// As they are now.
    init(_ files: [FileRecord]) {
        paths = files.map(\.path)
        ways = Dictionary(files.map { ($0.path, $0.way) }) { first, _ in first }
    }

    /// Whether the files are as they were.
    var isStill: Bool { paths.allSatisfy { PathWalk($0).states == ways[$0] } }

    /// Whether all these were among the files, and read as they were then.
    func include(_ files: [FileRecord]) -> Bool { files.allSatisfy { ways[$0.path].map($0.was) ?? false } }

    /// Those of the files that were others when they were read.
    func others(among files: [FileRecord]) -> [FileRecord] {
        files.filter { file in ways[file.path].map { !file.was($0) } ?? false }
    }
}

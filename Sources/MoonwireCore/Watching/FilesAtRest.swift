import MoonwireSupport

/// The states of files at one time, for comparison with what is read later.
struct FilesAtRest {
    private let paths: [String]
    private let ways: [String: [FileState]]

    /// The current states.
    init(_ files: [FileRecord]) {
        paths = files.map(\.path)
        ways = Dictionary(files.map { ($0.path, $0.way) }) { first, _ in first }
    }

    /// Whether the files have not changed.
    var isStill: Bool { paths.allSatisfy { PathWalk($0).states == ways[$0] } }

    /// Whether all these were among the files, and were read in that state.
    func include(_ files: [FileRecord]) -> Bool { files.allSatisfy { ways[$0.path].map($0.was) ?? false } }

    /// The files that were in another state when they were read.
    func others(among files: [FileRecord]) -> [FileRecord] {
        files.filter { file in ways[file.path].map { !file.was($0) } ?? false }
    }
}
